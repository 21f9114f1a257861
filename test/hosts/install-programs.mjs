/**
 * Installs the programs of hosts into a cache outside the repository:
 *
 *   node test/hosts/install-programs.mjs [claude-code codex gemini-cli opencode copilot | --all]
 *
 * Without names: Claude Code and Codex. The cache is $KEEL_HOST_CACHE, or ~/.cache/keel/hosts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cacheFolder,
  catalogue,
  executableIn,
  folderOf,
  isInstalled,
  programNames,
} from './program-cache.mjs'

const words = process.argv.slice(2)
const unknown = words.filter((word) => word !== '--all' && !programNames.includes(word))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${programNames.join(', ')}, or --all.`)
  process.exit(2)
}
const chosen = words.includes('--all') ? programNames : words.length > 0 ? words : ['claude-code', 'codex']

mkdirSync(cacheFolder(), { recursive: true })
sweep()
const failed = chosen.filter((name) => !install(name))
if (failed.length > 0) {
  console.error(`Not installed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** What an installer that was killed left behind. One that is still at work keeps its folder. */
function sweep() {
  for (const entry of readdirSync(cacheFolder())) {
    const installer = /^\.installing-(\d+)-/.exec(entry)?.[1]
    if (installer === undefined || isAlive(Number(installer))) continue
    console.log(`removing ${entry}, which was never finished`)
    rmSync(join(cacheFolder(), entry), { recursive: true, force: true })
  }
}

function install(name) {
  const { pack, version } = catalogue[name]
  const folder = folderOf(name)
  if (isInstalled(name)) {
    console.log(`${name} ${version} is there: ${folder}`)
    return true
  }
  console.log(`${name} ${version}: installing ${pack} into ${folder}`)
  const unfinished = mkdtempSync(join(cacheFolder(), `.installing-${process.pid}-`))
  try {
    writeFileSync(join(unfinished, 'package.json'), '{"private":true}\n')
    // An exact version, because npm would otherwise take an older one that likes this version of Node better.
    const flags = ['--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
    const npm = spawnSync('npm', ['install', `${pack}@${version}`, ...flags], {
      cwd: unfinished,
      stdio: 'inherit',
    })
    if (npm.status !== 0) {
      console.error(`${name}: npm failed${npm.error === undefined ? '' : ` (${npm.error.message})`}`)
      return false
    }
    const said = versionSaidBy(name, unfinished)
    if (!said.includes(version)) {
      console.error(`${name}: the program should be ${version} and says ${JSON.stringify(said)}`)
      return false
    }
    settle(unfinished, folder)
    console.log(`${name} ${version} is installed`)
    return true
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** A program that does not even start is not installed. It is asked in a home of its own, and not in the user's. */
function versionSaidBy(name, folder) {
  const home = join(folder, 'home')
  mkdirSync(home)
  try {
    const { stdout, stderr, error } = spawnSync(executableIn(folder, name), ['--version'], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
    })
    return error === undefined ? `${stdout}${stderr}`.trim() : error.message
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Whoever comes second finds the folder there and lets it stand. A folder without its program is nobody's. */
function settle(unfinished, folder) {
  if (existsSync(folder)) {
    const name = programNames.find((known) => folderOf(known) === folder)
    if (isInstalled(name)) return
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
