import fc from 'fast-check'
import { expect, it } from 'vitest'
import { REDACTED, redact } from './redact.ts'

// Put together here, so that no scanner takes this file for a leak.
const joined = (...parts: string[]) => parts.join('')

it.each([
  [joined('sk-', 'proj-Ab3dEf9hIjKlMnOpQrStUv'), REDACTED],
  [joined('sk-', 'ant-api03-Ab3dEf9hIjKlMnOpQrStUv-x_y'), REDACTED],
  [joined('ghp', '_abcdefghijklmnopqrstuvwxyz0123456789'), REDACTED],
  [joined('AKIA', 'IOSFODNN7EXAMPLE'), REDACTED],
  [joined('Authorization: Bearer ', 'abcdef0123456789abcdef'), `Authorization: Bearer ${REDACTED}`],
  [joined('postgres://keel:', 'hunter2@localhost/db'), `postgres://keel:${REDACTED}@localhost/db`],
  [joined('--password=', 'correct-horse'), `--password=${REDACTED}`],
  [joined('DB_PASSWORD=', 'correct-horse and more'), `DB_PASSWORD=${REDACTED} and more`],
  [joined('MYSQL_PWD=', 'correct-horse'), `MYSQL_PWD=${REDACTED}`],
  [joined('Uid=sa;Pwd=', 'correct-horse;'), `Uid=sa;Pwd=${REDACTED};`],
  [joined('sign --pass ', 'correct-horse'), `sign --pass ${REDACTED}`],
  [joined('db_pass: "', 'correct-horse"'), `db_pass: "${REDACTED}"`],
  [joined('"api_key": "', 'correct-horse"'), `"api_key": "${REDACTED}"`],
  [joined('Cookie: session=', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'), `Cookie: session=${REDACTED}`],
  [
    joined('Set-Cookie: lang=en; PHPSESSID=', '8c7d659a2feaa0c55ad015a3bf; Path=/'),
    `Set-Cookie: lang=en; PHPSESSID=${REDACTED}; Path=/`,
  ],
  [joined('"sessionId": "', '9f86d081884c7d659a2feaa0c55ad015"'), `"sessionId": "${REDACTED}"`],
  [
    joined('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA ', 'PRIVATE KEY-----\nafter'),
    `${REDACTED}\nafter`,
  ],
])('takes the secret out of %j and leaves the rest', (text, left) => {
  expect(redact(`see ${text}`)).toBe(`see ${left}`)
})

it.each([
  'task-0123456789-abcdefghij stays a task',
  'sk-learn-compatible-estimators are no key',
  'the password is asked for, never stored',
  'password: string, token: TokenCounter',
  'PASSWORD=$PASSWORD and token=<your token>',
  'PWD=/srv/app bypass=everything compass="northern"',
  'max_tokens=1000000',
  'https://example.org:8080/a@b',
  'Bearer tokens expire',
  'session=default, cookie: chocolate, sid=3',
  'Cookie: preference=remembered-for-a-year',
  'session_id: 0190c7a5-7e4f-7d3a-9c1b-5a6e8f7d2c1b',
  'commit: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'tree=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b key: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
])('leaves %j alone', (text) => {
  expect(redact(text)).toBe(text)
})

it('finds a secret at the beginning of a line within JSON, and leaves the JSON whole', () => {
  const keys = [
    `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`,
    `AKIA${'Q7Z3'.repeat(4)}`,
    'kQ8zR2tY6uI0pL4mX9vB3nC7wE1sD5fG',
    joined('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabcd'),
  ]
  for (const key of keys)
    for (const before of ['\n', '\r\n', '\t']) {
      const text = JSON.stringify({ said: `first${before}${key}` })
      expect(JSON.parse(redact(text))).toEqual({ said: `first${before}${REDACTED}` })
    }
  for (const text of ['C:\\new\\tests\\run', '"a\\nb\\u2028"']) expect(redact(text)).toBe(text)
})

it('changes nothing the second time', () => {
  const pieces = fc.constantFrom(
    ...[
      'password=',
      'Bearer ',
      '"',
      "'",
      '=',
      'sk-',
      ' ',
      ':',
      '//',
      '@',
      'abcdef0123456789',
      '$',
      '[',
      '\n',
      '\\n',
      'ghp_',
      'aB3dE5fG7hJ9aB3dE5fG7hJ9aB3dE5fG7hJ9',
    ],
    ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'token'],
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const once = redact(parts.join(''))
      expect(redact(once)).toBe(once)
    }),
  )
})

it('comes to an end on walls of text', () => {
  for (const wall of ['sk-', 'a-', 'password', 'eyJ', '://a:', '-----BEGIN PRIVATE KEY-----', 'token="']) {
    expect(redact(wall.repeat(20_000)).length).toBeGreaterThan(0)
  }
})
