import { redactRecord } from '#kit/redact.ts'

/** What is told to a tracker, others read. The ids of tasks are as random as secrets, and stay. */
export function withoutSecrets<Said extends object>(said: Said): Said {
  const entries = Object.entries(said).map(([key, value]): [string, unknown] => {
    if (IDS.has(key)) return [key, value]
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [key, withoutSecrets(value)]
    return [key, redactRecord(value)]
  })
  return Object.fromEntries(entries) as Said
}

const IDS = new Set(['id', 'parent', 'depends_on', 'evidence', 'created'])
