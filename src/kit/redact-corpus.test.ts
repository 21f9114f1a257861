/** Keys of real shapes, made up while the test runs, so that no scanner takes this file for a leak. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

const root = join(import.meta.dirname, '../..')
const HEX = '0123456789abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ALNUM = `${LETTERS}0123456789`
const URL_SAFE = `${ALNUM}_-`
const BASE64 = `${ALNUM}+/`
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

let seed = 20_240_607
const chance = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const made = (letters: string, length: number) =>
  Array.from({ length }, () => letters[Math.floor(chance() * letters.length)]).join('')
const hex = (length: number) => made(HEX, length)
/** With digits towards its end, as nearly every key has some. */
const alnum = (length: number) => `${made(ALNUM, length - 4)}7${made(LETTERS, 1)}3${made(LETTERS, 1)}`
const safe = (length: number) => `${made(URL_SAFE, length - 4)}4${made(LETTERS, 1)}9${made(LETTERS, 1)}`
const base64 = (length: number) => `${made(BASE64, length - 4)}4${made(LETTERS, 1)}9${made(LETTERS, 1)}`
const uuid = () => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-')
const digits = (length: number) => `1${made('0123456789', length - 1)}`
const pem = (kind: string, end: string) =>
  [
    `-----BEGIN ${kind}PRIVATE KEY-----`,
    base64(64),
    base64(64),
    base64(24),
    `-----END ${kind}PRIVATE KEY-----`,
  ].join(end)

/** What it is, how it is written, and the part of it that nobody may read. */
type Secret = { name: string; text: string; secret: string }
const alone = (name: string, secret: string): Secret => ({ name, text: `got ${secret} back`, secret })
const within = (name: string, write: (secret: string) => string, secret: string): Secret => ({
  name,
  text: write(secret),
  secret,
})

