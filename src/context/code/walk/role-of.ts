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

/** At the top alone, what is called `external` is from elsewhere: further down, it is what a package has to do with others. */
const VENDORED =
  /^(external|extern|deps)\/|(^|\/)(vendor|vendored|third[-_]party|3rdparty|node_modules|bower_components|Pods|Carthage|site-packages|bundled|\.yarn|_vendor)\//

/** Among the sources, `gen` and `target` are words as any other, unless they lie with what is served as it is. */
const GENERATED =
  /^(?:(?!(?:src|sources?|lib|bin|runtime)\/)[^/]+\/)*(dist|build|out|gen|target)\/|(^|\/)(static|public|assets|wwwroot|webapp)\/(.*\/)?(dist|build|out)\/|(^|\/)(generated|__generated__|\.next|\.nuxt)\/|(^|\/)priv\/static\/.*\.(js|mjs|cjs|css)(\.map)?$|(^|\/)(zz_generated[^/]*|[^/]*(\.pb|_pb2|_pb2_grpc|\.pb\.gw|_generated|\.generated|\.g|\.designer|\.min|-min|\.bundle)\.\w+|[^/]+\.d\.ts\.map|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|composer\.lock|Gemfile\.lock)$/i

/** A package that is called `testing` is for those who test with it. */
const TEST =
  /(^|\/)(tests?|__tests?[^/]*__|__mocks__|specs?|testdata|(?<!(?:^|\/)(?:packages|libs|crates|modules)\/)testing|fixtures?|e2e|benchmarks?|bench|mocks?|test[-_]?(?:utils?|helpers?|support)|[\w.-]*Tests|Test|[\w.-]+\.Test|src\/[a-z]\w*Test)\/|^(?:(?!(?:src|lib)\/)[^/]+\/)*integration[-_]tests?\/|(^|\/)(test_[^/]+|conftest)\.py$|[^/]([._-](test|tests|spec|bench|e2e))\.\w+$|_test\.\w+$|(^|\/)t\/(.*\/)?[^/]+\.t$|(Tests?|Spec|IT)\.(java|kt|kts|scala|cs|swift|php|groovy)$/

/** Examples lie beside the sources. What is called so among them is a part of the program. */
const DOCUMENTATION =
  /(^|\/)(docs?|documentation)([-_](web)?site)?\/|\.(md|mdx|rst|adoc|txt)$|^(?:(?!(?:src|sources?|lib|app|pkg|internal|cmd)\/)[^/]+\/)*(?:examples?|samples?|demos?|tutorials?|playgrounds?)\//i

/** Whether the name of a file may say more of its role than the folder does. Most do not, and their folder has to be looked at once. */
export function nameTells(name: string): boolean {
  return TELLING.test(name)
}

/** Whatever the shapes above ask of a name, and a little more. */
const TELLING =
  /test|spec|bench|e2e|generated|\.pb\.|_pb2|\.g\.|\.designer\.|[.-]min\.|\.bundle\.|lock|\.sum$|it\.(?:java|kt|kts|scala|cs|swift|php|groovy)$|\.(?:js|mjs|cjs|css|map|md|mdx|rst|adoc|txt|t)$/i

/** How much a walk likes to begin there. */
export const PRIORS: Readonly<Record<Role, number>> = {
  source: 1,
  test: 0.2,
  documentation: 0.2,
  generated: 0.05,
  vendored: 0.02,
}
