import { createInterface } from 'node:readline/promises'
import { loadConfig } from '#config/load-config.ts'
import { main } from '#surfaces/cli/main.ts'
import { describeTerminal } from '#surfaces/cli/terminal.ts'
import { findPlace } from '#verbs/find-place.ts'
import type { World } from '#verbs/world.ts'

/** Builds the world once and opens the command line on it. */
export function runCli(typed: readonly string[]): Promise<number> {
  const { env, platform, stdin, stdout, stderr } = process
  return main({
    typed,
    createWorld: (settings): World => {
      const place = findPlace(process.cwd(), env)
      return {
        place,
        config: loadConfig(place, settings),
        confirm: stdin.isTTY && stdout.isTTY && !env['CI'] ? confirm : null,
      }
    },
    terminal: describeTerminal({
      isTerminal: stdout.isTTY === true,
      columns: stdout.columns ?? 100,
      platform,
      environment: env,
    }),
    print: (text) => stdout.write(text),
    complain: (text) => stderr.write(text),
  })
}

async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await prompt.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    prompt.close()
  }
}
