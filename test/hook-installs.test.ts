import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hookDialects } from '#hosts/hook-dialects.ts'
import { hookInstalls } from '#hosts/hook-installs.ts'

const COMMAND = ['keel', 'hook']

for (const [host, { path, install, remove }] of Object.entries(hookInstalls)) {
  const command = [...COMMAND, host]
  const installed = (before: string | null): string => {
    const outcome = install(before, command)
    if (outcome.kind !== 'write') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`)
    return outcome.after
  }
  const removed = (before: string): string | null => {
    const outcome = remove(before, command)
    if (outcome.kind !== 'write') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`)
    return outcome.after
  }
  const events = Object.keys(JSON.parse(installed(null)).hooks)
  const [first = '', last = ''] = events

  describe(`keel’s hook in the settings of ${host}`, () => {
    it('is asked before tools and at the end of a turn, from a file that keel protects', () => {
      expect(events).toHaveLength(2)
      expect(hookDialects[host]?.settingsFiles).toContain(path)
      const { hooks } = JSON.parse(installed(null))
      for (const event of events) {
        expect(hooks[event]).toHaveLength(1)
        expect(hooks[event][0].hooks[0]).toMatchObject({ type: 'command', command: `keel hook ${host}` })
      }
      const matcher = new RegExp(hooks[first][0].matcher)
      const known =
        host === 'gemini-cli'
          ? ['write_file', 'replace', 'run_shell_command', 'mcp_a_b']
          : ['Bash', 'mcp__a__b']
      for (const tool of known) expect(tool).toMatch(matcher)
      for (const tool of ['TodoWrite', 'Glob', 'NotBash', 'list_directory']) expect(tool).not.toMatch(matcher)
      expect(hooks[last][0]).not.toHaveProperty('matcher')
    })

    it('goes again with the file that it came with', () => {
      expect(removed(installed(null))).toBeNull()
    })

    it('is put there once', () => {
      for (const before of [null, '{}', '{ "a": 1 }']) {
        const after = installed(before)
        expect(install(after, command)).toEqual({ kind: 'unchanged' })
      }
    })

    it('leaves every byte of somebody else’s settings as it was, whatever they are', () => {
      fc.assert(
        fc.property(settings(events), (before) => {
          const after = installed(before)
          expect(removed(after)).toBe(before)
          expect(install(after, command)).toEqual({ kind: 'unchanged' })
          expect(withoutInserted(after, before)).toBe(true)
        }),
        { numRuns: 1500 },
      )
    })

    it('stands beside hooks that were there before, which stay in their order', () => {
      const group = (name: string) => ({ matcher: 'x', hooks: [{ type: 'command', command: name }] })
      const before = `${JSON.stringify({ a: 1, hooks: { [first]: [group('one'), group('two')], Other: [group('three')] } }, null, 4)}\n`
      const after = JSON.parse(installed(before))
      expect(after.a).toBe(1)
      expect(after.hooks.Other).toEqual([group('three')])
      expect(after.hooks[first].slice(1)).toEqual([group('one'), group('two')])
      expect(removed(installed(before))).toBe(before)
    })

    it('is renewed where an older keel left it otherwise, and known under another path', () => {
      const old = installed('{ "a": 1 }').replaceAll(
        `keel hook ${host}`,
        `node '/old place/dist/bin.cjs' hook ${host}`,
      )
      const after = installed(old)
      expect(after).toBe(installed('{ "a": 1 }'))
      expect(removed(old)).toBe('{ "a": 1 }')
      const stale = installed(null).replaceAll(/"timeout": \d+/g, '"timeout": 3')
      expect(installed(stale)).toBe(installed(null))
    })

    it('is taken out and nothing else, where somebody went on writing around it', () => {
      const { hooks } = JSON.parse(installed(null))
      hooks[first].push({ hooks: [{ type: 'command', command: 'mine' }] })
      hooks.Mine = []
      const text = JSON.stringify({ hooks, mine: true }, null, 2)
      expect(JSON.parse(removed(text) ?? '')).toEqual({
        hooks: { [first]: [{ hooks: [{ type: 'command', command: 'mine' }] }], Mine: [] },
        mine: true,
      })
      const shared = installed('{}').replace(
        '"hooks": [\n',
        '"hooks": [\n{ "type": "command", "command": "mine" },\n',
      )
      expect(removed(shared)).toContain('mine')
      expect(removed(shared)).not.toContain('keel')
      expect(() => JSON.parse(removed(shared) ?? '')).not.toThrow()
    })

    it('is not put into a file that makes no sense, which stays', () => {
      for (const before of [
        '',
        '{',
        '[]',
        'null',
        '{ "hooks": [] }',
        '{ "hooks": 1 }',
        `{ "hooks": { "${first}": {} } }`,
        '{ "hooks": {}, "hooks": {} }',
        `{ "hooks": { "${first}": [], "${first}": [] } }`,
        '{ "a": 1 } x',
        '{ a: 1 }',
      ]) {
        const outcome = install(before, command)
        expect(outcome, before).toMatchObject({ kind: 'conflict', because: expect.stringMatching(/\S/) })
      }
      expect(remove('{', command).kind).toBe('conflict')
      expect(remove('{ "a": 1 }', command)).toEqual({ kind: 'unchanged' })
      expect(remove('{ "hooks": { "x": [{ "hooks": "odd" }, 7] } }', command)).toEqual({ kind: 'unchanged' })
    })

    it('is quoted for a shell', () => {
      const outcome = install(null, ["/a place/it's/node", 'bin.cjs', 'hook', host])
      expect(outcome.kind === 'write' && JSON.parse(outcome.after).hooks[first][0].hooks[0].command).toBe(
        `'/a place/it'\\''s/node' bin.cjs hook ${host}`,
      )
    })
  })
}

