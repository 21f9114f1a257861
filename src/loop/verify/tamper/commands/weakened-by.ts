import { loadedBy } from './loaded-by.ts'
import { narrowerPaths } from './narrower-paths.ts'

/** In what way a command proves less than the one it replaces; null where it does not. */
export function weakenedBy(old: string, now: string): string | null {
  if (old === now) return null
  const ignored = ignoringIn(now)
  if (ignored !== null && ignoringIn(old) === null) return `a failure no longer counts (\`${ignored}\`)`
  if (RUNNER.test(old) && runsNothing(now)) return 'no tests are run any more'
  const [before, after] = [optionsIn(old), optionsIn(now)]
  const narrowed = [...after.narrowing].find((option) => !before.narrowing.has(option))
  if (narrowed !== undefined) return `not all tests are run (\`${narrowed}\`)`
  const loaded = [...loadedBy(now)].find((file) => !loadedBy(old).has(file))
  if (loaded !== undefined) return `\`${loaded}\` is loaded before the tests`
  return fewerPaths(before.paths, after.paths) ?? narrowerPaths(old, now)
}

/** What a command does away with that is a test. */
export function removedBy(command: string): string | null {
  for (const [step] of command.matchAll(
    /(?:^|[\s;&|])(?:rm|rimraf|del|unlink|mv|truncate|shx\s+rm)\s+[^;&|\n]*/g,
  ))
    if (
      /(?:[._-](?:test|spec)s?\.\w+|(?:^|[\s/'"])(?:tests?|specs?|__tests__|spec)(?:\/|['"\s]|$))/.test(
        step,
      ) &&
      !/results?|output|coverage|reports?|dist|build|\.cache|tmp|temp|snap|screenshots?|artifacts?|\blib\b|\bout\b/i.test(
        step,
      )
    )
      return step.trim()
  return null
}

/** What makes the failure of a test command go unnoticed. */
export function ignoringIn(command: string): string | null {
  const hidden = IGNORES_ALWAYS.exec(command)?.[0] ?? RUNS_NO_TEST.exec(command)?.[0]
  if (hidden !== undefined && RUNNER.test(command)) return hidden.trim()
  for (const step of command.split(/\n|&&/)) {
    const found = /\|\|\s*(?:true\b|:(?=\s|$)|exit\s+0|echo\b[^\n]*|\(exit 0\)|cd\s+\.)/.exec(step)
    if (found !== null && RUNNER.test(step.slice(0, found.index))) return found[0]
    if (/^\s*@?-/.test(step) && RUNNER.test(step)) return step.trim().slice(0, 20)
  }
  const last = /;\s*(?:true|:|exit\s+0)\s*['")]?\s*$/m.exec(command)
  return last !== null && RUNNER.test(command.slice(0, last.index)) ? last[0].trim() : null
}

const IGNORES_ALWAYS =
  /--pass-?with-?no-?tests\b(?!=false)|--exit-zero\b|--suppress-no-test-exit-code\b|--allow-no-tests\b|-Dmaven\.test\.failure\.ignore(?!=false)\b|-DskipTests(?!=false)\b|-Dmaven\.test\.skip(?!=false)\b|--no-run\b|--collect-only\b|--listTests\b|-x\s+test\b|(?:^|[;&\s])set\s+\+e\b/i

/** Programs that tell of each test as of one that passed, and run none. A package that is packed to see what is in it is no test. */
const RUNS_NO_TEST =
  /(?<=\b(?:mocha|rspec)\b[^\n&;|]*\s)--dry-?run\b(?!=false)|(?<=\bpy\.?test\b[^\n&;|]*\s)--setup-(?:only|plan)\b/

/** Programs that run tests, and other names by which they are run. */
export const RUNNER =
  /\b(?:vitest|jest|mocha|ava|tap|tape|jasmine|karma|cypress|playwright|uvu|lab|borp|c8|nyc|pytest|py\.test|unittest|nose2?|tox|nox|rspec|minitest|phpunit|pest|paratest|ctest|bats|busted|prove|behave|cucumber|xcodebuild|nextest|gotestsum|ginkgo|surefire|stestr|testr)\b|\bnode\b[^&|;]*\s--test\b|\b(?:go|richgo|cargo|dotnet|swift|mix|deno|bun|rake|rails|gradle|gradlew|mvn|mvnw|npm|yarn|pnpm|make|bazel|sbt|lein|zig|dune|manage\.py|react-scripts|artisan)\b(?:\s+-\S+)*(?:\s+run)?\s+(?:\S+\s+){0,2}(?::?(?:tests?|verify|check|spec)|(?!\S*(?:latest|contest|attest))[\w:.-]*tests?)\b|\b(?:tests?|spec)s?[/.]\S*|\brun[-_]?tests?\b/

function runsNothing(command: string): boolean {
  return command
    .split(/\n|&&|\|\||;/)
    .map((step) =>
      step
        .trim()
        .replace(/^[@-]+/, '')
        .trim(),
    )
    .every(
      (step) =>
        step === '' ||
        /^(?:echo|printf|true|:|exit\s+0|sleep)\b|^:$|^exit$|^node\s+-e\s+(?:""|'')$/.test(step),
    )
}

type Options = { readonly narrowing: ReadonlySet<string>; readonly paths: ReadonlySet<string> | null }

/** Of every step that runs tests: the options that leave some out, and the paths that are named. */
function optionsIn(command: string): Options {
  const narrowing = new Set<string>()
  const paths = new Set<string>()
  for (const step of command.split(/\n|&&|;|\|\|?/)) {
    const runner = RUNNER.exec(step)
    if (runner === null) continue
    const behind = step.slice(runner.index + runner[0].length)
    for (const [found] of behind.matchAll(NARROWING)) narrowing.add(found.trim().replaceAll(/\s+|=/g, ' '))
    for (const [word] of behind.matchAll(/(?<=\s)(?!-)[\w./*@{}-]+(?:\/[\w./*@{}-]*|\.\w+)/g)) paths.add(word)
  }
  return { narrowing, paths }
}

const NARROWING =
  /\s(?:-k|-m|--deselect|--ignore|--ignore-glob|--ignore-pattern|--testPathIgnorePatterns?|--modulePathIgnorePatterns|--exclude(?:-group|-testsuite|-tags?|-pattern)?|--skip|-skip|-run|-short|--grep|--fgrep|-g|--invert|-i|-t|--testNamePattern|--test-name-pattern|--test-skip-pattern|--filter|--tags?|--lf|--last-failed|--changed|--onlyChanged|--onlyFailures|--only-failures|--shard|-E|-LE|--exclude-regex)(?=[\s=]|$)(?:[\s=]+(?:"[^"]*"|'[^']*'|[^\s-]\S*))?/g

function fewerPaths(before: Options['paths'], after: Options['paths']): string | null {
  if (before === null || after === null || after.size === 0 || after.size >= before.size) return null
  if ([...after].some((path) => !before.has(path))) return null
  const gone = [...before].find((path) => !after.has(path))
  return `\`${gone}\` is no longer among what is tested`
}
