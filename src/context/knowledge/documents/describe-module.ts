import { basename } from 'node:path'
import type { ModuleSummary } from '../knowledge-store.ts'
import type { Described } from './describe-file.ts'
import { joinTerms, type LineTerms } from './line-terms.ts'

/** The folder that a file lies in, as a module is called: with a slash at its end, so that no file has the same name. */
export function moduleOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? './' : path.slice(0, slash + 1)
}

export type ModuleRequest = {
  readonly module: string
  readonly files: readonly string[]
  /** Names that its files offer to others. */
  readonly exports: readonly string[]
  readonly needs: ModuleSummary['needs']
  readonly termsOfLine: LineTerms
}

export function describeModule({ module, files, exports, needs, termsOfLine }: ModuleRequest): Described {
  const names = files.map((path) => basename(path))
  const terms = {
    path: termsOfLine(module),
    symbols: joinTerms(names.map((name) => termsOfLine(name.replace(/\.\w+$/, '')))),
    signatures: '',
    documentation: '',
    body: joinTerms(exports.map(termsOfLine)),
  }
  const document = {
    id: module,
    path: module,
    content: '',
    about: { kind: 'module' as const, needs },
    terms,
    vector: null,
  }
  return { document, text: `${module}\n${names.join(' ')}\n${exports.slice(0, EXPORTS_MAX).join(' ')}` }
}

const EXPORTS_MAX = 200
