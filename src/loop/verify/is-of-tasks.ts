/** What is kept of tasks is no part of the work, and no test hangs on it: by keel, or by beads, which may export them after every change. */
export function isOfTasks(path: string): boolean {
  return /^\.keel\/tasks\/[^/]+\.md$|^\.beads\/[^/]+\.jsonl$/.test(path)
}
