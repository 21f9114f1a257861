import { join } from 'node:path'
import { type Change, missingDirectories } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import { composeContent } from '../sections/compose-content.ts'
import { planSectionUpsert } from '../sections/plan-section.ts'
import { detectSection } from '../sections/section.ts'
import { INSTALLED_FILE, type Installed, readInstalled, renderInstalled } from './installed.ts'
import { type OwnedFile, ownedFiles } from './owned-files.ts'
import { type FilePlan, type Plan, planOfSection } from './plan.ts'
import { planMap } from './plan-map.ts'
import { planOwned } from './plan-owned.ts'
import { planSettings, type SettingsTarget } from './plan-settings.ts'
import { realName, toPortable } from './real-name.ts'

/** An instruction file that should carry keel's section. */
export type SectionTarget = {
  readonly path: string
  /** `own`: the facts themselves. `import`: see `composeContent`. `point`: `text` is all. */
  readonly facts: 'own' | 'import' | 'point'
  readonly text: string
  readonly preamble?: string
}

export type SetupRequest = {
  readonly root: string
  readonly facts: string
  readonly targets: readonly SectionTarget[]
  readonly settings: readonly SettingsTarget[]
  /** Files of keel's that lie where hosts look for them. */
  readonly agents: readonly OwnedFile[]
  /** The map as it was drawn; null where there is none to write. */
  readonly map: string | null
  /** Files of keel's that may be overwritten although they were edited. */
  readonly force: boolean
}

/** The template version of the sections. It moves when their text does. */
const SECTION_VERSION = 1

/** Everything `keel init` and `keel update` would write, and what they would say about it. */
export function planSetup(request: SetupRequest): Plan {
  const { root, agents, map, force } = request
  const installed = readInstalled(root)
  const owned = planOwned([...ownedFiles(), ...agents], { root, installed, force })
  const drawn = map === null ? [] : [planMap(root, { drawn: map, force })]
  const sections = planSections(request)
  const settings = request.settings.map((target) => planSettings(root, target))
  const parts = [...owned, ...drawn, ...sections, ...settings]
  const changes = parts.flatMap((part) => part.changes)
  const record = planRecord(root, {
    installed,
    changes,
    written: Object.assign({}, ...owned.map(({ written }) => written)),
    sections: sections
      .filter(({ report, changes }) => changes.length > 0 || hasSection(root, report.path))
      .map(({ report }) => realName(root, report.path)),
  })
  return {
    reports: parts.map(({ report }) => report),
    // The record goes first: a kill right after it leaves a record of files that are not there, which harms nobody.
    changes: [...record, ...changes],
  }
}

function planSections({ root, facts, targets }: SetupRequest): FilePlan[] {
  const seen = new Map<string, string>()
  return targets.map(({ path, facts: way, text, preamble }): FilePlan => {
    const confined = confine(root, path)
    const real = confined.kind === 'inside' ? confined.path : path
    const first = seen.get(real)
    if (first !== undefined) {
      return {
        report: {
          path,
          what: 'section',
          outcome: 'unchanged',
          notes: [`${path} is ${first} by a link, and the section is there.`],
        },
        changes: [],
      }
    }
    seen.set(real, path)
    const before = confined.kind === 'inside' && isFile(real) ? readIfReadable(real) : null
    const content =
      way === 'import' ? composeContent({ facts, extra: text, before }) : way === 'own' ? facts : text
    const section = { version: SECTION_VERSION, content, ...(preamble === undefined ? {} : { preamble }) }
    return planOfSection(planSectionUpsert({ root, path }, section))
  })
}

function planRecord(
  root: string,
  {
    installed,
    changes,
    written,
    sections,
  }: {
    installed: Installed | null
    changes: readonly Change[]
    written: Record<string, string>
    sections: readonly string[]
  },
): Change[] {
  const path = join(root, INSTALLED_FILE)
  const before = readIfReadable(path)
  const made = changes
    .map((change) => change.path)
    .flatMap(missingDirectories)
    .filter((directory) => directory !== join(root, '.keel'))
  const after = renderInstalled({
    files: { ...installed?.files, ...written },
    directories: [...(installed?.directories ?? []), ...made.map((directory) => toPortable(root, directory))],
    sections: [...sections, ...(installed?.sections ?? []).filter((path) => hasSection(root, path))],
  })
  return before?.equals(after) ? [] : [{ kind: 'write', path, before, after }]
}

function hasSection(root: string, path: string): boolean {
  return detectSection({ root, path }).kind === 'present'
}
