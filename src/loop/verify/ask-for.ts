import { join } from 'node:path'
import type { Detected } from './detect-framework.ts'

export type Asked = {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
  /** What people would have read of what is printed now. */
  readonly toText: (output: string) => string
  readonly isReportPrinted: boolean
  /** Where a framework was asked to write; null where it was not. */
  readonly fileOf: (framework: string) => string | null
}

type Asking = { readonly detected: readonly Detected[]; readonly command: string; readonly folder: string }

/**
 * What has to be added so that reports are written: to the command where its words arrive, and to the environment. A framework
 * that is started twice would write one report over the other, and is not asked.
 */
export function askFor({ detected, command, folder }: Asking): Asked {
  const plain: Asked = {
    command: toTheEnd(detected) ?? command,
    environment: {},
    toText: (output) => output,
    isReportPrinted: false,
    fileOf: () => null,
  }
  const [only] = detected
  const from = only?.framework.report?.from
  if (detected.length === 1 && from?.kind === 'printed')
    return only?.withWords == null || !only.isTyped || isClosed(only)
      ? plain
      : { ...plain, command: only.withWords(from.words), toText: from.toText, isReportPrinted: true }
  const files = new Map<string, string>()
  let asked = plain
  for (const one of detected) {
    const { framework, words, withWords } = one
    const report = framework.report?.from
    const isOnce = detected.filter((one) => one.framework === framework).length === 1
    if (report?.kind !== 'asked' || !isOnce) continue
    const file = join(folder, `report-${files.size + 1}`)
    files.set(framework.name, file)
    const added = report.words(file, words)
    asked = {
      ...asked,
      command: added.length === 0 || withWords === null || isClosed(one) ? asked.command : withWords(added),
      environment: { ...asked.environment, ...report.environment(file, words) },
    }
  }
  return { ...asked, fileOf: (name) => files.get(name) ?? null }
}

/** What a framework passes by after a failure, nobody knows of. Null where it needs no word, or none arrives. */
function toTheEnd([only, ...others]: readonly Detected[]): string | null {
  if (only === undefined || others.length > 0 || only.withWords === null || isClosed(only)) return null
  const words = only.framework.toTheEnd?.(only.words) ?? []
  return words.length === 0 || only.framework.report?.from.kind === 'asked' ? null : only.withWords(words)
}

/** Whatever is added goes to the tests, and not to what runs them. */
function isClosed({ words }: Detected): boolean {
  return words.some((word) => word === '--' || word === '-args' || word === '--args')
}
