import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import { rememberCounts } from './remember-counts.ts'

const long = 'one line of many\n'.repeat(100)

/** A counter that tells what it was asked. */
function startCounting() {
  const asked: string[] = []
  const countTokens = (text: string) => {
    asked.push(text)
    return text.length
  }
  return { asked, countTokens }
}

it('counts what is long once, also for who comes later', () => {
  const cache = join(scratch().base, 'cache')
  const [first, later] = [startCounting(), startCounting()]
  const { countTokens, keep } = rememberCounts({ ...first, cache })
  expect([countTokens(long), countTokens(long), countTokens('short')]).toEqual([1700, 1700, 5])
  keep()
  const again = rememberCounts({ ...later, cache })
  expect([again.countTokens(long), again.countTokens(`${long}!`)]).toEqual([1700, 1701])
  expect(first.asked).toEqual([long, 'short'])
  expect(later.asked).toEqual([`${long}!`])
})

it('counts again what was not kept as it was written', () => {
  const cache = join(scratch().base, 'cache')
  const { countTokens, keep } = rememberCounts({ ...startCounting(), cache })
  countTokens(long)
  keep()
  const file = join(cache, 'tokens', 'counts.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('1700', '1'))
  expect(rememberCounts({ ...startCounting(), cache }).countTokens(long)).toBe(1700)
})
