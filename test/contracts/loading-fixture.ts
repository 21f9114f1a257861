import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { namesIn } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'

/**
 * What a real program was seen to load: a layout on disk, and the text that reached the model, recorded from the
 * requests it sent. Every instruction file in a layout has lines with MARK in them, by which it was recognised.
 */
const body = z.union([
  z.string(),
  z.strictObject({ link: z.string() }),
  z.strictObject({ base64: z.string(), instruction: z.boolean().optional() }),
  z.strictObject({ dir: z.literal(true) }),
  z.strictObject({
    repeat: z.string(),
    times: z.number(),
    before: z.string().optional(),
    after: z.string().optional(),
  }),
])
const files = z.record(z.string(), body)

const loadingFixture = z.object({
  host: z.string(),
  version: z.string(),
  asks: z.string(),
  home: files.default({}),
  tree: files,
  above: files.default({}),
  repository: z.boolean(),
  cwd: z.string(),
  environment: z.record(z.string(), z.string()),
  arguments: z.array(z.string()),
  reads: z.array(z.string()),
  /** The tool that touched them, if it was not the one for reading. */
  readWith: z.string().optional(),
  /** Other tools the agent used, where reading is not the question. */
  tools: z.array(z.unknown()).optional(),
  place: z.string().optional(),
  worktree: z.string().optional(),
  worktree_tree: files.default({}),
  git_inside: z.array(z.string()).default([]),
  git_above: z.boolean().default(false),
  untrusted: z.boolean().default(false),
  /** Files at fixed places of the machine, outside any project and any home. */
  machine: files.optional(),
  /** What the recording says about itself. */
  note: z.string().optional(),
  /** Why the program did not start at all. */
  refused: z.string().optional(),
  loaded: z.array(
    z.object({
      path: z.string(),
      bytes: z.number(),
      whole: z.boolean(),
      when: z.enum(['start', 'read']),
      via: z.string().optional(),
      stripped: z.number().optional(),
      replaced: z.number().optional(),
      garbled: z.unknown().optional(),
      undecodable: z.unknown().optional(),
    }),
  ),
  absent: z.array(z.string()),
})

export type LoadingFixture = z.infer<typeof loadingFixture>

export function parseLoadingFixture(data: unknown): LoadingFixture {
  return loadingFixture.parse(data)
}

/** None for a host that nobody could record. */
export function loadingFixtures(host: string): { name: string; fixture: LoadingFixture }[] {
  const folder = join(import.meta.dirname, '../fixtures/hosts', host, 'loading')
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      name,
      fixture: parseLoadingFixture(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    }))
}

export type Layout = {
  home: string
  project: string
  above: string
  cwd: string
  /**
   * The folder that a file belongs to, itself or as what a link in there leads to, if the program takes that folder
   * in the raw order of its listing, which no two machines share.
   */
  listedIn: (path: string) => string | null
  /** Puts the real paths in the place of `$HOME`, `$PROJECT`, `$ABOVE`, and of `$SLUG`, the project in one word. */
  fill: (text: string) => string
  /** And back: recorded sizes are those of the text with the variables in it. */
  unfill: (text: string) => string
  dispose: () => void
}

/** Lays a fixture out on disk as the real program saw it. */
export function layOut(fixture: LoadingFixture): Layout {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-loading-')))
  const home = join(base, 'home')
  const project = fixture.place === undefined ? join(base, 'above/project') : fixture.place.replace('~', home)
  const above = dirname(project)
  mkdirSync(home, { recursive: true })
  mkdirSync(project, { recursive: true })
  const variables = [
    ['$PROJECT', project],
    ['$HOME', home],
    ['$ABOVE', above],
    ['$SLUG', project.replaceAll(/[^A-Za-z0-9]/g, '-')],
  ] as const
  const fill = (text: string) =>
    variables.reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
  const unfill = (text: string) =>
    variables.reduce((bare, [name, value]) => bare.replaceAll(value, name), text)
  const write = (root: string, content: z.infer<typeof files>) => writeFiles(root, content, fill)
  const written = [
    ...write(home, fixture.home),
    ...write(above, fixture.above),
    ...write(project, fixture.tree),
  ]
  if (fixture.git_above) git(above, 'init', '-q')
  if (fixture.repository) {
    git(project, 'init', '-q')
    // A worktree has what was committed, and what is ignored never was.
    git(project, 'add', '-A', ...(fixture.worktree === undefined ? ['-f'] : []))
    git(project, 'commit', '-q', '--allow-empty', '-m', 'all')
  }
  for (const folder of fixture.git_inside) git(join(project, folder), 'init', '-q')
  if (fixture.worktree !== undefined) {
    git(project, 'worktree', 'add', '-q', resolve(project, fixture.worktree))
    write(resolve(project, fixture.worktree), fixture.worktree_tree)
  }
  const cwd = resolve(project, fixture.cwd)
  mkdirSync(cwd, { recursive: true })
  const dispose = () => rmSync(base, { recursive: true, force: true })
  const listedIn = findListings(fixture.host, written)
  return { home, project, above, cwd, listedIn, fill, unfill, dispose }
}

function findListings(host: string, paths: readonly string[]): Layout['listedIn'] {
  const listed = new Map<string, string>()
  for (const path of paths) {
    const folder = UNSORTED[host]?.exec(path)?.[0]
    if (folder !== undefined && existsSync(path)) listed.set(realpathSync(path), folder)
  }
  return (path) => listed.get(upward(path).find((at) => listed.has(at)) ?? '') ?? null
}

/** The folders that a program takes as the file system lists them. */
const UNSORTED: Readonly<Record<string, RegExp>> = { 'claude-code': /^.*\/\.claude\/rules(?=\/)/ }

function writeFiles(root: string, content: z.infer<typeof files>, fill: (text: string) => string): string[] {
  return Object.entries(content).map(([path, value]) => {
    const file = join(root, fill(path))
    mkdirSync(dirname(file), { recursive: true })
    if (typeof value === 'string') writeFileSync(file, fill(value))
    else if ('link' in value) symlinkSync(fill(value.link), file)
    else if ('base64' in value) writeFileSync(file, Buffer.from(value.base64, 'base64'))
    else if ('dir' in value) mkdirSync(file, { recursive: true })
    else
      writeFileSync(
        file,
        fill(`${value.before ?? ''}${value.repeat.repeat(value.times)}${value.after ?? ''}`),
      )
    return file
  })
}

function git(cwd: string, ...words: string[]): void {
  const identity = [
    '-c',
    'user.name=keel',
    '-c',
    'user.email=keel@example.invalid',
    '-c',
    'core.autocrlf=false',
    // Hundreds are made, and gone a moment later: there is nothing to tidy up, and nobody to show how a hook is written.
    '-c',
    'maintenance.auto=false',
  ]
  execFileSync('git', [...identity, ...words], {
    cwd,
    env: { ...process.env, GIT_TEMPLATE_DIR: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
