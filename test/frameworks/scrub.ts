import { homedir } from 'node:os'

/** Where recorded projects lie. */
export const PROJECT = '/project'

type Recording = { readonly text: string; readonly root: string; readonly folder: string }

/** What was said, without what differs from machine to machine and from run to run. */
export function scrub({ text, root, folder }: Recording): string {
  const moved = text
    .replaceAll(root, PROJECT)
    .replaceAll(root.replace(/\/project$/, ''), '/scratch')
    .replaceAll(folder, '/framework')
    .replaceAll(homedir(), '/home/somebody')
    .replaceAll(/(?:\.\.\/)+[^\s'"():]*\/framework\//g, '/framework/')
  return MOMENTS.reduce((scrubbed, [pattern, by]) => scrubbed.replaceAll(pattern, by), moved)
}

const COLOUR = String.raw`(?:\x1b\[\d+m)*`

const MOMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '2026-01-01T00:00:00'],
  [/\b\d\d:\d\d:\d\d\b/g, '00:00:00'],
  [new RegExp(String.raw`\b\d+(?:\.\d+)?(${COLOUR} ?${COLOUR}m?s\b)`, 'g'), '1$1'],
  [/("(?:startTime|endTime|start|end|duration|runtime|perfStats|slow)":\s*)\d+(?:\.\d+)?/g, '$11'],
  [/((?:duration_ms|time)[:=]? ?"?)\d+(?:\.\d+)?/g, '$11'],
  [/(hostname=")[^"]*/g, '$1host'],
  // All that Java knows of the machine.
  [/<properties>[\s\S]*?<\/properties>/g, '<properties/>'],
  // Of what others have on the stack, one frame does.
  [/("[^"]*\/gems\/rspec-[^"]*")(?:,"[^"]*\/(?:gems\/rspec-|bin\/rspec)[^"]*")+/g, '$1'],
  [
    /(\tat (?:java|jdk|org\.(?:junit|gradle))[./].*\n)(?:\tat (?:java|jdk|com\.sun|org\.(?:junit|gradle))[./].*\n)+/g,
    '$1',
  ],
]
