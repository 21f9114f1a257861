/** What the recorded runs do not show: the reasons given, and corners that were tried on 1.0.102 by hand. */
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#kit/list-files.ts'
import type { LoadedWhen } from '#words/instructions.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { writeTree } from '../../../test/contracts/tree.ts'
import { copilot } from './host.ts'

describe('what Copilot CLI does not load', () => {
  it('names every import that failed, with the line and the reason', () => {
    const { told } = load({
      'AGENTS.md': [
        'Start with @gone.md and @docs/ and @../outside.md, or @/etc/x.conf and @~/y.md.',
        'See **@x.md**, @x.md#part and @Makefile. Ask @alice, bob@example.com or @types/node.',
      ].join('\n'),
      'docs/a.md': 'A.',
      'x.md': 'X.',
      Makefile: 'all:',
    })
    expect(told).toEqual([
      'missing gone.md: AGENTS.md:1 imports it, but there is no such file.',
      'ignored docs: AGENTS.md:1 imports it, but it is a directory.',
      'missing ../outside.md: AGENTS.md:1 imports it, but there is no such file.',
      'ignored /etc/x.conf: AGENTS.md:1 imports it, and Copilot CLI imports only by relative paths.',
      'ignored ../home/y.md: AGENTS.md:1 imports it, and Copilot CLI imports only by relative paths.',
      'missing x.md**: AGENTS.md:2 imports it: the “**” behind x.md counts as part of the name.',
      'missing x.md#part: AGENTS.md:2 imports it: the “#part” behind x.md counts as part of the name.',
      'ignored Makefile: AGENTS.md:2 mentions it, but a name without a dot or a slash stays text: write @./Makefile.',
    ])
  })

  it('is a file that a link mentions, of which it says so, and nothing of a person or a package in a link', () => {
    const { told, loaded } = load({
      'AGENTS.md': [
        'See [@x.md](x.md) and ![@x.md][ref].',
        'Ask [@alice](https://example.com/alice.html) about [@types/node](https://example.com/a.b) or @@bob.md',
      ].join('\n'),
      'x.md': 'X.',
    })
    expect(loaded).toEqual(['start AGENTS.md'])
    expect(told).toEqual([
      'ignored x.md: AGENTS.md:1 mentions it in a link, where what follows x.md counts as part of the name.',
      'missing bob.md: AGENTS.md:2 imports it, but there is no such file.',
    ])
  })

  it('is an import from outside the repository', () => {
    const { told } = load({ '.git/HEAD': '', 'AGENTS.md': '@../home/x.md', '../home/x.md': 'X.' })
    expect(told).toEqual([
      expect.stringMatching(
        /^ignored \.\.\/home\/x\.md: AGENTS\.md:1 imports it, and Copilot CLI imports only from inside \/.*\/project\.$/,
      ),
    ])
  })

  it('calls an import cut that lies too deep, unless another way leads there', () => {
    const hops = [1, 2, 3, 4, 5, 6, 7, 8].map((hop) => [`hop${hop}.md`, `@hop${hop + 1}.md`])
    const files = { 'AGENTS.md': '@hop1.md', ...Object.fromEntries(hops), 'hop9.md': 'Nine.' }
    expect(load(files).told).toEqual([
      'cut hop9.md: hop8.md:1 imports it, but Copilot CLI follows imports only 8 files deep.',
    ])
    expect(load({ ...files, 'AGENTS.md': '@hop1.md @hop9.md' }).told).toEqual([])
  })

  it('is a second file with the same text, imports included', () => {
    const same = { 'AGENTS.md': 'Read @x.md', 'x.md': 'X.' }
    expect(load({ ...same, 'CLAUDE.md': 'Read @x.md' }).told).toEqual([
      'ignored CLAUDE.md: Copilot CLI sends the same text once, and AGENTS.md has it too.',
    ])
    const apart = load({ ...same, '.github/copilot-instructions.md': 'Read @x.md', '.github/x.md': 'Other.' })
    expect(apart.told).toEqual([])
  })

  it('says which rule of the place a file falls under', () => {
    const { told } = load(
      {
        '.git/HEAD': '',
        '.claude/CLAUDE.md': 'Never.',
        'a/.github/instructions/x.instructions.md': 'Between.',
        'a/b/agents.md': 'Variant.',
        'a/b/AGENTS.md': '',
        'z/AGENTS.md': 'Beside.',
      },
      { folder: 'a/b' },
    )
    expect(told).toEqual([
      'ignored a/b/AGENTS.md: It is empty.',
      'ignored .claude/CLAUDE.md: Copilot CLI never reads .claude/CLAUDE.md in the repository’s root or where it is started.',
      'ignored a/.github/instructions/x.instructions.md: Copilot CLI reads no instruction folders between the repository’s root and where it is started.',
      'ignored a/b/agents.md: Copilot CLI reads one file of this name, whatever its case, and it is another one here.',
      'ignored z/AGENTS.md: Copilot CLI reads from the repository’s root down to where it is started, and below that on demand.',
    ])
  })
})

