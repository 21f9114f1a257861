import { isPipeline } from './commands/read-pipeline.ts'

/** Whether a file may decide which tests are run, and what it takes for them to pass. */
export function decidesAboutTests(path: string): boolean {
  return isOnlyAboutCommands(path) || AMONG_OTHER_THINGS.test(path) || isPipeline(path)
}

/** Whether it says little else than how programs are run, so that any change of it may be one of the tests. */
export function isOnlyAboutCommands(path: string): boolean {
  return COMMANDS.test(path)
}

const COMMANDS =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|bunfig\.toml|[Mm]akefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml|\.?pytest\.(?:ini|toml)|tox\.ini|noxfile\.py|setup\.cfg|pyproject\.toml|(?:jest|vitest|vite|playwright|cypress|karma|ava|wdio)[\w.-]*\.config\.\w+|vitest\.workspace\.\w+|\.mocharc(?:\.\w+)?|\.taprc|\.cargo\/config(?:\.toml)?|\.bazelrc|phpunit\.xml(?:\.dist)?|\.rspec)$/

const AMONG_OTHER_THINGS =
  /(?:^|\/)(?:package\.json|composer\.json|deno\.jsonc?|[^/]+\.mk|\.coveragerc|conftest\.py|jest[\w.-]*\.json|\.nycrc(?:\.\w+)?|\.c8rc(?:\.\w+)?|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|[^/]+\.(?:cs|fs|vb)proj|Directory\.Build\.props|\.keel\/config\.ya?ml)$/
