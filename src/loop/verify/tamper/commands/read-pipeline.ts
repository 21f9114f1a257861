import { parseAllDocuments } from 'yaml'
import { RUNNER } from './weakened-by.ts'

/** Whether a file says what a server runs after every change. */
export function isPipeline(path: string): boolean {
  return PIPELINE.test(path)
}

const PIPELINE =
  /(?:^|\/)(?:\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml|\.gitlab-ci[\w.-]*\.ya?ml|\.gitlab\/ci\/[^/]+\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|\.buildkite\/[^/]+\.ya?ml|\.drone\.ya?ml|\.woodpecker(?:\/[^/]+)?\.ya?ml|\.?appveyor\.ya?ml|\.cirrus\.ya?ml)$/

/** Commands that run tests, a line each. */
export type Pipeline = {
  readonly counted: readonly string[]
  /** Those whose failure changes nothing, or that never run. */
  readonly uncounted: readonly string[]
}

export const NO_PIPELINE: Pipeline = { counted: [], uncounted: [] }

/** Empty where the text cannot be read: whoever runs it cannot read it either. */
export function readPipeline(text: string): Pipeline {
  try {
    const found: Found[] = []
    for (const document of parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' }))
      collect(document.toJS({ maxAliasCount: 1000 }), { key: '', counts: true, found, depth: 0 })
    return {
      counted: found.flatMap(({ line, counts }) => (counts ? [line] : [])),
      uncounted: found.flatMap(({ line, counts }) => (counts ? [] : [line])),
    }
  } catch {
    return NO_PIPELINE
  }
}

type Found = { readonly line: string; readonly counts: boolean }

type Place = {
  readonly key: string
  readonly counts: boolean
  readonly found: Found[]
  readonly depth: number
}

function collect(value: unknown, place: Place): void {
  const { key, counts, found, depth } = place
  if (depth > DEPTH_MAX) return
  if (typeof value === 'string') {
    if (COMMANDS.test(key)) found.push(...testsIn(value).map((line) => ({ line, counts })))
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, { ...place, depth: depth + 1 })
  } else if (typeof value === 'object' && value !== null) {
    const own = Object.entries(value)
    const stillCounts = counts && !own.some(([name, setting]) => isLetThrough(name, setting))
    for (const [name, inner] of own)
      collect(inner, { key: name, counts: stillCounts, found, depth: depth + 1 })
  }
}

const DEPTH_MAX = 40
const COMMANDS =
  /^(?:run|(?:before_|after_)?script|commands?|bash|sh|cmd|pwsh|powershell|test|test_script|build_script)$/

function isLetThrough(name: string, setting: unknown): boolean {
  switch (name) {
    case 'continue-on-error':
    case 'continueOnError':
    case 'allow_failure':
    case 'soft_fail':
      return setting === true
    case 'if':
    case 'condition':
    case 'enabled':
      return setting === false || setting === 'false'
    case 'when':
      return setting === 'never' || setting === 'manual'
    default:
      return false
  }
}

function testsIn(script: string): string[] {
  return script
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#(?:\s.*)?$/, '').trim())
    .filter((line) => RUNNER.test(line) && !/^(?:echo|printf|mkdir|cp|mv|rm|cat|ls)\b/.test(line))
}