describe('where Copilot CLI sees an import', () => {
  it.each([
    ['`x` @x.md ` y', true],
    ['` y @x.md', false],
    ['`` ` @x.md ` ``', false],
    ['    ```\n@x.md\n    ```', false],
    ['```\n```sh\n@x.md', true],
    ['- ```\n@x.md', true],
    ['<@x.md>', true],
    ['é@x.md', true],
    ['@x.md(1)', false],
    ['[@x.md](y)', false],
    ['![@x.md](y)', false],
    ['[see @x.md now](y)', true],
    ['([@x.md]).', true],
  ])('%j has an import that counts: %s', (text, isImport) => {
    const { loaded } = load({ 'AGENTS.md': text, 'x.md': 'X.' })
    expect(loaded.includes('start x.md')).toBe(isImport)
  })
})

describe('when a file with front matter counts', () => {
  it.each([
    ['applyTo: **/*.ts', '**/*.ts'],
    ['applyTo: "**/*.{ts,tsx}, lib/**"', '**/*.{ts,tsx} lib/**'],
    ['applyTo: ["**", "lib/**"]', '** lib/**'],
    ['applyTo: **', 'start'],
    ['applyTo: ""\npaths: "src/**"', 'start'],
    ['paths: "src/**"', 'src/**'],
    ['applyTo: 5', 'start'],
    ['excludeAgent: [code-review, coding-agent]', undefined],
    ['description: a: b\nexcludeAgent: coding-agent', 'start'],
  ])('%j makes it come with: %s', (frontMatter, expected) => {
    const { loaded } = load({ '.claude/rules/a.md': `---\n${frontMatter}\n---\nA.` })
    expect(loaded).toEqual(expected === undefined ? [] : [`${expected} .claude/rules/a.md`])
  })

  it('tries each pattern on the path from the root and on the bare name', () => {
    const { whenOf, project } = load(
      { '.git/HEAD': '', '.claude/rules/a.md': '---\npaths: "*.ts, src/*.md, /docs/**, @(x).py"\n---\nA.' },
      { folder: 'src' },
    )
    const when = whenOf('.claude/rules/a.md')
    const matches = (path: string) => when?.kind === 'match' && when.matches(join(project, path))
    expect(['src/deep/.a.ts', 'src/a.md'].filter(matches)).toHaveLength(2)
    expect(['a.ts', 'src/deep/a.md', 'src/docs/a', 'src/x.py'].filter(matches)).toEqual([])
  })
})

describe('what Copilot CLI loads when a file below is viewed', () => {
  it('is the nearest folder first, with markup escaped', () => {
    const { loaded, files } = load({ 'a/AGENTS.md': 'A.', 'a/b/AGENTS.md': '<!-- "x" & y -->' })
    expect(loaded).toEqual(['a/b/ a/b/AGENTS.md', 'a/ a/AGENTS.md'])
    expect(files[0]?.text).toBe('&lt;!-- &quot;x&quot; &amp; y --&gt;')
  })

  it('is .claude/CLAUDE.md of the start folder only for what lies beside it', () => {
    const { loaded } = load({ '.claude/CLAUDE.md': 'Own.', 'a/.claude/CLAUDE.md': 'A.' })
    expect(loaded).toEqual(['.claude/ .claude/CLAUDE.md', 'a/ a/.claude/CLAUDE.md'])
  })

  it('is the target of a link, with the imports that lie beside the target', () => {
    const { loaded } = load(
      { 'docs/x.md': 'X.', 'docs/all.md': 'All @x.md', 'a/x.md': 'Other.' },
      { links: { 'a/AGENTS.md': '../docs/all.md' } },
    )
    expect(loaded).toEqual(['a/ docs/all.md', 'a/ docs/x.md'])
  })
})

/** What Copilot CLI does with these files when it is started in the project, or in a folder of it. */
function load(
  files: Readonly<Record<string, string>>,
  { folder = '.', links = {} }: { folder?: string; links?: Readonly<Record<string, string>> } = {},
) {
  const { home, project } = scratch()
  writeTree(project, [
    ...Object.entries(files).map(
      ([path, text]) => ({ kind: 'file', path, bytes: Buffer.from(text) }) as const,
    ),
    ...Object.entries(links).map(([path, target]) => ({ kind: 'link', path, target }) as const),
  ])
  const name = (path: string) => (path.startsWith(dirname(project)) ? relative(project, path) : path)
  const place = { cwd: join(project, folder), root: project, home, environment: {} }
  const candidates = listFiles(project).filter((path) => copilot.recognises(name(path)))
  const { loaded, unloaded } = copilot.loadInstructions({ place, candidates })
  const said = (when: LoadedWhen) => {
    if (when.kind === 'directory') return `${name(when.directory)}/`
    return when.kind === 'match' ? when.globs.join(' ') : when.kind
  }
  return {
    project,
    files: loaded,
    loaded: loaded.map(({ path, when }) => `${said(when)} ${name(path)}`),
    told: unloaded.map(({ path, kind, because }) => `${kind} ${name(path)}: ${because}`),
    whenOf: (path: string) => loaded.find((file) => name(file.path) === path)?.when,
  }
}
