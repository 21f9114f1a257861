import type { Value } from './value.ts'

type Setting = readonly [name: string, values: readonly Value[]]

/** What is run later because a variable says so: an editor, a pager. */
export function scriptsIn(settings: readonly Setting[]): readonly string[] {
  return settings.flatMap(([name, values]) => (RUN.test(name) ? values.map(({ text }) => text) : []))
}

const RUN =
  /^(?:(?:GIT_|GIT_SEQUENCE_)?EDITOR|VISUAL|(?:GIT_|MAN)?PAGER|GIT_(?:SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|PROMPT_COMMAND|LESSOPEN)$/

/** Where a pattern finds names with a dot in front too, it is the same pattern with a dot. */
export function withDots(value: Value): readonly Value[] {
  const text = value.text.replaceAll(/(^|\/)(?=[*?[])/g, '$1.')
  return value.isGlob && text !== value.text ? [value, { ...value, text }] : [value]
}
