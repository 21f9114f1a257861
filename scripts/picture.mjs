/**
 * Draws docs/terminal.svg and docs/context.svg from what the built program really prints, in a small repository made for it:
 *
 *   npm run build && node scripts/picture.mjs
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-picture-')))
const project = join(base, 'shop')
const files = {
  'AGENTS.md': `# Shop\n\n${'Prices are integers in cents, and never floats. '.repeat(60)}\n`.repeat(12),
  'CLAUDE.md': '# Claude\n\nRead @docs/style.md first, and @docs/gone.md.\n',
  'docs/style.md': '# Style\n\nSmall functions, plain names.\n',
  'services/pay/AGENTS.md': '# Payments\n\nNever log a card number.\n',
  '.gemini/settings.json': '{}\n',
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
execFileSync('git', ['init', '-q'], { cwd: project })

const set = [
  ...show('init'),
  '',
  ...show('context', '--host', 'claude-code', '--host', 'codex', '--host', 'gemini-cli'),
]
writeFileSync(join(root, 'docs/context.svg'), draw(set, 'keel init and keel context'))
writeFileSync(join(root, 'docs/terminal.svg'), draw(show('demo'), 'keel demo'))
rmSync(base, { recursive: true, force: true })

function show(...words) {
  const output = execFileSync(process.execPath, [join(root, 'dist/bin.cjs'), ...words], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: words[0] === 'demo' ? process.env.PATH : '', HOME: join(base, 'home'), FORCE_COLOR: '1' },
  })
  return [
    `\u001b[32m$\u001b[39m keel ${words.join(' ')}`,
    ...output.trimEnd().replaceAll(project, '~/shop').split('\n'),
  ]
}

function draw(rows, subject) {
  const plain = rows.map((row) => stripVTControlCharacters(row))
  const width = Math.max(...plain.map((row) => row.length)) * 8.43 + 48
  const height = rows.length * 20 + 56
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${height}" viewBox="0 0 ${Math.ceil(width)} ${height}" role="img" aria-label="A terminal with ${subject}">`,
    `<rect width="100%" height="100%" rx="10" fill="#16181d"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#d7dae0">`,
    ...rows.map(
      (row, index) => `<text x="24" y="${56 + index * 20}" xml:space="preserve">${spans(row)}</text>`,
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** One span for each run of a style. Only the styles that keel uses are known. */
function spans(row) {
  const on = {
    1: 'font-weight="bold"',
    2: 'fill="#858b98"',
    31: 'fill="#ff7b72"',
    32: 'fill="#7ee787"',
    33: 'fill="#e3b341"',
    36: 'fill="#76e3ea"',
  }
  const [plain = '', ...styled] = row.split('\u001b[')
  const pieces = styled.map((piece) => {
    const [code = '', text = ''] = [piece.slice(0, piece.indexOf('m')), piece.slice(piece.indexOf('m') + 1)]
    return { style: on[code] ?? '', text }
  })
  return [{ style: '', text: plain }, ...pieces]
    .filter(({ text }) => text !== '')
    .map(
      ({ style, text }) => `<tspan ${style}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</tspan>`,
    )
    .join('')
}
