/** A plan by a real program, with a scripted model behind. */
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioInput } from '../../src/models/scripted/scenario.ts'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { asksIn, openShop } from '../walks/shop.ts'
import { driven } from './driven.ts'
import { findProgram } from './programs.ts'
import { recipes } from './recipes.ts'

const PLAN = {
  epic: { title: 'Coupons' },
  tasks: [
    { key: 'total', title: 'The total takes coupons', acceptance: ['It is less'], files: ['basket.js'] },
  ],
}

describe.each(['claude-code', 'codex'] as const)('a plan by the real %s', (name) => {
  const found = findProgram(name)
  if (found.kind === 'absent') {
    it.skip(found.reason, () => {})
    return
  }
  const prepare = async (steps: ScenarioInput['lanes'][number]['steps']) => {
    const { home, project, entries } = openShop()
    const model = await startScriptedModel({
      scenario: { lanes: [{ name: 'main', when: { hasTools: true }, steps }] },
    })
    onTestFinished(model.close)
    const setting = { home, project, url: model.url }
    driven[name].setUp(setting)
    const environment = {
      PATH: [dirname(found.path), process.env['PATH']].join(delimiter),
      HOME: home,
      ...recipes[name].environment(setting),
    }
    writeFileSync(join(project, 'SPEC.md'), '# Coupons\n\nA coupon takes ten per cent off.\n')
    const ask = asksIn(project, environment)
    const chosen = driven[name].model
    const plan = () => ask('plan', 'SPEC.md', '--host', name, ...(chosen === null ? [] : ['--model', chosen]))
    return { plan, ask, model, entries }
  }

  it('is its last message, shown and then written', { timeout: 120_000 }, async () => {
    const { plan, ask, model, entries } = await prepare([
      { text: `\`\`\`json\n${JSON.stringify(PLAN)}\n\`\`\`` },
    ])
    const { code, stdout, stderr } = await plan()
    expect([code, stderr]).toEqual([0, expect.any(String)])
    expect(stdout).toContain('The total takes coupons')
    expect(JSON.stringify(model.requests().map(({ body }) => body))).toContain('You are the initializer')
    expect(entries().filter(({ kind }) => kind === 'planned')).toMatchObject([
      { tasks: 1, worker: { kind: 'host', host: name }, ending: { kind: 'ok' } },
    ])
    expect((await ask('plan', 'SPEC.md', '--write')).stdout).toContain('2 tasks of SPEC.md')
  })

  it('is not taken from one that changed a file', { timeout: 120_000 }, async () => {
    const { plan, ask } = await prepare([
      { tools: [driven[name].shell('echo more >> basket.js')] },
      { text: `\`\`\`json\n${JSON.stringify(PLAN)}\n\`\`\`` },
    ])
    const { code, stderr } = await plan()
    expect(code).toBe(2)
    expect(stderr).toContain('basket.js')
    expect((await ask('plan', 'SPEC.md', '--write')).stderr).toContain('No plan of SPEC.md was shown')
  })
})
