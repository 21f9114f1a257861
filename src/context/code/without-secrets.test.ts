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

const PASS = 'ab)c]7'

/** Names that somebody in a hurry has for it, in each language's way to write a default. */
const HURRIED: Record<string, string> = {
  'a.ts': `export function one(pw = '${PASS}', { pwd = \`${PASS}\` } = {}, dbPass: Map<string, string> = at("${PASS}")) {}
export class Two { constructor(private readonly passphrase: string = '${PASS}', public privateKey = '${PASS}') {} }
export type Three = { 'pass': '${PASS}' }
`,
  'b.js': `export function one(user, pw = '${PASS}', opts = { pass: "${PASS}", 'apiKey': '${PASS}' }) {}\n`,
  'c.py': `def one(pw="${PASS}", db_pwd: Annotated[str, Form()] = '${PASS}', creds=Secret("${PASS}"), all={"pass": "${PASS}"}): pass\n`,
  'd.rb': `def one(pw: "${PASS}", pass: '${PASS}', all: { 'pwd' => '${PASS}' }); end\n`,
  'e.php': `<?php\nfunction one(string $pw = '${PASS}', ?string $dbPass = "${PASS}", $all = ['pass' => '${PASS}']) {}\n`,
  'f.kt': `class E(val a: Int, private val pass: String = "${PASS}", val passPhrase: String? = """${PASS}""")\n`,
  'g.cs': `public class F { public void One(string pwd = @"${PASS}", string Pass = "${PASS}") {} }\n`,
  'h.swift': `public func one(pw: String = "${PASS}", pass: String? = #"${PASS}"#) {}\n`,
  'i.scala': `class I(pw: String = "${PASS}") { def one(pass: Option[String] = Some("${PASS}")) = 1 }\n`,
  'j.ex': `defmodule J do\n  def one(pw \\\\ "${PASS}", pass \\\\ ~s"${PASS}"), do: 1\nend\n`,
  'k.java': `public class K { @Auth(pw = "${PASS}") public void one() {} public static final String PASS = "${PASS}"; }\n`,
  'l.go': `package l\nconst Pass = \`${PASS}\`\nvar dbPwd string = "${PASS}"\n`,
  'm.rs': `pub const PASS: &'static str = "${PASS}";\npub static DB_PWD: &str = r#"${PASS}"#;\n`,
  'n.cpp': `void one(std::string pw = "${PASS}", const char *pass = u8"${PASS}");\n#define DB_PASS "${PASS}"\n`,
  'o.lua': `M.pass = "${PASS}"\nfunction M.one(pw) end\n`,
}

it.each(Object.entries(HURRIED))(
  'no literal of a parameter is kept whose name says what it is: %s',
  async (path, source) => {
    const { definitions } = await tagsOf(path, source)
    expect(definitions.length).toBeGreaterThan(0)
    expect(JSON.stringify(definitions)).not.toMatch(/ab\)|c\]7/)
  },
)

it.each([
  "function one(bypass = 'no', compass = 'north', passed = 'yes', password = '')",
  "function one(pass: Pass, at = 'end')",
])('what only sounds like a secret is kept: %s', async (signature) => {
  const { definitions } = await tagsOf('a.ts', `export ${signature} {}\n`)
  expect(definitions[0]?.signature).toBe(signature)
})

it('what only speaks of secrets is kept', async () => {
  const { definitions } = await tagsOf(
    'a.ts',
    "export function token(kind: 'bearer' | 'basic', at = 'end') {}\n",
  )
  expect(definitions[0]?.signature).toBe("function token(kind: 'bearer' | 'basic', at = 'end')")
})
