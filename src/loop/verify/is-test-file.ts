/** Whether a path is, by the customs of its language, that of a test or of what belongs to tests. */
export function isTestFile(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path)
}

const FOLDER = /(^|\/)(tests?|__tests__|__snapshots__|specs?|testdata|e2e)\//i
const NAME = /(^|\/)(test_[^/]+\.py|conftest\.py|[^/]+([._-](test|tests|spec)|Tests?|Spec)\.\w+)$/