const secrets: Secret[] = [
  alone('an AWS access key', `AKIA${made(CAPITALS, 16)}`),
  alone('a temporary AWS key', `ASIA${made(CAPITALS, 16)}`),
  within('an AWS secret in a file', (key) => `aws_secret_access_key = ${key}`, base64(40)),
  within('an AWS secret in the environment', (key) => `AWS_SECRET_ACCESS_KEY=${key}`, base64(40)),
  within('an AWS session token', (key) => `aws_session_token=${key}`, base64(160)),
  alone('a Bedrock key', `ABSK${base64(110)}`),
  within(
    'a signed AWS address',
    (key) => `https://b.s3.amazonaws.com/o?X-Amz-Signature=${key}&X-Amz-Expires=1`,
    hex(64),
  ),
  alone('a Google key', `AIza${safe(35)}`),
  alone('a Google client secret', `GOCSPX-${safe(28)}`),
  alone('a Google access token', `ya29.${safe(60)}`),
  alone('a Google refresh token', `1//0${safe(40)}`),
  within(
    'a Google service account',
    (key) => `{"type": "service_account", "private_key": "${key}\\n"}`,
    pem('', '\\n'),
  ),
  within(
    'an Azure storage account',
    (key) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${key}==;EndpointSuffix=x`,
    base64(86),
  ),
  within(
    'an Azure bus',
    (key) => `Endpoint=sb://a/;SharedAccessKeyName=Root;SharedAccessKey=${key}=`,
    base64(43),
  ),
  alone('an Azure client secret', `${made(ALNUM, 3)}8Q~${made(`${ALNUM}_~.-`, 34)}`),
  within(
    'an Azure signature in an address',
    (key) => `https://a.blob.core.windows.net/c?sv=2020&sig=${key}%3D`,
    alnum(43),
  ),
  alone('a GitHub token', `ghp_${alnum(36)}`),
  alone('a GitHub server token', `ghs_${alnum(36)}`),
  alone('a fine-grained GitHub token', `github_pat_${alnum(22)}_${alnum(59)}`),
  alone('a GitLab token', `glpat-${safe(20)}`),
  alone('a routable GitLab token', `glpat-${safe(27)}.01.${made(ALNUM.toLowerCase(), 9)}`),
  alone('a GitLab runner', `glrt-${safe(20)}`),
  alone('a GitLab deploy token', `gldt-${safe(20)}`),
  alone('an older GitLab runner', `GR1348941${safe(20)}`),
  alone('a Slack bot', `xoxb-${digits(12)}-${digits(12)}-${alnum(24)}`),
  alone('a Slack user', `xoxp-${digits(12)}-${digits(12)}-${digits(12)}-${hex(32)}`),
  alone('a Slack app', `xapp-1-A${made(CAPITALS, 10)}-${digits(13)}-${hex(64)}`),
  within(
    'a Slack webhook',
    (key) => `https://hooks.slack.com/services/${key}`,
    `T${made(CAPITALS, 8)}/B${made(CAPITALS, 8)}/${alnum(24)}`,
  ),
  alone('a Stripe key', `sk_live_${alnum(24)}`),
  alone('a Stripe test key', `sk_test_${alnum(24)}`),
  alone('a restricted Stripe key', `rk_live_${alnum(40)}`),
  alone('a Stripe webhook secret', `whsec_${alnum(32)}`),
  alone('a Twilio key', `SK${hex(32)}`),
  within('a Twilio token', (key) => `TWILIO_AUTH_TOKEN=${key}`, hex(32)),
  alone('a SendGrid key', `SG.${safe(22)}.${safe(43)}`),
  alone('an npm token', `npm_${alnum(36)}`),
  within('an npm line', (key) => `//registry.example.org/:_authToken=${key}`, uuid()),
  alone('a PyPI token', `pypi-AgEIcHlwaS5vcmc${safe(70)}`),
  alone('a RubyGems key', `rubygems_${hex(48)}`),
  alone('a Docker token', `dckr_pat_${safe(27)}`),
  within(
    'a Docker login',
    (key) => `{"auths": {"https://index.docker.io/v1/": {"auth": "${key}"}}}`,
    base64(36),
  ),
  within('a Heroku key', (key) => `HEROKU_API_KEY=${key}`, uuid()),
  alone('a newer Heroku key', `HRKU-AA${safe(58)}`),
  alone('a DigitalOcean token', `dop_v1_${hex(64)}`),
  alone('a DigitalOcean refresh token', `dor_v1_${hex(64)}`),
  alone('an OpenAI key', `sk-${alnum(20)}T3BlbkFJ${alnum(20)}`),
  alone('an OpenAI project key', `sk-proj-${safe(74)}T3BlbkFJ${safe(74)}`),
  alone('an OpenAI service key', `sk-svcacct-${safe(58)}`),
  alone('an Anthropic key', `sk-ant-api03-${safe(93)}AA`),
  alone('an Anthropic admin key', `sk-ant-admin01-${safe(93)}AA`),
  alone('an OpenRouter key', `sk-or-v1-${hex(64)}`),
  alone('a Hugging Face token', `hf_${made(LETTERS, 34)}`),
  alone('a Groq key', `gsk_${alnum(52)}`),
  alone('a Replicate token', `r8_${alnum(37)}`),
  alone('a Perplexity key', `pplx-${alnum(48)}`),
  alone('a Telegram bot', `${digits(10)}:AA${safe(33)}`),
  alone('a Discord bot', `M${alnum(25)}.${alnum(6)}.${safe(38)}`),
  within('a Discord webhook', (key) => `https://discord.com/api/webhooks/${digits(18)}/${key}`, safe(68)),
  alone('a JWT', `eyJ${alnum(30)}.eyJ${alnum(60)}.${safe(43)}`),
  within('a private key', (key) => `before\n${key}\nafter`, pem('RSA ', '\n')),
  within('an EC key', (key) => key, pem('EC ', '\n')),
  within('an OpenSSH key', (key) => key, pem('OPENSSH ', '\n')),
  within('a private key on one line', (key) => `PRIVATE_KEY="${key}"`, pem('', '\\n')),
  within(
    'a PGP key',
    (key) => `-----BEGIN PGP ${'PRIVATE KEY'} BLOCK-----\n\n${key}\n-----END PGP ${'PRIVATE KEY'} BLOCK-----`,
    base64(64),
  ),
  within('an address with a password', (key) => `postgres://app:${key}@db.internal:5432/app`, alnum(16)),
  within('an address of Redis', (key) => `REDIS_URL=redis://:${key}@cache:6379/0`, alnum(20)),
  within('an address of MongoDB', (key) => `mongodb+srv://app:${key}@cluster0.mongodb.net/app`, alnum(16)),
  within('a git remote', (key) => `https://x-access-token:${key}@github.com/a/b.git`, alnum(24)),
  within('a connection string', (key) => `Server=db;User Id=sa;Password=${key};Encrypt=true`, alnum(14)),
  within('a bearer', (key) => `Authorization: Bearer ${key}`, safe(40)),
  within('a basic login', (key) => `authorization: Basic ${key}`, base64(32)),
  within('another kind of authorization', (key) => `Authorization: token ${key}`, hex(40)),
  within('a curl command', (key) => `curl -H 'X-Api-Key: ${key}' https://api.example.org`, hex(32)),
  within('a GitLab header', (key) => `PRIVATE-TOKEN: ${key}`, alnum(20)),
  within('a line of .env', (key) => `SESSION_SECRET=${key}`, hex(48)),
  within('a quoted line of .env', (key) => `export DB_PASSWORD="${key}"`, alnum(12)),
  within('a key of Django', (key) => `ENCRYPTION_KEY=${key}`, alnum(44)),
  within('YAML', (key) => `  client_secret: ${key}`, alnum(32)),
  within('YAML with a number', (key) => `auth_token: ${key}`, hex(40)),
  within('JSON', (key) => `{"apiKey": "${key}", "id": 3}`, alnum(32)),
  within('JSON in JSON', (key) => `{\\"token\\": \\"${key}\\"}`, alnum(32)),
  within('a TypeScript constant', (key) => `const signingKey = '${key}'`, alnum(44)),
  within('an option', (key) => `deploy --token ${key} --force`, alnum(24)),
  within('a query', (key) => `GET /v1/users?access_token=${key}&page=2`, alnum(32)),
  alone('a Shopify token', `shpat_${hex(32)}`),
  alone('a Vault token', `hvs.${safe(95)}`),
  alone('a Terraform token', `${alnum(14)}.atlasv1.${safe(67)}`),
  alone('a Linear key', `lin_api_${alnum(40)}`),
  alone('a Notion token', `ntn_${digits(11)}${alnum(35)}`),
  alone('a Postman key', `PMAK-${hex(24)}-${hex(34)}`),
  alone('a Sentry token', `sntryu_${hex(64)}`),
  alone('a Databricks token', `dapi${hex(32)}`),
  alone('a Grafana token', `glsa_${alnum(32)}_${hex(8)}`),
  alone('a Mailgun key', `key-${hex(32)}`),
  alone('a Mailchimp key', `${hex(32)}-us14`),
  alone('an Atlassian token', `ATATT3${safe(186)}`),
  alone('a Doppler token', `dp.pt.${alnum(43)}`),
  alone('a Pulumi token', `pul-${hex(40)}`),
  alone('an age key', `AGE-SECRET-KEY-1${made('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`),
  within('YAML without quotation marks', (key) => `db:\n  password: ${key}\n  user: ada`, 'hunter2secret'),
  within('YAML with signs', (key) => `password: ${key}`, 'correct!horse#battery'),
  within('mysql', (key) => `mysql -u root -p${key} shop < dump.sql`, 'S3cretPass99'),
  within('mysqldump', (key) => `$ mysqldump --host db -p'${key}' shop`, 'S3cret Pass99'),
  within('a line of netrc', (key) => `machine api.example.org login ada password ${key}`, 's3cr3tpw99'),
  within('a broken line of netrc', (key) => `machine a.org\n  login ada\n  password ${key}\n`, 's3cr3tpw99'),
  within(
    'a key of Django',
    (key) => `DJANGO_SECRET_KEY='${key}'`,
    `django-insecure-#x&$${made(ALNUM, 12)}(!)${made(ALNUM, 20)}`,
  ),
  within(
    'another key of Django',
    (key) => `SECRET_KEY = "${key}"`,
    `^x&$${made(ALNUM, 12)}(!)${made(ALNUM, 20)}`,
  ),
  within('curl', (key) => `curl -sS -u admin:${key} https://api.example.org`, 'Sup3rS3cret!'),
  within(
    'curl with quotation marks',
    (key) => `curl --user 'admin:${key}' https://api.example.org`,
    'Sup3rS3cret!',
  ),
  within('sshpass', (key) => `sshpass -p '${key}' ssh ada@example.org`, 'S3cr3t pass'),
  within('docker login', (key) => `docker login -u ada -p ${key} registry.example.org`, 'S3cr3tpass'),
  within('redis-cli', (key) => `redis-cli -h cache -a ${key} ping`, 'S3cr3tpass'),
  within('openssl', (key) => `openssl rsa -in key.pem -passin pass:${key}`, 'S3cr3tpass'),
  within('the key of Sentry', (key) => `SENTRY=https://${key}@o1234.ingest.sentry.io/5678`, hex(32)),
  within('a phrase', (key) => `passphrase: "${key}"`, 'correct horse battery staple'),
  within('a phrase in JSON', (key) => `{"password": "${key}", "user": "ada"}`, 'my dog has fleas 99'),
  within(
    'a phrase in JSON in JSON',
    (key) => `{\\"password\\": \\"${key}\\", \\"user\\": 1}`,
    'my dog has fleas 99',
  ),
  alone('a long word of chance', alnum(40)),
  alone('a long word of chance in base64', `${base64(43)}=`),
]

