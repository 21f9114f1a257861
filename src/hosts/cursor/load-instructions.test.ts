import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#kit/list-files.ts'
import type { LoadedWhen } from '#words/instructions.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { writeTree } from '../../../test/contracts/tree.ts'
import { cursor } from './host.ts'

describe('what Cursor loads at the start', () => {
  it('is every rule that always applies, then .cursorrules, then AGENTS.md', () => {
    const { loaded } = load({
      'AGENTS.md': 'Agents.',
      '.cursorrules': 'Legacy.',
      '.cursor/rules/b.mdc': rule('alwaysApply: true', 'B.'),
      '.cursor/rules/deep/a.mdc': rule('globs: *.ts\nalwaysApply: true\ndescription: x', 'A.'),
    })
    expect(loaded).toEqual([
      'start .cursor/rules/b.mdc: B.',
      'start .cursor/rules/deep/a.mdc: A.',
      'start .cursorrules: Legacy.',
      'start AGENTS.md: Agents.',
    ])
  })

  it('is nothing of a file without text', () => {
    const { loaded, told } = load({
      'AGENTS.md': ' \n',
      '.cursor/rules/a.mdc': rule('alwaysApply: true', '\n'),
    })
    expect(loaded).toEqual([])
    expect(told).toEqual(['ignored .cursor/rules/a.mdc: It is empty.', 'ignored AGENTS.md: It is empty.'])
  })

  it('takes only the word true for alwaysApply, not the string', () => {
    const { loaded } = load({ '.cursor/rules/a.mdc': rule('alwaysApply: "true"\ndescription: x', 'A.') })
    expect(loaded).toEqual(['asked .cursor/rules/a.mdc: A.'])
  })

  it('shows the rule without its front matter, but counts the whole file', () => {
    const source = '---\r\nalwaysApply: true\r\n---\r\nA.\r\n'
    const [file] = load({ '.cursor/rules/a.mdc': source }).files
    expect(file).toMatchObject({ bytes: source.length, text: 'A.\r\n' })
  })
})

describe('what Cursor loads later', () => {
  it('comes with a file that matches the globs, relative to the workspace', () => {
    const { whenOf, project } = load({
      '.cursor/rules/list.mdc': rule('globs:\n  - "src/**"\n  - "*.md"', 'List.'),
      '.cursor/rules/string.mdc': rule('globs: lib/**/*.{ts,tsx}, **/*.py', 'String.'),
    })
    expect(fires(whenOf('.cursor/rules/list.mdc'), join(project, 'src/a/b.ts'))).toBe(true)
    expect(fires(whenOf('.cursor/rules/list.mdc'), join(project, 'README.md'))).toBe(true)
    expect(fires(whenOf('.cursor/rules/list.mdc'), join(project, 'docs/a.md'))).toBe(false)
    expect(fires(whenOf('.cursor/rules/string.mdc'), join(project, 'lib/a.tsx'))).toBe(true)
    expect(fires(whenOf('.cursor/rules/string.mdc'), join(project, 'any/where.py'))).toBe(true)
    expect(fires(whenOf('.cursor/rules/string.mdc'), join(project, 'src/a.ts'))).toBe(false)
  })

  it('comes when the model asks for it, where only a description is set', () => {
    const { loaded } = load({ '.cursor/rules/a.mdc': rule('description: About a\nglobs:', 'A.') })
    expect(loaded).toEqual(['asked .cursor/rules/a.mdc: A.'])
  })

  it('comes with the files of a folder below that has rules or an AGENTS.md', () => {
    const { loaded, whenOf, project } = load({
      'api/AGENTS.md': 'Api.',
      'api/.cursor/rules/always.mdc': rule('alwaysApply: true', 'Always.'),
      'api/.cursor/rules/bare.mdc': 'Bare.',
      'api/.cursor/rules/some.mdc': rule('globs: "**/*.ts"', 'Some.'),
    })
    expect(loaded).toEqual([
      'api/ api/.cursor/rules/always.mdc: Always.',
      'api/ api/.cursor/rules/bare.mdc: Bare.',
      '**/*.ts api/.cursor/rules/some.mdc: Some.',
      'api/ api/AGENTS.md: Api.',
    ])
    const some = whenOf('api/.cursor/rules/some.mdc')
    expect(fires(some, join(project, 'api/src/a.ts'))).toBe(true)
    expect(fires(some, join(project, 'web/a.ts'))).toBe(false)
  })

  it('includes the files that a rule names by their path in the workspace, one step deep', () => {
    const { loaded, told } = load({
      '.cursor/rules/a.mdc': rule(
        'alwaysApply: true',
        'See @src/a.ts and (@b.md), ask @alice or @types/node.\n```py\n@app.route\n```\n@src/gone.ts\n@../out.md\n',
      ),
      'src/a.ts': '// @b.md @c.md',
      'b.md': 'B.',
      'c.md': 'C.',
    })
    expect(loaded.slice(1)).toEqual([
      'start src/a.ts from .cursor/rules/a.mdc:4: // @b.md @c.md',
      'start b.md from .cursor/rules/a.mdc:4: B.',
    ])
    expect(told).toEqual([
      'missing src/gone.ts: .cursor/rules/a.mdc:8 refers to it, but there is no such file.',
      'ignored ../out.md: .cursor/rules/a.mdc:9 refers to it, but it is outside the workspace.',
    ])
  })
})

