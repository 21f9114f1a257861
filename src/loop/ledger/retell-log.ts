import * as z from 'zod'
import type { Drive } from '#hosts/drive.ts'
import { type HostName, hosts } from '#hosts/registry.ts'
import { retellCall, retellResult } from '#kit/retell-call.ts'
import type { Worker } from '#words/entry.ts'

/** The end of the log of an attempt as people would tell it: what the agent said, what it called, and what came of that. */
export function retellLog(worker: Worker, log: string): string {
  const retell = worker.kind === 'model' ? retellStep : driveOf(worker.host)?.retell
  const lines = log.slice(-READ_CHARACTERS).trimEnd().split('\n')
  if (retell === undefined) return lines.slice(-LINES_MAX).join('\n')
  const told: string[] = []
  for (let at = lines.length - 1; at >= 0 && told.length < LINES_MAX; at--)
    told.unshift(...retell(lines[at] ?? ''))
  return told.slice(-LINES_MAX).join('\n')
}

const READ_CHARACTERS = 4 * 2 ** 20
const LINES_MAX = 50

function driveOf(name: string): Drive | undefined {
  return Object.hasOwn(hosts, name) ? (hosts[name as HostName].drive ?? undefined) : undefined
}

const call = z.object({ name: z.string(), input: z.unknown() })
const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('said'), text: z.string() }),
  z.object({ kind: z.literal('tool'), call, result: z.object({ kind: z.string(), text: z.string() }) }),
  z.object({ kind: z.literal('told'), text: z.string() }),
  z.object({ kind: z.literal('tried-again'), because: z.string() }),
  z.object({ kind: z.literal('ended'), ending: z.object({ kind: z.string(), detail: z.string() }) }),
])

/** A line of the conversation with a bare model. What it was asked is left out: whoever comes next is asked the same. */
function retellStep(line: string): string[] {
  const step = stepSchema.safeParse(parsed(line)).data
  switch (step?.kind) {
    case 'said':
      return step.text.trim() === '' ? [] : step.text.trimEnd().split('\n')
    case 'tool': {
      const isDone = step.result.kind === 'done'
      const title = retellCall(step.call.name, step.call.input)
      return [isDone ? title : `${title} (${step.result.kind})`, ...retellResult(step.result.text)]
    }
    case 'told':
      return [`keel: ${step.text.split('\n', 1)[0]}`]
    case 'tried-again':
      return [`(asked again: ${step.because})`]
    case 'ended':
      return step.ending.kind === 'ok' ? [] : [`(ended: ${step.ending.detail})`]
    case undefined:
      return []
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