describe('keys of real shapes', () => {
  it.each(secrets)('$name is gone', ({ text, secret }) => {
    const left = redact(text)
    expect(left).not.toContain(secret)
    for (let at = 0; at + 12 <= secret.length; at++) {
      const piece = secret.slice(at, at + 12)
      if (!/PRIVATE KEY|-----/.test(piece)) expect(left).not.toContain(piece)
    }
    expect(redact(left)).toBe(left)
  })

  it('are many', () => expect(secrets.length).toBeGreaterThanOrEqual(80))
})

const hash = (kind: string, length: number) => `${kind}-${base64(length)}==`
const innocent: string[] = [
  `commit ${hex(40)}\nAuthor: Ada <ada@example.org>\nDate:   Mon Nov 16 2026\n\n    loop: one file`,
  `${hex(7)} (HEAD -> main) kit: a sentence`,
  `Merge: ${hex(7)} ${hex(7)}`,
  `index ${hex(10)}..${hex(10)} 100644`,
  `:100644 100644 ${hex(40)} ${hex(40)} M\tsrc/kit/redact.ts`,
  `tree ${hex(40)}`,
  `      "integrity": "${hash('sha512', 86)}",`,
  `  integrity ${hash('sha512', 86)}`,
  `    resolution: {integrity: ${hash('sha512', 86)}}`,
  `  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${hex(40)}"`,
  `  checksum: 10c0/${hex(128)}`,
  `checksum = "${hex(64)}"`,
  `github.com/gin-gonic/gin v1.9.1 h1:${base64(43)}=`,
  `github.com/gin-gonic/gin v1.9.1/go.mod h1:${base64(43)}=`,
  `    --hash=sha256:${hex(64)} \\`,
  `flask/app.py,sha256=${safe(43)},61744`,
  `FROM node:20@sha256:${hex(64)}`,
  `<script integrity="sha384-${base64(64)}" crossorigin="anonymous"></script>`,
  `ETag: "${hex(32)}"`,
  `SHA256:${base64(43)} ada@example.org (ED25519)`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${base64(44)} ada@example.org`,
  `id: ${uuid()}`,
  `request ${uuid()} took 12 ms`,
  `{"session": "${uuid()}", "turn": 3}`,
  `urn:uuid:${uuid()}`,
  'color: #ff8800; background: #AABBCCDD;',
  'rgba(12, 34, 56, 0.7) #1e1e2e #cdd6f4',
  '    at Object.<anonymous> (/srv/app/src/loop/verify/tamper/find-tampering.test.ts:12:34)',
  '  File "/usr/lib/python3.11/site-packages/flask/app.py", line 1498, in __call__',
  'goroutine 1 [running]:\nmain.main()\n\t/tmp/sandbox123456789/prog.go:8 +0x1d',
  "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds: the len is 3 but the index is 99",
  'java.lang.NullPointerException: Cannot invoke "String.length()"\n\tat com.example.App.main(App.java:12)',
  'panic: runtime error: invalid memory address or nil pointer dereference [signal SIGSEGV: code=0x1 addr=0x0 pc=0x4a7f21]',
  'TestHeadAppenderV2_Histogram_STInWALReplayWithOutOfOrder2',
  'AbstractSingletonProxyFactoryBeanWithHTTP2AndTLS13Support',
  'test_exception_propagation_with_unicode_2_and_latin_1_names',
  'src/context/knowledge/elasticsearch/__tests__/openServerConnection2.test.ts',
  'node_modules/.pnpm/@babel+core@7.23.0_supports-color@8.1.1/node_modules/@babel/core/lib/index.js',
  'dist/assets/index-BwQ3kD9a.js  142.31 kB │ gzip: 45.12 kB',
  `dist/chunks/opensearch-${made(CAPITALS, 8)}.js`,
  'function a(e,t){return e.b2(t.c3,n=>n.d4||{e5:f6})}var g7=h8(i9.j0);',
  '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():e.A1=t()}(this,function(){});',
  `background: url(data:image/png;base64,${base64(160)})`,
  `<img src="data:image/svg+xml;base64,${base64(120)}">`,
  `//# sourceMappingURL=data:application/json;base64,${base64(170)}`,
  `-----BEGIN CERTIFICATE-----\n${base64(64)}\n${base64(64)}\n${base64(64)}\n-----END CERTIFICATE-----`,
  'the password is asked for, never stored',
  'token: TokenCounter, secret: string | null',
  'const tokens = countTokens(text)',
  'if (password === undefined) throw new Error("no password")',
  'max_tokens=1000000 top_k=40 temperature=0.7',
  'usage: input_tokens=12345678 output_tokens=87654321',
  'const key = pathOf(file) + nameOf(file)',
  'sortKey: "created_at_descending_order"',
  'cache-key: node-modules-v12-linux-x64-build',
  'primary_key=customer_identifier_number',
  'keyof typeof LANGUAGES_BY_EXTENSION_AND_NAME',
  'Besides the basic request/response middleware pattern described earlier',
  'Basic authentication is off; bearer authentication is on',
  'https://example.org:8080/path/to/something?page=2&order=name#section-3',
  'https://github.com/nodejs/node/blob/v20.20.2/lib/internal/modules/cjs/loader.js#L1234',
  `https://github.com/a/b/commit/${hex(40)}`,
  'ssh://git@github.com:22/a/b.git and git@github.com:a/b.git',
  '2026-11-16T04:08:58.123456789Z INFO request_id=42 duration_ms=12.345',
  'ok 12 - adds two numbers # time=1.234ms',
  '✓ src/kit/redact.test.ts (25 tests) 464ms',
  '0x7ffee4b8c9a0 0xdeadbeefcafebabe 0b10101010',
  'π = 3.14159265358979323846264338327950288419716939937510',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  'KEEL_KNOWLEDGE_API_KEY names the variable, and PASSWORD=$PASSWORD reads it',
  'secret=secret, password=password)',
  'password: string',
  'password: string; token: number; pwd: Buffer',
  '  password: required',
  'password: process.env.DB2_PASSWORD',
  'password: hashed2Password, name: user2',
  'password: argon2id, digest: sha256',
  'password: hash2(value), pass: 12, fail: 3',
  'password: {{ vault_db2 }}',
  'password: $DB2_PASSWORD',
  'password: "must have at least 8 characters"',
  '"password": "Please enter your password"',
  "const label = { password: 'Wrong password.' }",
  'passphrase: "the phrase that opens the box"',
  'docker run -p 8080:80 -u 1000:1000 nginx',
  'ssh -p 2222 ada@example.org',
  'mkdir -p src/components/forms',
  'mysql -p shop < dump.sql',
  'mysql --port=3306 shop',
  'curl -u admin:$PASSWORD https://api.example.org',
  'curl -sS https://example.org:8443/a:b',
  'token: number',
  'Unexpected token: identifier2 at line 3',
  '"tiktoken": "^1.0.22",',
  'the login form asks for a password field',
  'password reset2 is sent by mail, see below',
  '# pass 12\n# fail 0\n1..12',
]

