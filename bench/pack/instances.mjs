import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What both benches are asked with. */
export const OPTIONS = {
  instances: { type: 'string' },
  mirrors: { type: 'string' },
  repo: { type: 'string', default: '' },
  part: { type: 'string', default: '1/1' },
  each: { type: 'string', default: '0' },
  scratch: { type: 'string', default: join(tmpdir(), 'keel-bench-pack') },
  write: { type: 'boolean', default: false },
}

/**
 * The instances of a file that have something to find and a mirror to find it in, in the order of their repositories and times:
 * all of them, or so many of each repository, evenly spread.
 */
export function readInstances({ instances, mirrors, repo, part, each }) {
  const [own, parts] = part.split('/').map(Number)
  const all = readFileSync(instances, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((one) => one.gold_files.length > 0 && one.repo.includes(repo) && mirrorOf(one.repo, mirrors))
    .sort((one, other) => (`${one.repo} ${one.created_at}` < `${other.repo} ${other.created_at}` ? -1 : 1))
  const byRepo = new Map()
  for (const one of all) byRepo.set(one.repo, [...(byRepo.get(one.repo) ?? []), one])
  const most = Number(each)
  return [...byRepo.values()]
    .flatMap((group) => (most === 0 || group.length <= most ? group : spread(group, most)))
    .filter((_, place) => place % parts === own - 1)
}

function spread(group, most) {
  return Array.from({ length: most }, (_, place) => group[Math.floor((place * group.length) / most)])
}

/** Instances write the names of some repositories in another case. */
function mirrorOf(repo, mirrors) {
  const wanted = repo.replace('/', '+').toLowerCase()
  return readdirSync(mirrors).find(
    (one) => one.toLowerCase() === wanted && existsSync(join(mirrors, one, 'repo')),
  )
}

/** One tree of each repository, brought to a commit: nothing later than that can be seen in it. */
export function checkOut({ repo, commit, mirrors, scratch, part }) {
  const name = mirrorOf(repo, mirrors)
  const tree = join(scratch, part.replace('/', 'of'), name)
  const git = (...words) => execFileSync('git', words, { cwd: tree, stdio: ['ignore', 'ignore', 'ignore'] })
  mkdirSync(tree, { recursive: true })
  git('init', '-q')
  writeFileSync(join(tree, '.git/objects/info/alternates'), `${join(mirrors, name, 'repo/objects')}\n`)
  git('update-ref', 'refs/heads/base', commit)
  git('symbolic-ref', 'HEAD', 'refs/heads/base')
  rmSync(join(tree, '.git/index.lock'), { force: true })
  try {
    git('reset', '-q', '--hard')
  } catch {
    // A mirror may lack single large files: the rest is checked out.
    git('read-tree', 'HEAD')
    try {
      git('checkout-index', '-a', '-q', '-f')
    } catch {}
  }
  git('clean', '-fdq', '-e', '.keel')
  return tree
}
