import type { ManifestKind } from './manifest.ts'

/** CMake makes tests known to ctest only where the outermost of its lists asks for it; ctest finds nothing elsewhere, and says that all is well. */
export const cmakeLists: ManifestKind = {
  path: /^(?:[^/]+\/)?CMakeLists\.txt$/,
  read: (_path, text) => ({
    tools: [{ name: 'CMake', use: 'build' }],
    offers: [
      { purpose: 'build', line: 'cmake -B build && cmake --build build', rank: 1, isCustom: true },
      ...(ASKS_FOR_TESTS.test(text)
        ? [{ purpose: 'test', line: 'ctest --test-dir build', rank: 1, isCustom: true } as const]
        : []),
    ],
  }),
}

const ASKS_FOR_TESTS = /^[ \t]*(?:enable_testing[ \t]*\(|include[ \t]*\([ \t]*CTest\b)/im
