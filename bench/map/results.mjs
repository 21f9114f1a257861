import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}

export function sayRounds(count) {
  return count === 1 ? 'One round.' : `${count} rounds, in turns, medians.`
}

/** A markdown table, numbers to the right. */
export function table(heads, rows) {
  const rule = heads.map((_, column) =>
    typeof rows[0]?.[column] === 'string' && column === 0 ? '---' : '--:',
  )
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(heads), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

/** Shows what was measured, and keeps it beside the bench where that was asked for. */
export function tell({ name, title, command, parts, isKept }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
  const machine = `keel ${version} (${commit}), Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores.`
  const text = `# ${title}\n\n\`${command}\`: ${machine}\n\n${parts.join('\n\n')}\n`
  console.log(text)
  if (isKept) writeFileSync(join(import.meta.dirname, `${name}.md`), text)
}

/** Says which promises do not hold, and makes the program fail. */
export function hold(promises) {
  for (const { what, value, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } of promises) {
    if (value <= most && value >= least) continue
    console.error(
      `Not reached: ${what} is ${value.toFixed(2)}, not ${least > 0 ? `at least ${least}` : `at most ${most}`}.`,
    )
    process.exitCode = 1
  }
}