const colour = (code: number) => `\u001b[${code}m`

describe('colours', () => {
  const key = `ghp_${alnum(36)}`
  it.each([
    ['within a key', `${key.slice(0, 10)}${colour(31)}${key.slice(10)}${colour(0)}`],
    ['right before a key', `token${colour(32)}${key}${colour(0)}`],
    ['within a key, as JSON has it', `{"text":"${key.slice(0, 10)}\\u001b[31m${key.slice(10)}\\u001b[0m"}`],
    ['between a name and its value', `password${colour(0)}: ${colour(32)}"${key}"`],
  ])('%s hide nothing', (_name, text) => {
    const left = redact(text)
    expect(left.replaceAll(colour(31), '')).not.toContain(key)
    expect(left).not.toContain(key.slice(10))
    expect(left).toContain('[redacted]')
  })

  it('stay where there is no secret', () => {
    const text = `${colour(32)}✓${colour(0)} adds ${colour(2)}3 ms${colour(0)} password: string`
    expect(redact(text)).toBe(text)
  })
})

it('a private key that was cut off is gone as far as it goes, and no more', () => {
  const key = pem('', '\n').split('\n').slice(0, 3).join('\n')
  expect(redact(`before\n${key}\n"after", he said.`)).toBe('before\n[redacted]"after", he said.')
  const mention = 'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) return "a key";\nnext line'
  expect(redact(mention)).toBe('if (text.startsWith("[redacted]")) return "a key";\nnext line')
})

