/** Whether a path is, by the customs of its language, that of a test or of what belongs to tests. */
export function isTestFile(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path) || PLAIN.test(path)
}

const FOLDER = /(^|\/)(tests?|__tests__|__snapshots__|specs?|testdata|e2e)\//i
const NAME = /(^|\/)(test_[^/]+\.py|conftest\.py|[^/]+([._-](test|tests|spec)|Tests?|Spec)\.\w+)$/
/** Files that are called nothing else, and those that node:test and minitest look for. Only programs: a `spec.md` is read by people. */
const PLAIN =
  /(^|\/)((tests?|specs?)\.([cm]?[jt]sx?|py|rb|rs|go|php|exs?|java|kt|cs|fs|swift|cc|cpp|c|sh|lua|pl)|test[-_][^/]+\.([cm]?[jt]sx?|rb|exs)|[^/]+\.bats)$/
