import { redact } from '#kit/redact.ts'

/** A line of somebody's code without what looks like a secret. Few lines could have one, and only they are searched. */
export function withoutSecrets(line: string): string {
  return line.length >= SHORTEST && HINT.test(line) ? redact(line) : line
}

const SHORTEST = 12
const HINT =
  /sk-|gh[oprsu]_|github_pat|glpat|npm_|AKIA|ASIA|AIza|xox|eyJ|bearer|basic|:\/\/|PRIVATE|passw|secret|token|key|(?<![\w+/])[\w+/]{32}|webhook/i