describe('what Cursor does not load', () => {
  it('is a rule that only its name brings in', () => {
    const { told } = load({ '.cursor/rules/a.mdc': 'A.', '.cursor/rules/b.mdc': rule('globs:', 'B.') })
    expect(told).toEqual([
      'ignored .cursor/rules/a.mdc: It sets no alwaysApply, globs or description: only @a brings it in.',
      'ignored .cursor/rules/b.mdc: It sets no alwaysApply, globs or description: only @b brings it in.',
    ])
  })

  it('is a rule with malformed front matter, unless the globs alone are no YAML', () => {
    const { loaded, told } = load({
      '.cursor/rules/a.mdc': '---\nalwaysApply: true\nA.',
      '.cursor/rules/b.mdc': rule('description: [\nalwaysApply: true', 'B.'),
      '.cursor/rules/c.mdc': rule('description: c\nglobs: **/*.ts\nalwaysApply: false', 'C.'),
    })
    const because = 'Its front matter is malformed: Cursor skips the rule.'
    expect(told).toEqual([
      `ignored .cursor/rules/a.mdc: ${because}`,
      `ignored .cursor/rules/b.mdc: ${because}`,
    ])
    expect(loaded).toEqual(['**/*.ts .cursor/rules/c.mdc: C.'])
  })

  it('is plain Markdown among the rules, .cursorrules below, and CLAUDE.md', () => {
    const { told } = load({
      'CLAUDE.md': 'Claude.',
      '.cursor/rules/a.md': 'A.',
      'sub/.cursorrules': 'Sub.',
    })
    expect(told).toEqual([
      'ignored .cursor/rules/a.md: In .cursor/rules Cursor reads only .mdc files.',
      'ignored CLAUDE.md: CLAUDE.md at the root is read by the Cursor CLI only.',
      'ignored sub/.cursorrules: Cursor reads .cursorrules only at the root of its workspace.',
    ])
  })

  it('is anything above or beside the folder it is opened in', () => {
    const files = {
      'AGENTS.md': 'Root.',
      '.cursor/rules/a.mdc': rule('alwaysApply: true', 'A.'),
      'api/AGENTS.md': 'Api.',
      'web/AGENTS.md': 'Web.',
    }
    const { loaded, told } = load(files, 'api')
    expect(loaded).toEqual(['start api/AGENTS.md: Api.'])
    expect(told).toEqual(
      ['.cursor/rules/a.mdc', 'AGENTS.md', 'web/AGENTS.md'].map(
        (path) => `ignored ${path}: Cursor reads nothing outside its workspace.`,
      ),
    )
  })
})

function rule(frontMatter: string, text: string): string {
  return `---\n${frontMatter}\n---\n${text}`
}

/** What Cursor does with these files when it is opened in the project, or in a folder of it. */
function load(files: Readonly<Record<string, string>>, folder = '.') {
  const { home, project } = scratch()
  writeTree(
    project,
    Object.entries(files).map(([path, text]) => ({ kind: 'file', path, bytes: Buffer.from(text) })),
  )
  const name = (path: string) => relative(project, path)
  const place = { cwd: join(project, folder), root: project, home, environment: {} }
  const candidates = listFiles(project).filter((path) => cursor.recognises(name(path)))
  const { loaded, unloaded } = cursor.loadInstructions({ place, candidates })
  const said = (when: LoadedWhen) => {
    if (when.kind === 'directory') return `${name(when.directory)}/`
    return when.kind === 'match' ? when.globs.join() : when.kind
  }
  return {
    project,
    files: loaded,
    loaded: loaded.map(({ path, via, when, text }) => {
      const from = via.kind === 'import' ? ` from ${name(via.from)}:${via.line}` : ''
      return `${said(when)} ${name(path)}${from}: ${text}`
    }),
    told: unloaded.map(({ path, kind, because }) => `${kind} ${name(path)}: ${because}`),
    whenOf: (path: string) => loaded.find((file) => name(file.path) === path)?.when,
  }
}

function fires(when: LoadedWhen | undefined, path: string): boolean {
  return when?.kind === 'match' && when.matches(path)
}
