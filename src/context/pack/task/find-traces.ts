/** A place that a program was at. */
export type Frame = { readonly path: string; readonly line: number; readonly name: string | null }

/** Where a program was when it failed, as the languages of this world print it; the innermost first. */
export function findTraces(text: string): Frame[] {
  return FORMS.flatMap(({ form, isInnermostLast }) => {
    const frames = [...text.matchAll(form)].map(({ groups }) => ({
      path: (groups?.['path'] ?? '').replaceAll('\\', '/'),
      line: Number(groups?.['line'] ?? 0),
      name: groups?.['name'] ?? null,
    }))
    return isInnermostLast ? frames.reverse() : frames
  })
}

const FORMS: readonly { readonly form: RegExp; readonly isInnermostLast: boolean }[] = [
  // Python
  {
    form: /^[ \t]*File "(?<path>[^"\n]+)", line (?<line>\d+)(?:, in (?<name>[\w.<>]+))?/gm,
    isInnermostLast: true,
  },
  // pytest
  { form: /^(?<path>[\w./-]+\.py):(?<line>\d+): /gm, isInnermostLast: true },
  // JavaScript
  {
    form: /^[ \t]*at (?:async )?(?:(?<name>[^\s(]+) )?(?:\[as [^\]]+\] )?\(?(?:file:\/\/)?(?<path>[^\s():]+\.[cm]?[jt]sx?):(?<line>\d+)(?::\d+)?\)?/gm,
    isInnermostLast: false,
  },
  // The JVM: a class, and the name of its file
  {
    form: /^[ \t]*at (?:[\w.$]+\.)?(?<name>[\w$<>]+)\((?<path>\w+\.(?:java|kt|scala|groovy)):(?<line>\d+)\)/gm,
    isInnermostLast: false,
  },
  // Rust, Go
  { form: /^[ \t]*(?:at )?(?<path>[\w./@-]+\.(?:rs|go)):(?<line>\d+)(?::\d+)?/gm, isInnermostLast: false },
  // Ruby, PHP
  {
    form: /^[ \t]*(?:from |#\d+ )?(?<path>[\w./-]+\.(?:rb|php))[:(](?<line>\d+)\)?(?::in [`'](?<name>[^'`]+)')?/gm,
    isInnermostLast: false,
  },
]
