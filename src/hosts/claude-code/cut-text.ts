import type { Cut, LoadedFile } from '#words/instructions.ts'

type CutText = Pick<LoadedFile, 'text' | 'cut'>

/** At the start nothing is cut. On demand, each file has a limit of its own and loses the lines beyond. */
export function cutTextOnDemand(text: string): CutText {
  if (text.length <= ON_DEMAND_MAX) return { text, cut: null }
  const because = `On demand Claude Code shows the first ${ON_DEMAND_MAX} characters of a file, in whole lines.`
  const shown = wholeLines(text, ON_DEMAND_MAX)
  return { text: shown, cut: lost({ text, shown, because }) }
}

/**
 * An AGENTS.md, or what it imports, comes on demand in a message of its own. One that is too long is put aside in a
 * file, and the model sees where, with a preview. The line with the path counts in both limits.
 */
export function cutAgentsText(text: string, path: string): CutText {
  const head = `Contents of ${path}:\n\n`
  if (head.length + text.length <= MESSAGE_MAX) return { text, cut: null }
  const preview = wholeLines(head + text, PREVIEW_MAX)
  const shown = (preview.length > PREVIEW_MAX / 2 ? preview : (head + text).slice(0, PREVIEW_MAX)).slice(
    head.length,
  )
  const because = `Beyond ${MESSAGE_MAX} characters Claude Code shows a preview of ${PREVIEW_MAX}.`
  return { text: shown, cut: lost({ text, shown, because }) }
}

/** The notes are cut by lines and by characters. */
export function cutMemoryText(text: string): CutText {
  const first = text
    .split(/(?<=\n)/)
    .slice(0, MEMORY_LINES_MAX)
    .join('')
  const shown = first.trimEnd().length > MEMORY_MAX ? wholeLines(first, MEMORY_MAX) : first
  if (shown === text) return { text, cut: null }
  const because = `Claude Code shows ${MEMORY_LINES_MAX} lines or ${MEMORY_MAX} characters of its notes.`
  return { text: shown, cut: lost({ text, shown, because }) }
}

const ON_DEMAND_MAX = 150_000
const MESSAGE_MAX = 100_000
const PREVIEW_MAX = 2_000
const MEMORY_LINES_MAX = 200
const MEMORY_MAX = 25_000

function wholeLines(text: string, charactersMax: number): string {
  return text.slice(0, text.lastIndexOf('\n', charactersMax) + 1)
}

function lost({ text, shown, because }: { text: string; shown: string; because: string }): Cut {
  return { bytes: Buffer.byteLength(text) - Buffer.byteLength(shown), because }
}
