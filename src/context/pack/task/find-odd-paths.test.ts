import { describe, expect, it } from 'vitest'
import { findLines } from './find-lines.ts'
import { findMentions } from './find-mentions.ts'
import { readTask } from './read-task.ts'

const ODD = [
  'app/[id]/page.tsx',
  'app/[...slug]/page.tsx',
  'app/(group)/layout.tsx',
  '(root)/layout.tsx',
  'src/routes/+page.svelte',
  'src/routes/[[lang]]/+page.ts',
  '@scope/pkg/file.ts',
  'src/émile/naïve.ts',
  'docs/how to begin.md',
  "it's/here.ts",
  '.github/workflows/ci.yml',
  '.npmrc',
  'c++/main.cpp',
]
const PATHS = [...ODD, 'page.tsx', 'src/other/page.tsx', 'src/other/layout.tsx', 'npmrc/page.ts', 'main.cpp']

function namedBy(text: string): string[] {
  const { path, fileName } = findMentions({ task: readTask(text), paths: PATHS, definersOf: () => [] })
  return PATHS.filter((_, file) => (path[file] ?? 0) + (fileName[file] ?? 0) === 1)
}

describe('a path that no sentence is made of', () => {
  it.each(ODD)('is a name of its file, and of no other, however it is written: %s', (path) => {
    for (const text of [
      `${path} is wrong`,
      `It is wrong in ${path}.`,
      `It is wrong (see ${path}), often`,
      `See \`${path}\`!`,
      `**${path}**: wrong`,
      `[${path}](https://example.org/x) is wrong`,
      `Wrong\n\n\`\`\`\n$ cat ${path}\n\`\`\``,
    ])
      expect(namedBy(text), text).toEqual([path])
  })

  it('may be of another machine, of Windows, or only the end of one', () => {
    expect(namedBy('/home/me/shop/app/[id]/page.tsx fails')).toEqual(['app/[id]/page.tsx'])
    expect(namedBy('C:\\shop\\app\\[id]\\page.tsx fails')).toEqual(['app/[id]/page.tsx'])
    expect(namedBy('[id]/page.tsx fails, and +page.svelte')).toEqual([
      'app/[id]/page.tsx',
      'src/routes/+page.svelte',
    ])
  })

  it('has lines as others have', () => {
    const task = readTask(
      'see app/[id]/page.tsx:12 and (root)/layout.tsx, line 7, and src/routes/+page.svelte:3',
    )
    expect(findLines(task, 'app/[id]/page.tsx')).toEqual([12])
    expect(findLines(task, 'src/routes/+page.svelte')).toEqual([3])
    expect(findLines(task, '(root)/layout.tsx')).toEqual([7])
  })

  it('is looked for in long lines without a blank by looking at each letter once', () => {
    const line = `${'+'.repeat(590)}\n`
    expect(findLines(readTask(`It fails\n\n${line.repeat(3000)}`), 'src/routes/+page.svelte')).toEqual([])
  })

  it('leaves to others what only looks like one', () => {
    expect(namedBy('call f(src/other/page.tsx) or [src/other/layout.tsx]')).toEqual([
      'src/other/page.tsx',
      'src/other/layout.tsx',
    ])
  })

  it('takes no time that is felt, whatever is written', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `app/[id]/${n}/+page.svelte`)
    const text = 'x '.repeat(100) + '([{.'.repeat(4000)
    expect(
      findMentions({ task: readTask(text), paths: many, definersOf: () => [] }).path.some((one) => one > 0),
    ).toBe(false)
  })
})
