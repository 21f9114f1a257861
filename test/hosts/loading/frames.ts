import { dirname, resolve } from 'node:path'
import type { ProgramName } from '../programs.ts'

/**
 * A stretch of a request in which a host shows one file, or several. What a frame shows itself is its text without
 * that of the frames inside it.
 */
export type Frame = {
  /** Where the host says it has it from; null where it does not say. */
  readonly path: string | null
  /** The frame that this one stands in. */
  readonly parent: Frame | null
  readonly kind: 'file' | 'import' | 'part' | 'between'
  text: string
}

/** Takes a text of a request apart, as its host frames it. What stands between frames makes frames of its own. */
export function framesIn(name: ProgramName, { text, cwd }: { text: string; cwd: string }): readonly Frame[] {
  const frames: Frame[] = []
  let open: readonly Frame[] = []
  const begin = (frame: Frame, around: readonly Frame[]) => {
    frames.push(frame)
    open = [...around, frame]
  }
  const between = (): Frame => ({ path: null, parent: null, kind: 'between', text: '' })
  begin(between(), [])
  let at = 0
  for (const border of findBorders(name, text)) {
    const current = open.at(-1)
    if (current !== undefined) current.text += text.slice(at, border.start)
    at = border.end
    if (isOpening(border)) {
      const around = border.kind === 'file' ? [] : open.filter(({ kind }) => kind !== 'between')
      begin(openFrame(border, { around: around.at(-1) ?? null, cwd }), around)
    } else if (open.length > 1) open = open.slice(0, -1)
    else begin(between(), [])
  }
  const last = open.at(-1)
  if (last !== undefined) last.text += text.slice(at)
  return frames
}

function openFrame({ kind, path }: Opening, { around, cwd }: { around: Frame | null; cwd: string }): Frame {
  const from = around?.path == null ? cwd : dirname(around.path)
  return { path: path === null ? null : resolve(from, path), parent: around, kind, text: '' }
}

type Border = {
  /** A file begins, and with it ends the one before; one is imported; one is a part of another, or itself; one ends. */
  readonly kind: 'file' | 'import' | 'part' | 'end'
  readonly path: string | null
  readonly start: number
  readonly end: number
}

type Opening = Border & { readonly kind: Exclude<Border['kind'], 'end'> }

function isOpening(border: Border): border is Opening {
  return border.kind !== 'end'
}

function findBorders(name: ProgramName, text: string): Border[] {
  return BORDERS[name]
    .flatMap(({ kind, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind,
        path: match[1] ?? null,
        start: match.index,
        end: match.index + match[0].length,
      })),
    )
    .toSorted((one, other) => one.start - other.start)
}

const BORDERS: Readonly<Record<ProgramName, readonly { kind: Border['kind']; pattern: RegExp }[]>> = {
  'claude-code': [
    { kind: 'file', pattern: /^Contents of (.+?)(?: \([^()\n]*\))?:$/gm },
    { kind: 'end', pattern: /^<\/system-reminder>/gm },
  ],
  codex: [
    { kind: 'file', pattern: /^<INSTRUCTIONS>$/gm },
    { kind: 'end', pattern: /^<\/INSTRUCTIONS>$/gm },
  ],
  'gemini-cli': [
    { kind: 'file', pattern: /^--- Context from: (.+) ---$/gm },
    { kind: 'part', pattern: /^--- File: (.+) ---$/gm },
    { kind: 'import', pattern: /<!-- Imported from: (.+?) -->/g },
    { kind: 'end', pattern: /^--- End of (?:Context from|File): .+ ---$|<!-- End of import from: .+? -->/gm },
  ],
  opencode: [{ kind: 'file', pattern: /^Instructions from: (.+)$/gm }],
  copilot: [
    { kind: 'file', pattern: /<custom_instruction>/g },
    { kind: 'file', pattern: /^Custom instructions from (.+?)\. Apply these.*$/gm },
    // It stands in the middle of a line, and the empty line before it belongs to it.
    { kind: 'import', pattern: /(?:\n\n)?<imported_custom_instruction source="(.+?)">/g },
    { kind: 'end', pattern: /<\/(?:(?:imported_)?custom_instruction|system_reminder)>/g },
  ],
}
