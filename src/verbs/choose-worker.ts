import type { Drive } from '#hosts/drive.ts'
import { findProgram } from '#hosts/find-hosts.ts'
import { settingsFiles } from '#hosts/hook-dialects.ts'
import { driveNames, type HostName, hosts } from '#hosts/registry.ts'
import { sealKey } from '#kit/seal.ts'
import { judgeActions } from '#loop/judge-actions.ts'
import { workByHost } from '#loop/work-by-host.ts'
import { workByModel } from '#loop/work-by-model.ts'
import type { WorkOnce } from '#loop/work-once.ts'
import { askModel } from '#models/ask-model.ts'
import { findModel } from '#models/registry.ts'
import type { Denial } from '#words/decision.ts'
import type { Worker } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'
import type { World } from './world.ts'

export type WorkerChoice = {
  readonly host?: HostName | undefined
  readonly model?: string | undefined
  readonly minutes: number
}

/** Who was asked for: a host, a bare model or, where nobody was, the first host whose program is on this machine. */
export function chooseWorker({ host, model }: WorkerChoice, { place }: World): Worker {
  if (host === undefined && model !== undefined) return { kind: 'model', model, role: 'artisan' }
  const found = host ?? driveNames.find((name) => findProgram(hosts[name].signs.programs, place) !== null)
  if (found !== undefined) return { kind: 'host', host: found, model: model ?? null }
  const titles = driveNames.map((name) => hosts[name].title).join(' nor ')
  throw new Fault({
    kind: 'user',
    code: 'no-worker',
    message: `Neither ${titles} is on this machine, and no model was named, as in --model anthropic/claude-sonnet-5.`,
    hint: hosts[driveNames[0]].install ?? 'keel run --help',
  })
}

/** The worker, ready to work. */
export async function engage(
  worker: Worker,
  { world, minutes, onDenied }: { world: World; minutes: number; onDenied: (denial: Denial) => void },
): Promise<WorkOnce> {
  const { place, now, program } = world
  const { environment } = place
  const wallMs = minutes * 60_000
  switch (worker.kind) {
    case 'model': {
      const address = findModel(worker.model, environment)
      return workByModel({
        askModel: (question) => askModel({ address, now, retries: RETRIES }, question),
        judge: await judgeActions({ root: place.root, settingsFiles, key: sealKey(place) }),
        onDenied,
        environment,
        clocks: { idleMs: IDLE_MS, wallMs },
        stepsMax: STEPS_MAX,
        now,
      })
    }
    case 'host': {
      const drive = driveOf(worker.host, place)
      return workByHost({
        drive,
        model: worker.model,
        hookCommand: [...program, 'hook', worker.host],
        mcpCommand: [...program, 'mcp'],
        environment,
        clocks: { idleMs: IDLE_MS, wallMs, lingerMs: LINGER_MS, obeyMs: OBEY_MS },
      })
    }
  }
}

const IDLE_MS = 10 * 60_000
const LINGER_MS = 10_000
const OBEY_MS = 5000
const RETRIES = { max: 3, firstMs: 1000 }
const STEPS_MAX = 100

/** Asked before a run begins: one whose program is not there would only be blocked. */
function driveOf(name: string, place: Place): Drive {
  const host = Object.hasOwn(hosts, name) ? hosts[name as HostName] : null
  if (host === null || host.drive === null) {
    throw new Fault({
      kind: 'user',
      code: 'not-driven',
      message: `There is no way to drive ${name} yet.`,
      hint: 'keel run --help',
    })
  }
  if (findProgram(host.signs.programs, place) === null) {
    throw new Fault({
      kind: 'user',
      code: 'no-program',
      message: `${host.title} is not on this machine: there is no program ${host.signs.programs.join(' or ')} on your PATH.`,
      hint: host.install ?? 'keel run --help',
    })
  }
  return host.drive
}
