import { purposeOfName } from '../commands/purpose-of-name.ts'
import type { Purpose } from '../structure.ts'
import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

export const makefile: ManifestKind = {
  path: /(^|\/)(GNUm|M|m)akefile$/,
  read: (_path, text) => {
    const rules = rulesIn(text)
    const offers = [...rules.keys()].flatMap((target) =>
      nameOffers([target], () => ({ line: `make ${target}` })).filter(({ purpose }) =>
        isMeant(purpose, { target, rules }),
      ),
    )
    const goal = goalOf(text)
    return goal === null ? { offers } : { offers, goal }
  },
}

/** Its first target, or the one that is said to be. Null where that has no plain name. */
function goalOf(text: string): string | null {
  const lines = linesOf(text)
  const told = lines.flatMap((line) => /^\.DEFAULT_GOAL\s*:?=\s*([\w-]+)\s*$/.exec(line)?.[1] ?? [])
  const [first = ''] = lines.flatMap((line) => /^([^\s#.:=][^:=]*?)\s*::?(?!=)/.exec(line)?.[1] ?? [])
  const [goal = ''] = [...told, ...first.split(/\s+/)]
  return /^[\w-]+$/.test(goal) ? goal : null
}

type Rule = { readonly needs: string[]; readonly recipe: string[] }
type Rules = ReadonlyMap<string, Rule>

function rulesIn(text: string): Rules {
  const rules = new Map<string, Rule>()
  let open: readonly Rule[] = []
  for (const line of withoutRests(linesOf(text))) {
    if (line.startsWith('\t')) for (const { recipe } of open) recipe.push(line)
    const [, targets, rest = ''] = /^([A-Za-z\d][\w. /-]{0,200}?)\s*::?(?![=:])(.*)$/.exec(line) ?? []
    if (targets === undefined) continue
    open = targets
      .split(/\s+/)
      .filter((target) => /^[\w-]+$/.test(target))
      .map((target) => {
        const rule = rules.get(target) ?? { needs: [], recipe: [] }
        rules.set(target, rule)
        return rule
      })
    const [needs = '', recipe] = rest.split(';', 2)
    for (const rule of open) {
      rule.needs.push(...needs.split(/\s+/))
      if (recipe !== undefined) rule.recipe.push(recipe)
    }
  }
  return rules
}

/** The rest of a line that goes on is no rule, though there may be a colon in it; of a recipe it may be told all the same. */
function withoutRests(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line.startsWith('\t') || lines[at - 1]?.endsWith('\\') !== true)
}

/** Two names mean either of two things. By custom, `install` puts what is made here into the system; `dev` gets a machine ready, or starts something. */
function isMeant(purpose: Purpose, { target, rules }: { target: string; rules: Rules }): boolean {
  if (purpose === 'install' && /install/i.test(target))
    return reachedFrom(target, rules).some((line) => FETCHES.test(line))
  if (purpose === 'run' && isForTests(target, rules)) return false
  if (purpose === 'run' && /^dev/i.test(target))
    return (rules.get(target)?.recipe ?? []).some((line) => STARTS.test(line) && !READIES.test(line))
  return purpose !== 'build' || builds(rules.get(target))
}

/** What tests need to be started first is theirs: a server that they ask, not the project. */
function isForTests(target: string, rules: Rules): boolean {
  return [...rules].some(
    ([name, { needs }]) => needs.includes(target) && purposeOfName(name)?.purpose === 'test',
  )
}

/** Not what only says something, and not what only goes on to what is for something else. */
function builds({ needs, recipe }: Rule = { needs: [], recipe: [] }): boolean {
  const steps = recipe.filter((line) => line.trim() !== '')
  if (steps.some((line) => !SAYS.test(line))) return true
  const wanted = needs.filter((need) => need !== '')
  if (wanted.length === 0) return steps.length === 0
  return wanted.some((need) => (purposeOfName(need)?.purpose ?? 'build') === 'build')
}

const SAYS = /^\s*[@-]*\s*(?:echo\b|printf\b|\$\(info\b|#|:\s*$|true\s*$)/

/** What is done for a target, and for what it needs. */
function reachedFrom(target: string, rules: Rules): string[] {
  const reached = new Set([target])
  for (const name of reached) for (const need of rules.get(name)?.needs ?? []) reached.add(need)
  return [...reached].flatMap((name) => rules.get(name)?.recipe ?? [])
}

const FETCHES =
  /\b(pip3?|uv|poetry|pdm|pipenv|conda|npm|pnpm|yarn|bun|bundle|composer|luarocks|opam|pre-commit|brew|apt|apt-get|mix deps|go mod|dotnet restore)\b/
const STARTS =
  /\b(serve[rd]?|start|runserver|watch|dev|uvicorn|gunicorn|nodemon|foreman|overmind|tilt|skaffold)\b|\bcompose\b.*\bup\b|\b(go|cargo|docker|flask|dotnet) run\b/
const READIES = /\b(install|sync|requirements[\w-]*)\b/
