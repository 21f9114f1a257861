import { join, resolve } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { InstructionLoad } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import { expandHome, type GeminiSettings } from './settings.ts'

const VARIABLE = 'GEMINI_SYSTEM_MD'

/** The file that replaces Gemini CLI's own system prompt, where a variable says so. Its imports are not followed. */
export function loadSystemPrompt({ cwd, environment }: Place, { home }: GeminiSettings): InstructionLoad {
  const value = environment[VARIABLE]?.trim() ?? ''
  if (['', '0', 'false'].includes(value.toLowerCase())) return { loaded: [], unloaded: [] }
  const isSwitch = ['1', 'true'].includes(value.toLowerCase())
  const path = isSwitch ? join(cwd, '.gemini', 'system.md') : resolve(cwd, expandHome(value, home))
  const bytes = readIfReadable(path)
  if (bytes === null) {
    const because = `${VARIABLE} asks for it, and Gemini CLI does not start without it.`
    return { loaded: [], unloaded: [{ path, kind: 'missing', because }] }
  }
  const via = { kind: 'setting', setting: VARIABLE } as const
  const text = bytes.toString('utf8')
  return {
    loaded: [{ path, via, when: { kind: 'start' }, bytes: bytes.length, text, cut: null }],
    unloaded: [],
  }
}
