/** A call of a tool in one line: what it is called, and what it is about. */
export function retellCall(name: string, input: unknown): string {
  return `> ${name}: ${aboutOf(input).replaceAll(/\s+/g, ' ').slice(0, CHARACTERS_MAX)}`
}

/** The end of what came of a call, set off from what the agent says. */
export function retellResult(text: string): string[] {
  const lines = text.trimEnd().split('\n')
  const shown = lines.slice(-RESULT_LINES).filter((line) => line.trim() !== '')
  return [...(lines.length > RESULT_LINES ? ['  …'] : []), ...shown.map((line) => `  ${line}`)]
}

const CHARACTERS_MAX = 300
const RESULT_LINES = 8
/** What a call is about, where it has one of these. */
const SUBJECTS = ['command', 'cmd', 'file_path', 'path', 'pattern', 'query', 'url', 'description']

function aboutOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '')
  const fields = new Map<string, unknown>(Object.entries(input))
  const subject = SUBJECTS.map((name) => fields.get(name)).find((value) => typeof value === 'string')
  return typeof subject === 'string' ? subject : JSON.stringify(input)
}
