import { commandsBehind } from './commands-behind.ts'

/** Whether a command line, followed to what it starts in the end, starts nothing that could test anything: `echo ok`. */
export function runsNothing(line: { readonly root: string; readonly command: string }): boolean {
  const started = commandsBehind(line)
  return started.length > 0 && started.every(({ words: [program = ''] }) => SAYS_ONLY.has(program))
}

const SAYS_ONLY = new Set(['echo', 'printf', 'true', ':', 'exit', 'sleep'])
