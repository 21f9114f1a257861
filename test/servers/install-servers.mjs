/**
 * Fetches servers from Maven Central into a cache outside the repository:
 *
 *   node test/servers/install-servers.mjs [elasticsearch opensearch]
 *
 * Without names: both, some 165 MB. The cache is $KEEL_SERVER_CACHE, or ~/.cache/keel/servers. A mirror of Maven Central is
 * used where $KEEL_MAVEN_REPOSITORY or Maven's own settings name it.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, folderOf, reasonFileOf, serverNames, servers } from './catalogue.mjs'

const repository = findRepository().replace(/\/+$/, '')
const words = process.argv.slice(2)
const unknown = words.filter((word) => !serverNames.includes(word))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${serverNames.join(', ')}.`)
  process.exit(2)
}

mkdirSync(cacheFolder(), { recursive: true })
for (const name of words.length > 0 ? words : serverNames) {
  try {
    await install(name)
    rmSync(reasonFileOf(name), { force: true })
  } catch (error) {
    const cause = error.cause === undefined ? '' : ` (${error.cause.message})`
    const reason = `${error.message}${cause}`
    writeFileSync(reasonFileOf(name), reason)
    console.error(`${name} is not installed: ${reason}`)
    process.exitCode = 1
  }
}

function findRepository() {
  return process.env.KEEL_MAVEN_REPOSITORY || mirrorOfCentral() || 'https://repo1.maven.org/maven2'
}

/** As `~/.m2/settings.xml` has it, for whoever has to ask somebody else. */
function mirrorOfCentral() {
  const file = join(homedir(), '.m2', 'settings.xml')
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8').replaceAll(/<!--.*?-->/gs, '')
  for (const [mirror] of text.matchAll(/<mirror>.*?<\/mirror>/gs)) {
    const of = /<mirrorOf>\s*(.*?)\s*<\/mirrorOf>/s.exec(mirror)?.[1] ?? ''
    const url = /<url>\s*(.*?)\s*<\/url>/s.exec(mirror)?.[1]
    if (url !== undefined && /^(?:\*|central|external:\*)(?:,|$)/.test(of)) return url
  }
  return null
}

async function install(name) {
  const { version, parts, files } = servers[name]
  const folder = folderOf(name)
  if (existsSync(folder)) {
    console.log(`${name} ${version} is there: ${folder}`)
    return
  }
  console.log(`${name} ${version}: fetching it into ${folder}`)
  const unfinished = mkdtempSync(join(cacheFolder(), `.installing-${process.pid}-`))
  try {
    const home = join(unfinished, 'home')
    for (const part of parts) await place(part, { unfinished, home })
    for (const [path, text] of Object.entries(files)) writeFileSync(join(home, path), text)
    settle(home, folder)
    console.log(`${name} ${version} is installed`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function place({ path, file, sha256, into, isArchive }, { unfinished, home }) {
  const fetched = join(unfinished, file)
  writeFileSync(fetched, await fetchFile(path, sha256))
  const target = join(home, into)
  if (!isArchive) {
    mkdirSync(target, { recursive: true })
    copyFileSync(fetched, join(target, file))
    return
  }
  if (into !== '') return unpack(fetched, target)
  // A distribution lies in a folder of its own name.
  const around = join(unfinished, 'around')
  unpack(fetched, around)
  renameSync(join(around, readdirSync(around)[0]), home)
}

async function fetchFile(path, sha256) {
  const answer = await fetch(`${repository}/${path}`, { signal: AbortSignal.timeout(300_000) })
  if (!answer.ok) throw new Error(`${path}: the repository answers ${answer.status}`)
  const content = Buffer.from(await answer.arrayBuffer())
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== sha256) throw new Error(`${path} is not the file that it should be: its sha256 is ${found}`)
  return content
}

function unpack(archive, target) {
  const { status, error, stderr } = spawnSync('unzip', ['-q', archive, '-d', target], { encoding: 'utf8' })
  if (error !== undefined) throw new Error('`unzip` cannot be started', { cause: error })
  if (status !== 0) throw new Error(`\`unzip\` failed: ${stderr}`)
}

/** Whoever comes second finds the folder there and lets it stand. */
function settle(home, folder) {
  try {
    renameSync(home, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
  }
}
