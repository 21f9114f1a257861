type Heading = {
  /** What stands before, on one line and without strings. */
  readonly head: string
  readonly isEmptyList: (name: string) => boolean
}

/** Why what follows is run no time at all, or hangs on the environment alone; null where it may be run. */
export function whyNever({ head: written, isEmptyList }: Heading): string | null {
  // Shells and Elixir have a word more behind a condition.
  const head = written.replace(
    /^(\s*(?:if|elif|unless|while|until)\b.*?)(?:\s*;\s*(?:then|do)|,?\s*\bdo:?)\s*$/,
    '$1',
  )
  if (SHORT_CIRCUIT.test(head)) return 'what stands before it ends the line'
  if (
    NO_ITEMS.test(head) ||
    isEmptyList(
      LOOPS_OVER.exec(head)
        ?.slice(1)
        .find((name) => name !== undefined) ?? '',
    )
  )
    return 'it runs over an empty list'
  if (/\bfor\s*(?:await\s*)?\([^;()]*\b(?:of|in)\s*(?:\[\s*\]|\{\s*\})\s*\)\s*$/.test(head))
    return 'it runs over an empty list'
  if (/^\s*for\s+[\w, ]+\s+in\s*(?:\[\s*\]|\(\s*\)|\{\s*\})\s*:/.test(head))
    return 'it runs over an empty list'
  if (
    /\b(?:if|while)\s*(?:\(\s*(?:false|0|null|undefined)\s*\)|(?:false|False|0|None)\s*:?)\s*$|\bfor\s*\([^;]*;\s*(?:false|0|null)\s*;[^;]*\)\s*$/.test(
      head,
    )
  )
    return 'it stands under a condition that never holds'
  if (NEVER_SO.test(head)) return 'it stands under a condition that never holds'
  if (ENVIRONMENT.test(head)) return 'it hangs on a variable of the environment'
  return null
}

/** By a word that turns it round, and in a shell by what always ends ill. */
const NEVER_SO =
  /^\s*(?:(?:unless|until)\s+(?:true|:|1)|(?:if|elif|while)\s+(?:!\s*(?:true|:)|nil|\[\s+\]|\(\(\s*0\s*\)\)))\s*$/

const SHORT_CIRCUIT =
  /(?:(?<![\w.=<>!] *)(?:false|0|False|null|undefined)\s*(?:&&|\?|\band)|(?<![\w.=<>!] *)(?:true|1|True)\s*(?:\|\||\bor))[\s(]*(?:await\s+)?$/

const EACH = /\.(?:forEach|map|every|some|filter|flatMap|reduce|each)\s*$/.source
const NO_ITEMS = new RegExp(
  [
    /(?:(?<![\w)\]$])\[\s*\]|\bArray\(\s*0?\s*\)|\bArray\.from\(\s*(?:\[\s*\])?\s*\)|\bObject\.(?:keys|values|entries)\(\s*(?:\{\s*\}|\[\s*\])\s*\)|\bnew (?:Set|Map)\(\s*\))(?:\.\w+\([^()]*\))*/
      .source + EACH,
    /\brange\s+\[\]\w+\{\s*\}\s*$/.source,
    /\bfor\b[^{]*;\s*\w+\s*<\s*0\s*;[^;]*$/.source,
    /\bin\s+(?:0\.\.0|range\(\s*0\s*\)):?\s*$/.source,
    /^\s*(?:\[\s*\]\.each\w*|0\.times)\s+do\b.*$/.source,
    /^\s*for\s.*<-\s*\[\s*\](?:,?\s*do:?)?\s*$/.source,
    /\bEnum\.each\s*\(\s*\[\s*\]\s*,.*$/.source,
    /^\s*for\s+\w+\s+in\s*;\s*do\s*$/.source,
  ].join('|'),
)
const LOOPS_OVER = new RegExp(
  [
    /\bfor\s*(?:await\s*)?\([^;()]*\b(?:of|in)\s+([\w$]+)\s*\)\s*$/.source,
    /^\s*for\s+[\w, ]+\s+in\s+(\w+)\s*:?\s*$/.source,
    /\brange\s+(\w+)\s*$/.source,
    `(?<![\\w$.)\\]])([\\w$]+)${EACH}`,
  ].join('|'),
)

const VARIABLE =
  /(?:\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b|\bos\.environ\b|\bos\.getenv\b|\bSystem\.get_?env\b|\benv::var|\bENV\[|\bENV\.fetch\b|\bgetenv\s*\()/
    .source
const ENVIRONMENT = new RegExp(
  [
    `\\b(?:if|elif|while|unless)\\b[^{};]*${VARIABLE}[^{};]*$`,
    `${VARIABLE}[^{};]*(?:&&|\\|\\||\\?\\??|\\band|\\bor)[\\s(]*$`,
  ].join('|'),
)