describe('innocent texts', () => {
  it.each(innocent)('%j stays as it is', (text) => expect(redact(text)).toBe(text))

  it('are many', () => expect(innocent.length).toBeGreaterThanOrEqual(60))

  it('what test programs print stays as it is', () => {
    const folder = join(root, 'test/fixtures/frameworks')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((path) => /\.(?:txt|report)$/.test(path))) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(redact(text), name).toBe(text)
    }
  })

  it('the sources of this repository stay as they are, and so do its lock file and its history', () => {
    const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter(
      (path) => /(?<!\.test)\.ts$/.test(path) && !/(?:redact|named-secrets)\.ts$/.test(path),
    )) {
      const text = readFileSync(join(root, 'src', name), 'utf8')
      expect(redact(text), name).toBe(text)
    }
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    expect(redact(lock)).toBe(lock)
    const log = execFileSync('git', ['log', '-n', '200', '--format=fuller'], { cwd: root, encoding: 'utf8' })
    expect(redact(log)).toBe(log)
  })
})

it('takes as long as a text is long, whatever is in it', () => {
  const walls = [
    'a',
    'A',
    '=',
    '-',
    '_',
    '.',
    ':',
    '/',
    '"',
    ' ',
    'a-',
    'a1B',
    'key=',
    'token:',
    'eyJ',
    '://a',
    'sk-',
    '1:AA',
    'a.',
    '{"',
    '&sig',
    '-----BEGIN ',
  ]
  for (const wall of walls) {
    const timeOf = (size: number) => {
      const text = wall.repeat(size / wall.length)
      const started = performance.now()
      expect(redact(text).length).toBeGreaterThan(0)
      return performance.now() - started
    }
    const [short, long] = [timeOf(125_000), timeOf(1_000_000)]
    // Eight times the text: a quadratic search would take 64 times as long, which is minutes.
    expect(long, wall).toBeLessThan(Math.max(5000, short * 24))
  }
})
