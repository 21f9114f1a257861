import { type Inventory, isWithin } from '../files/take-inventory.ts'
import type { Ecosystem, Offer } from '../manifests/manifest.ts'
import type { Manifest } from '../read-manifests.ts'

export type Offered = {
  readonly offer: Offer
  readonly folder: string
  readonly manifests: readonly Manifest[]
  readonly inventory: Inventory
}

/** An offer as it would be typed in its folder; null for what cannot be done that way. */
export function phraseOffer({ offer, folder, manifests, inventory }: Offered): string | null {
  const { line, via = 'shell' } = offer
  const hasFile = (name: string) => inventory.has(folder === '' ? name : `${folder}/${name}`)
  switch (via) {
    case 'shell':
      return line
    case 'node':
      return `${packageManagerOf({ ecosystem: 'javascript', folder, manifests }) ?? 'npm'} ${line}`
    case 'script':
      return phraseScript(line, packageManagerOf({ ecosystem: 'javascript', folder, manifests }) ?? 'npm')
    case 'python':
      return phrasePython(offer, packageManagerOf({ ecosystem: 'python', folder, manifests }) ?? 'pip')
    case 'gradle':
      return `${hasFile('gradlew') ? './gradlew' : 'gradle'} ${line}`
    case 'maven':
      return `${hasFile('mvnw') ? './mvnw' : 'mvn'} ${line}`
    case 'bundler':
      // Bundler looks for its file upwards, and does nothing where there is none.
      return foldersUpFrom(folder).some((above) => inventory.has(`${above}Gemfile`))
        ? `bundle exec ${line}`
        : line
  }
}

/** The folder and all above it, each as a path begins there. */
function foldersUpFrom(folder: string): string[] {
  const names = folder === '' ? [] : folder.split('/')
  return ['', ...names.map((_, at) => `${names.slice(0, at + 1).join('/')}/`)]
}

type Asked = Pick<Offered, 'folder' | 'manifests'> & { readonly ecosystem: Ecosystem }

/** The nearest word on it. A package.json that names its manager is believed before a lockfile, and a lockfile before the rest. */
function packageManagerOf({ ecosystem, folder, manifests }: Asked): string | null {
  const said = manifests.filter(
    (manifest) =>
      manifest.facts.packageManager !== undefined &&
      manifest.facts.ecosystem === ecosystem &&
      isWithin(folder, manifest.folder),
  )
  const trust = ({ name }: Manifest) => (name === 'package.json' ? 2 : /lock/.test(name) ? 1 : 0)
  const [best] = said.sort(
    (one, other) => other.folder.length - one.folder.length || trust(other) - trust(one),
  )
  return best?.facts.packageManager ?? null
}

function phraseScript(script: string, packageManager: string): string {
  const isShort =
    packageManager === 'yarn' ||
    (packageManager === 'pnpm' && !PNPM.has(script)) ||
    (packageManager === 'npm' && NPM.has(script))
  return `${packageManager} ${isShort ? '' : 'run '}${script}`
}

const NPM = new Set(['test', 'start', 'stop', 'restart'])
/** Words that pnpm takes for its own. */
const PNPM = new Set([
  'setup',
  'deploy',
  'install',
  'init',
  'link',
  'pack',
  'publish',
  'audit',
  'config',
  'server',
])

function phrasePython({ purpose, line }: Offer, packageManager: string): string | null {
  if (purpose === 'install') return INSTALLS.get(packageManager) ?? (/ /.test(line) ? `pip ${line}` : null)
  return packageManager === 'pip' ? line : `${packageManager} run ${line}`
}

const INSTALLS: ReadonlyMap<string, string> = new Map([
  ['uv', 'uv sync'],
  ['poetry', 'poetry install'],
  ['pdm', 'pdm install'],
  ['pipenv', 'pipenv install --dev'],
  ['rye', 'rye sync'],
  ['pixi', 'pixi install'],
  ['hatch', 'hatch env create'],
])
