import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameOf } from './name-of.mjs'
import { git } from './scratch-tree.mjs'

/** What says how the files of a language find each other. It comes along, and is not counted. */
const MANIFEST =
  /(^|\/)(package\.json|[tj]sconfig[^/]*\.json|pyproject\.toml|setup\.(py|cfg)|go\.(mod|work)|Cargo\.toml|pom\.xml|build\.gradle(\.kts)?|settings\.gradle(\.kts)?|composer\.json|Gemfile|mix\.exs|[^/]*\.(csproj|sln|slnx))$/

const SIZE_MAX_BYTES = 1024 * 1024

/**
 * A repository of about so many files that keel parses, of the files of real ones: whole folders of theirs, in an order that
 * hangs on their names alone, and no content twice.
 */
export function growTree({ scratch, repositories, size, isParsed }) {
  const root = join(scratch, 'grown', String(size))
  if (existsSync(join(root, '.git/grown'))) return root
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const chosen = choose(listFolders(repositories, isParsed), size)
  for (const path of repositories)
    checkOut({ path, root, files: chosen.filter((file) => file.repository === path) })
  git(root, 'init', '--quiet')
  git(root, 'add', '--all', '--force')
  git(
    root,
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@localhost',
    'commit',
    '--quiet',
    '--message',
    `${size} files`,
  )
  git(root, 'status')
  writeFileSync(join(root, '.git/grown'), '')
  return root
}

/** Folders two levels deep in each repository, with all that lies below: enough to hold what belongs together. */
function listFolders(repositories, isParsed) {
  const seen = new Set()
  const folders = new Map()
  for (const path of repositories)
    for (const line of git(path, 'ls-tree', '-r', '-l', '-z', 'HEAD').split('\0')) {
      const [about = '', name = ''] = line.split('\t')
      const [mode, , blob, size] = about.split(/ +/)
      const isCounted = isParsed(name)
      if (!mode?.startsWith('100') || Number(size) > SIZE_MAX_BYTES || !(isCounted || MANIFEST.test(name)))
        continue
      if (isCounted && seen.has(blob)) continue
      seen.add(blob)
      const folder = [nameOf(path), ...name.split('/').slice(0, -1).slice(0, 2)].join('/')
      if (!folders.has(folder)) folders.set(folder, [])
      folders.get(folder).push({ repository: path, name, blob, isCounted })
    }
  return folders
}

function choose(folders, size) {
  const order = [...folders.keys()].sort((one, other) => (digest(one) < digest(other) ? -1 : 1))
  const chosen = []
  let count = 0
  for (const folder of order) {
    const files = folders.get(folder)
    const more = files.filter(({ isCounted }) => isCounted).length
    if (count + more > size) continue
    count += more
    chosen.push(...files)
  }
  return chosen
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** Blob by blob: some stored copies of repositories lack a few, and cannot be checked out. */
function checkOut({ path, root, files }) {
  const below = join(root, nameOf(path))
  const input = files.map(({ blob }) => `${blob}\n`).join('')
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], { cwd: path, input, maxBuffer: 2 ** 32 })
  let at = 0
  for (const { name } of files) {
    const end = stdout.indexOf(10, at)
    const [, kind, size] = stdout.toString('utf8', at, end).split(' ')
    at = end + 1
    if (kind !== 'blob') continue
    const target = join(below, name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, stdout.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
}
