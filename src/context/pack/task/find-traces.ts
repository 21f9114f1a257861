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
  { form: /^(?<path>(?:[A-Za-z]:)?[\w.\\/-]+\.py):(?<line>\d+): /gm, isInnermostLast: true },
  // JavaScript: Node.js, Chrome
  {
    form: /^[ \t]*at (?:(?:async|new) )?(?:(?<name>[^\s(]+) )?(?:\[as [^\]\n]+\] )?\(?(?:file:\/\/)?(?<path>[^\s(]\S*?\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s:]*)?:(?<line>\d+)(?::\d+)?\)?/gm,
    isInnermostLast: false,
  },
  // JavaScript: Firefox, Safari
  {
    form: /^[ \t]*(?<name>[^\s@]+)?@(?<path>\S+?\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s:]*)?:(?<line>\d+):\d+$/gm,
    isInnermostLast: false,
  },
  // The JVM: a module, a class, and the name of its file
  {
    form: /^[ \t]*at (?:[^\n(]*[./])?(?<name>[^\n(./]+)\((?<path>[\w-]+\.(?:java|kt|scala|groovy)):(?<line>\d+)\)/gm,
    isInnermostLast: false,
  },
  // .NET
  {
    form: /^[ \t]*at (?<name>[^\n(]+)\([^\n]*\) in (?<path>[^\n]+?\.(?:cs|fs|vb)):line (?<line>\d+)/gm,
    isInnermostLast: false,
  },
  // What a Rust program says before its trace
  { form: /panicked at (?:'[^\n]*', )?(?<path>\S+?\.rs):(?<line>\d+):\d+/g, isInnermostLast: false },
  // Rust, Go
  {
    form: /^[ \t]*(?:at )?(?<path>(?:[A-Za-z]:)?[\w.\\/@!-]+\.(?:rs|go)):(?<line>\d+)(?::\d+)?/gm,
    isInnermostLast: false,
  },
  // What PHP says before its trace
  { form: /\bin (?<path>\S+?\.php)(?::| on line )(?<line>\d+)/g, isInnermostLast: false },
  // Ruby, RSpec, PHP
  {
    form: /^[ \t]*(?:from |#\d* )?(?<path>(?:[A-Za-z]:)?[\w.\\/@-]+\.(?:rb|php))[:(](?<line>\d+)\)?(?::in [`'](?<name>[^'`]+)')?/gm,
    isInnermostLast: false,
  },
  // What was compiled from C, C++, Objective-C or Swift, as a debugger or a sanitizer shows it
  {
    form: /^[ \t]*#\d+ (?:[^\n]* at |[^\n]*\bin [^\n]+ )(?<path>\S+?\.(?:c|cc|cpp|cxx|h|hh|hpp|mm?|swift)):(?<line>\d+)/gm,
    isInnermostLast: false,
  },
  // Elixir, Lua
  {
    form: /^[ \t]*(?:\(\w[^)\n]*\) |lua: )?(?<path>[\w./-]+\.(?:exs?|lua)):(?<line>\d+): (?:\(\w+\) |in function '?)?(?<name>[\w.!?]+)?/gm,
    isInnermostLast: false,
  },
]
