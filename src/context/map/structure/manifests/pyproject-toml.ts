import type { Entrance, ManifestFacts, ManifestKind, Offer } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { parseToml, type Table } from './reading/parsed.ts'
import { has, pickKeys, pickTable, pickText, pickTexts } from './reading/pick.ts'
import { pythonOffers, pythonTools, requirementName } from './reading/python-offers.ts'

export const pyprojectToml: ManifestKind = {
  path: /(^|\/)pyproject\.toml$/,
  read: (_path, text) => {
    const parsed = parseToml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const manifest = parsed.table
    const name = pickText(manifest, 'project', 'name') ?? pickText(manifest, 'tool', 'poetry', 'name')
    const description =
      pickText(manifest, 'project', 'description') ?? pickText(manifest, 'tool', 'poetry', 'description')
    const own = ownDependencies(manifest)
    const development = groupDependencies(manifest).filter((dependency) => !own.includes(dependency))
    const dependencies = [...own, ...development]
    const tools = new Set([...pickKeys(manifest, 'tool'), ...dependencies])
    const version =
      pickText(manifest, 'project', 'requires-python') ??
      pickText(manifest, 'tool', 'poetry', 'dependencies', 'python')
    const members = pickTexts(manifest, 'tool', 'uv', 'workspace', 'members')
    return {
      ecosystem: 'python',
      ...(name === null ? {} : { module: { kind: 'package', name, description } }),
      dependencies,
      development,
      runtimes: version === null ? [] : [{ name: 'Python', version }],
      ...managerIn(manifest),
      offers: [
        ...pythonOffers(tools, pickKeys(manifest, 'tool', 'mypy')),
        ...scriptOffers(manifest),
        ...runnerOffers(manifest),
        ...installOffer(manifest),
      ],
      entryPoints: entrancesIn(manifest),
      tools: pythonTools(tools),
      ...(members.length === 0 ? {} : { workspace: { name: 'uv workspace', members } }),
    }
  },
}

/** What the project itself needs, or can do with. */
function ownDependencies(manifest: Table): string[] {
  const optional = Object.values(pickTable(manifest, 'project', 'optional-dependencies'))
  return namesOf([
    ...pickTexts(manifest, 'project', 'dependencies'),
    ...optional.flatMap((group) => pickTexts(group)),
    ...pickKeys(manifest, 'tool', 'poetry', 'dependencies'),
  ])
}

/** What is needed to work on it. What its documentation is made with tells nothing of how it is written. */
function groupDependencies(manifest: Table): string[] {
  const groups = [
    ...Object.entries(pickTable(manifest, 'dependency-groups')),
    ...Object.entries(pickTable(manifest, 'tool', 'pdm', 'dev-dependencies')),
  ].filter(([name]) => !DOCS.test(name))
  const poetryGroups = Object.entries(pickTable(manifest, 'tool', 'poetry', 'group')).filter(
    ([name]) => !DOCS.test(name),
  )
  return namesOf([
    ...groups.flatMap(([, group]) => pickTexts(group)),
    ...pickTexts(manifest, 'tool', 'uv', 'dev-dependencies'),
    ...pickKeys(manifest, 'tool', 'poetry', 'dev-dependencies'),
    ...poetryGroups.flatMap(([, group]) => pickKeys(group, 'dependencies')),
  ])
}

const DOCS = /^(docs?|documentation)$/i

function namesOf(requirements: readonly string[]): string[] {
  return [...new Set(requirements.flatMap((requirement) => requirementName(requirement) ?? []))]
}

/** Who installs it, where the manifest itself says so. A lockfile says it better. */
function managerIn(manifest: Table): Pick<ManifestFacts, 'packageManager'> {
  const builder = pickText(manifest, 'build-system', 'build-backend') ?? ''
  const named =
    ['poetry', 'uv', 'pdm', 'hatch', 'rye', 'pixi'].find(
      (name) => has(manifest, 'tool', name) && !(name === 'pdm' && isBuiltOnly(manifest)),
    ) ?? (builder.startsWith('poetry') ? 'poetry' : undefined)
  // Hatchling builds many projects that are not worked on with Hatch.
  if (named === undefined || (named === 'hatch' && !has(manifest, 'tool', 'hatch', 'envs'))) return {}
  return { packageManager: named }
}

/** Many projects are built by the backend of PDM that are not worked on with it. */
function isBuiltOnly(manifest: Table): boolean {
  return pickKeys(manifest, 'tool', 'pdm').every((key) => ['version', 'distribution', 'build'].includes(key))
}

/** Scripts of those managers and task runners that keep theirs here. */
function scriptOffers(manifest: Table): Offer[] {
  const hatch = Object.entries(pickTable(manifest, 'tool', 'hatch', 'envs')).flatMap(([env, table]) =>
    nameOffers(pickKeys(table, 'scripts'), (script) => ({
      line: `hatch run ${env === 'default' ? '' : `${env}:`}${script}`,
    })),
  )
  const pdm = nameOffers(pickKeys(manifest, 'tool', 'pdm', 'scripts'), (script) => ({
    line: `pdm run ${script}`,
  }))
  const poe = nameOffers(pickKeys(manifest, 'tool', 'poe', 'tasks'), (script) => ({
    line: `poe ${script}`,
    via: 'python',
  }))
  const taskipy = nameOffers(pickKeys(manifest, 'tool', 'taskipy', 'tasks'), (script) => ({
    line: `task ${script}`,
    via: 'python',
  }))
  return [...hatch, ...pdm, ...poe, ...taskipy]
}

function runnerOffers(manifest: Table): Offer[] {
  if (!has(manifest, 'tool', 'tox')) return []
  const environments = [
    ...pickKeys(manifest, 'tool', 'tox', 'env'),
    ...pickTexts(manifest, 'tool', 'tox', 'env_list'),
  ]
  return [
    { purpose: 'test', line: 'tox', via: 'python', rank: 4 },
    ...nameOffers([...new Set(environments)], (name) => ({ line: `tox -e ${name}`, via: 'python' })).filter(
      ({ purpose }) => purpose !== 'test',
    ),
  ]
}

function installOffer(manifest: Table): Offer[] {
  if (!has(manifest, 'project') && !has(manifest, 'tool', 'poetry') && !has(manifest, 'dependency-groups'))
    return []
  const isPackage = has(manifest, 'build-system') || has(manifest, 'tool', 'poetry')
  return [
    {
      purpose: 'install',
      line: isPackage ? 'install -e .' : 'install',
      via: 'python',
      rank: 1,
      isCustom: true,
    },
  ]
}

function entrancesIn(manifest: Table): Entrance[] {
  const tables = [
    pickTable(manifest, 'project', 'scripts'),
    pickTable(manifest, 'project', 'gui-scripts'),
    pickTable(manifest, 'tool', 'poetry', 'scripts'),
  ]
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, value]): Entrance[] => {
      const target = typeof value === 'string' ? value : pickText(value, 'reference')
      return target === null ? [] : [{ kind: 'program', name, target, isCommand: true }]
    }),
  )
}
