import { execFileSync, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readJournal } from '#journal/read-journal.ts'
import type { ScenarioInput } from '#models/scripted/scenario.ts'
import { startScriptedModel } from '#models/scripted/start-scripted-model.ts'
import type { Entry } from '#words/entry.ts'
import { BIN, scratch } from '../contracts/program.ts'

/** A repository with a bug and tests that show it. */
export function openShop() {
  const { base, home, project } = scratch()
  cpSync(join(import.meta.dirname, '../../templates/demo/project'), project, { recursive: true })
  const git = (...words: string[]) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
  const entries = (): readonly Entry[] => readJournal(project).entries
  return { base, home, project, git, entries }
}

export type Lane = Omit<ScenarioInput['lanes'][number], 'name'>
export type Steps = Lane['steps']

/** What an agent says that wants to be believed. */
export const DONE = { text: 'Done.\n\n<promise>COMPLETE</promise>' }

export function edit(path: string, { old, fresh }: { old: string; fresh: string }) {
  return { name: 'edit', input: { path, old, new: fresh } }
}

export function shell(command: string) {
  return { name: 'run', input: { command } }
}

/** A model that says these things until the test is over, and how a program finds it. */
export async function playModel(home: string, lane: Lane) {
  const model = await startScriptedModel({ scenario: { lanes: [{ name: 'main', ...lane }] } })
  onTestFinished(model.close)
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test-key',
  }
  return { model, environment }
}

/** How `keel run` is started there, and what it answers when it has come to its end. */
export function runsIn(project: string, environment: Readonly<Record<string, string>>) {
  const start = (...words: string[]) =>
    spawn(process.execPath, [BIN, 'run', ...words], {
      cwd: project,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const run = async (...words: string[]) => {
    const child = start(...words, '--json')
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, answer: JSON.parse(stdout) }
  }
  return { start, run }
}

/** Any verb, by a process that lets a model in this one answer meanwhile. */
export function asksIn(project: string, environment: Readonly<Record<string, string>>) {
  return async (...words: string[]) => {
    const child = spawn(process.execPath, [BIN, ...words], {
      cwd: project,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, stdout, stderr }
  }
}
