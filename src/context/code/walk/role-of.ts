/** What a file is to the project, by where it lies. */
export const roles = ['source', 'test', 'documentation', 'generated', 'vendored'] as const
export type Role = (typeof roles)[number]

/** By the customs of many languages. What only its content tells, such as a generator's mark, is added by whoever read it. */
export function roleOf(path: string): Role {
  if (VENDORED.test(path)) return 'vendored'
  if (GENERATED.test(path)) return 'generated'
  if (TEST.test(path)) return 'test'
  return DOCUMENTATION.test(path) ? 'documentation' : 'source'
}

const VENDORED =
  /(^|\/)(vendor|vendored|third[-_]party|3rdparty|external|extern|deps|node_modules|bower_components|Pods|Carthage|site-packages|\.yarn|_vendor)\//

const GENERATED =
  /(^|\/)(dist|build|out|generated|__generated__|gen|\.next|\.nuxt|target)\/|(^|\/)priv\/static\/.*\.(js|mjs|cjs|css)(\.map)?$|(^|\/)(zz_generated[^/]*|[^/]*(\.pb|_pb2|_pb2_grpc|\.pb\.gw|_generated|\.generated|\.g|\.designer|\.min|-min|\.bundle)\.\w+|[^/]+\.d\.ts\.map|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|composer\.lock|Gemfile\.lock)$/i

const TEST =
  /(^|\/)(tests?|__tests?[^/]*__|__mocks__|specs?|testdata|testing|fixtures?|e2e|benchmarks?|bench|mocks?|Tests?|src\/[a-z]\w*Test)\/|(^|\/)(test_[^/]+|conftest)\.py$|[^/]([._-](test|tests|spec|bench|e2e))\.\w+$|_test\.\w+$|(^|\/)t\/(.*\/)?[^/]+\.t$|(Tests?|Spec|IT)\.(java|kt|kts|scala|cs|swift|php|groovy)$/

/** Examples lie beside the sources. What is called so among them is a part of the program. */
const DOCUMENTATION =
  /(^|\/)(docs?|documentation)\/|\.(md|mdx|rst|adoc|txt)$|^(?:(?!(?:src|sources?|lib|app|pkg|internal|cmd)\/)[^/]+\/)*(?:examples?|samples?|demos?|tutorials?|playgrounds?)\//i

/** How much a walk likes to begin there. */
export const PRIORS: Readonly<Record<Role, number>> = {
  source: 1,
  test: 0.2,
  documentation: 0.2,
  generated: 0.05,
  vendored: 0.02,
}
