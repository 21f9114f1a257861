import { expect, it } from 'vitest'
import { commandLines } from './command-lines.ts'

it('shows commands as they were chosen, those of the whole before those of a part', () => {
  const command = (line: string, { folder = '', inCi = false } = {}) =>
    ({ purpose: 'test', line, folder, from: 'x', inCi }) as const
  const lines = commandLines([
    command('npm test', { folder: 'site' }),
    command('dotnet test'),
    command('npx playwright test', { inCi: true }),
  ])
  expect(lines.map(({ text }) => text)).toEqual([
    '- test: `dotnet test`',
    '- test: `npx playwright test`',
    '- test: `npm test` in `site`',
  ])
})
