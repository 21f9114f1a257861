import { expect, it } from 'vitest'
import { tagsOf } from '../../../test/contracts/code.ts'

const SHORT = 'hunter2x'
const KEY = 'sk-live-abcdefgh1234567890'
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'

/** Real-looking ones, in the places that a signature shows. */
const SOURCES: Record<string, string> = {
  'a.ts': `export function one(key = '${KEY}', password = '${SHORT}') {}
export const two = (password: string = "${SHORT}") => 1
export type Three = { password: '${SHORT}' }
/** Called with ${TOKEN}. */
export function four(url = 'postgres://me:${SHORT}@host/db') {}
`,
  'b.py': `def one(api_key="${KEY}", secret=b"${SHORT}", password="""${SHORT}"""): pass
class Two(Base, token="${SHORT}"):
    "Signs in with ${TOKEN}"
`,
  'c.rb': `def one(password: "${SHORT}", key: '${KEY}'); end\ndef two(password = %q(${SHORT})); end\n`,
  'd.php': `<?php\nfunction one($password = '${SHORT}', $key = "${TOKEN}") {}\n`,
  'e.kt': `fun one(password: String = "${SHORT}", key: String = """${TOKEN}""") {}\n`,
  'f.cs': `public class F { [Auth("${TOKEN}")] public void One(string token = "${SHORT}") {} }\n`,
  'g.swift': `public func one(token: String = "${SHORT}") {}\n`,
  'h.scala': `object H { def one(token: String = "${SHORT}") = 1 }\n`,
  'i.ex': `defmodule I do\n  def one(password \\\\ "${SHORT}"), do: 1\nend\n`,
  'j.java': `public class J { @Auth(password = "${SHORT}") public void one() {} public static final String SECRET = "${KEY}"; }\n`,
  'k.go': `package k\nconst Password = "${SHORT}"\ntype T struct { Key string \`default:"${TOKEN}"\` }\n`,
  'l.rs': `pub const PASSWORD: &str = "${SHORT}";\npub static KEY: &str = r"${TOKEN}";\n`,
  'm.sh': `export PASSWORD=${SHORT}\nreadonly TOKEN=${TOKEN}\n`,
  'n.c': `#define PASSWORD "${SHORT}"\nconst char *secret = "${SHORT}";\n`,
  'o.md': `# The token is ${TOKEN}\n`,
}

it.each(Object.entries(SOURCES))('no secret is kept of %s', async (path, source) => {
  const { definitions } = await tagsOf(path, source)
  expect(definitions.length).toBeGreaterThan(0)
  const kept = JSON.stringify(definitions)
  for (const secret of [SHORT, KEY, TOKEN]) expect(kept).not.toContain(secret)
})

it('what only speaks of secrets is kept', async () => {
  const { definitions } = await tagsOf(
    'a.ts',
    "export function token(kind: 'bearer' | 'basic', at = 'end') {}\n",
  )
  expect(definitions[0]?.signature).toBe("function token(kind: 'bearer' | 'basic', at = 'end')")
})
