import { azurePipelines } from './azure-pipelines.ts'
import { biomeSettings } from './biome-settings.ts'
import { buildGradle } from './build-gradle.ts'
import { buildSbt } from './build-sbt.ts'
import { cargoToml } from './cargo-toml.ts'
import { circleci } from './circleci.ts'
import { cmakeLists } from './cmake-lists.ts'
import { composeFile } from './compose-file.ts'
import { composerJson } from './composer-json.ts'
import { csproj } from './csproj.ts'
import { denoJson } from './deno-json.ts'
import { dockerfile } from './dockerfile.ts'
import { dotnetSettings } from './dotnet-settings.ts'
import { editorconfig } from './editorconfig.ts'
import { gemfile } from './gemfile.ts'
import { githubWorkflow } from './github-workflow.ts'
import { gitlabCi } from './gitlab-ci.ts'
import { goMod } from './go-mod.ts'
import { goWork } from './go-work.ts'
import { javascriptWorkspace } from './javascript-workspace.ts'
import { justfile } from './justfile.ts'
import { makefile } from './makefile.ts'
import type { ManifestKind } from './manifest.ts'
import { mixExs } from './mix-exs.ts'
import { mypyIni } from './mypy-ini.ts'
import { noxfile } from './noxfile.ts'
import { packageJson } from './package-json.ts'
import { packageSwift } from './package-swift.ts'
import { pipfile } from './pipfile.ts'
import { pomXml } from './pom-xml.ts'
import { prettierSettings } from './prettier-settings.ts'
import { pyprojectToml } from './pyproject-toml.ts'
import { rakefile } from './rakefile.ts'
import { requirementsTxt } from './requirements-txt.ts'
import { rustToolchain } from './rust-toolchain.ts'
import { settingsGradle } from './settings-gradle.ts'
import { setupCfg } from './setup-cfg.ts'
import { solution } from './solution.ts'
import { taskfile } from './taskfile.ts'
import { toxIni } from './tox-ini.ts'
import { versionCatalog } from './version-catalog.ts'
import { versionFile } from './version-file.ts'

/** One line a kind. */
export const manifestKinds: readonly ManifestKind[] = [
  azurePipelines,
  biomeSettings,
  buildGradle,
  buildSbt,
  cargoToml,
  circleci,
  cmakeLists,
  composeFile,
  composerJson,
  csproj,
  denoJson,
  dockerfile,
  dotnetSettings,
  editorconfig,
  gemfile,
  githubWorkflow,
  gitlabCi,
  goMod,
  goWork,
  javascriptWorkspace,
  justfile,
  makefile,
  mixExs,
  mypyIni,
  noxfile,
  packageJson,
  packageSwift,
  pipfile,
  pomXml,
  prettierSettings,
  pyprojectToml,
  rakefile,
  requirementsTxt,
  rustToolchain,
  settingsGradle,
  setupCfg,
  solution,
  taskfile,
  toxIni,
  versionCatalog,
  versionFile,
]

/** The kind that a file is of, by its path; null for most files. */
export function manifestKindOf(path: string): ManifestKind | null {
  return ANY.test(path) ? (manifestKinds.find((kind) => kind.path.test(path)) ?? null) : null
}

const ANY = new RegExp(manifestKinds.map(({ path }) => path.source).join('|'))
