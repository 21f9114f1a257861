import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_TAGS } from '../tags.ts'
import type { CodeFile } from './code-file.ts'
import { openProject } from './open-project.ts'
import type { Project } from './resolver.ts'
import { searchProject } from './search-project.ts'

const names = ['a', 'ab', 'a.b', '.a', '.a.py', 'b.py', 'a.py', 'b', '__init__.py', 'a.', 'ä', 'a b', '']
const parts = fc.constantFrom(...names.filter((name) => name !== ''))
const path = fc.array(parts, { minLength: 1, maxLength: 4 }).map((some) => some.join('/'))
const asked = fc.oneof(
  path,
  fc.constantFrom(...names),
  path.map((one) => `${one}/`),
)

it('a project that is searched answers as one with lists, however much is asked', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { maxLength: 30 }),
      fc.array(asked, { maxLength: 8 }),
      (listed, some) => {
        const paths = listed.toSorted()
        const files = paths.map(
          (one): CodeFile => ({ path: one, role: 'source', grammar: 'python', tags: NO_TAGS }),
        )
        const read = () => null
        const searched = searchProject({ paths, files: () => files, read })
        const whole = openProject(files, read)
        for (const question of [...some, ...some])
          expect(answersOf(searched, question)).toEqual(answersOf(whole, question))
      },
    ),
    { numRuns: 400 },
  )
})

it('a project that is asked for a thousand paths answers the last as the first', () => {
  const paths = ['a/b.py', 'a/c/__init__.py', 'd.py']
  const files = paths.map(
    (one): CodeFile => ({ path: one, role: 'source', grammar: 'python', tags: NO_TAGS }),
  )
  const project = searchProject({ paths, files: () => files, read: () => null })
  const first = answersOf(project, 'c')
  for (let times = 0; times < 3000; times += 1) answersOf(project, 'a/b.py')
  expect(answersOf(project, 'c')).toEqual(first)
  expect(first.foldersWith).toEqual(['a'])
})

function answersOf(project: Project, question: string) {
  return {
    has: project.has(question),
    hasFolder: project.hasFolder(question),
    filesIn: project.filesIn(question),
    // Nobody relies on their order.
    foldersWith: [...project.foldersWith(question)].sort(),
    called: project.called(question),
    named: project.named(question),
  }
}