/** Settings as people have them: comments, trailing commas, any indentation, any line end, with hooks and without. */
function settings(events: readonly string[]): fc.Arbitrary<string> {
  const blank = fc.constantFrom('', '', ' ', '\n', '\n  ', '\n\t', ' // a, b\n', ' /* { c, */ ', '\n\n')
  const value = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('{ "type": "command", "command": "mine" }', '[ /* x, */ ]', '"a,}"', '{\n}'),
  )
  const handler = fc.tuple(blank, value).map(([space, text]) => `${space}{ "hooks": [${text}] }${space}`)
  const list = fc
    .tuple(fc.array(handler, { maxLength: 3 }), blank, fc.boolean())
    .map(([groups, space, trails]) =>
      groups.length === 0 ? `[${space}]` : `[${groups.join(',')}${trails ? ',' : ''}${space}]`,
    )
  const key = (name: fc.Arbitrary<string>) => name.map((text) => JSON.stringify(text))
  const object = (names: fc.Arbitrary<string>, values: fc.Arbitrary<string>) =>
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(blank, key(names), blank, values), {
          maxLength: 4,
          selector: ([, name]) => name,
        }),
        blank,
        fc.boolean(),
      )
      .map(([members, space, trails]) => {
        const texts = members.map(([before, name, after, text]) => `${before}${name}:${after}${text}`)
        return texts.length === 0 ? `{${space}}` : `{${texts.join(',')}${trails ? ',' : ''}${space}}`
      })
  const hooks = object(fc.constantFrom(...events, 'Other', 'More'), list)
  const other = fc
    .tuple(key(fc.string().filter((text) => text !== 'hooks')), value)
    .map(([name, text]) => `${name}: ${text}`)
  return fc
    .tuple(
      fc.constantFrom('', '\uFEFF'),
      blank,
      fc.uniqueArray(other, { maxLength: 3, selector: (text) => text.slice(0, text.indexOf('": ') + 1) }),
      fc.option(hooks),
      blank,
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([mark, space, others, own, end, lineEnd]) => {
      const members = [
        ...others.slice(0, 1),
        ...(own === null ? [] : [`"hooks": ${own}`]),
        ...others.slice(1),
      ]
      const body = `${space.replace(/\/\/.*\n/, '')}{${members.map((member) => `${space}${member}`).join(',')}${end}}${end}`
      return mark + body.replaceAll('\n', lineEnd)
    })
}

/** Whether a text is the other with pieces put in, and nothing else changed. */
function withoutInserted(after: string, before: string): boolean {
  let at = 0
  for (const char of after) if (char === before[at]) at++
  return at === before.length
}
