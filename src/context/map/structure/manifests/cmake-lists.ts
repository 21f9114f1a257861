import type { ManifestKind } from './manifest.ts'

/** CMake makes tests known to ctest only where the outermost of its lists asks for it; ctest finds nothing elsewhere, and says that all is well. */
export const cmakeLists: ManifestKind = {
  path: /^(?:[^/]+\/)?CMakeLists\.txt$/,
  read: (_path, text) => {
    const tests = ASKS_FOR_TESTS.test(text)
    return {
      tools: [{ name: 'CMake', use: 'build' }],
      offers: [
        // What is built in one way and tested in another comes to nothing: a way that has both is the better one.
        { ...BUILD, rank: tests ? BUILD.rank : BUILD.rank + 0.5 },
        ...(tests ? [TEST] : []),
      ],
    }
  },
}

const BUILD = {
  purpose: 'build',
  line: 'cmake -B build && cmake --build build',
  rank: 1,
  isCustom: true,
} as const
const TEST = { purpose: 'test', line: 'ctest --test-dir build', rank: 1, isCustom: true } as const

const ASKS_FOR_TESTS = /^[ \t]*(?:enable_testing[ \t]*\(|include[ \t]*\([ \t]*CTest\b)/im
