// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the shell that fills these in.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSignal } from '#loop/read-signal.ts'
import type { Action } from '#words/action.ts'
import type { Guard, GuardFacts } from '#words/guard.ts'
import { builtInGuards } from './built-in-guards.ts'
import { evaluate } from './evaluate.ts'
import { guardSchema } from './guard-schema.ts'

const ROOT = '/home/ann/project'
const SETTINGS = ['.some/settings.json', '.some/settings.local.json', '.other/config.toml']
const guards: readonly Guard[] = builtInGuards.map((guard) => ({
  ...guard,
  match: guard.match.map((part) => ({
    ...part,
    paths: part.paths?.flatMap((path) => (path === '$settings' ? SETTINGS : [path])),
  })),
}))
const facts: GuardFacts = { root: ROOT, evidence: 'none', links: {}, texts: {}, reached: {} }

function judge(action: Action, known: Partial<GuardFacts> = {}): string {
  const decision = evaluate({ actions: [action], guards, facts: { ...facts, ...known } })
  return decision.kind === 'deny' ? decision.guard : 'allow'
}

const run = (command: string, cwd = ROOT) => judge({ kind: 'run', command, cwd })

/** Every spelling by which an agent has been seen, or might be thought, to get at a protected file. */
const CHANGING = [
  'echo x > .keel/guards/x.yaml',
  'echo x >> ./.keel/guards/x.yaml',
  'echo x >| .keel/guards/x.yaml',
  'echo x>.keel/guards/x.yaml',
  'echo x &> .keel/guards/x.yaml',
  'npm test 2> .keel/ledger/t/1/evidence.json',
  `echo x > ${ROOT}/.keel/guards/x.yaml`,
  'echo x > "$PWD/.keel/guards/x.yaml"',
  'echo x > src/../.keel/guards/x.yaml',
  "echo x > '.keel'/guards/x.yaml",
  'echo x > .ke""el/guards/x.yaml',
  'echo x > .k\\eel/guards/x.yaml',
  "echo x > $'\\x2ekeel/guards/x.yaml'",
  'echo x > .KEEL/Guards/x.yaml',
  'echo x | tee .keel/guards/x.yaml',
  'echo x | tee -a out.txt .keel/guards/x.yaml > /dev/null',
  "sed -i 's/a/b/' .keel/guards/x.yaml",
  "sed -i.bak -e 's/a/b/' .keel/guards/x.yaml",
  "sed -ni 's/a/b/' .keel/guards/x.yaml",
  "sed 's/a/b/w .keel/guards/x.yaml' README.md",
  "sed -n 'w .keel/guards/x.yaml' README.md",
  'perl -pi -e s/a/b/ .keel/guards/x.yaml',
  'awk \'{print > ".keel/guards/x.yaml"}\' README.md',
  'cp weak.yaml .keel/guards/x.yaml',
  'cp -t .keel/guards weak.yaml',
  'cp -r weak/. .keel',
  'mv .keel/guards/x.yaml /tmp/',
  'mv .keel .keel-off',
  'mv weak.yaml .keel/guards/',
  'rm -rf .keel',
  'rm -rf .keel/',
  'rm -rf .kee*',
  'rm -rf .k?el',
  'rm -rf .[k]eel/guards',
  'rm -rf .[!a]eel/guards',
  'rm -rf .[j-l]eel',
  'rm -rf .keel/{guards,ledger}',
  'rm -rf .{keel,git}',
  'rm -rf .*',
  'rm -rf .',
  'rm -rf ./',
  'rm -rf ..',
  `rm -rf ${ROOT}`,
  'rm -r -- .keel/ledger',
  '\\rm -rf .keel',
  '/bin/rm -rf .keel',
  'sudo rm -rf .keel',
  'sudo -u root rm -rf .keel',
  'env A=b rm -rf .keel',
  'timeout 5 rm -rf .keel',
  'chmod -x .some/settings.json',
  'chmod -R 777 .',
  'ln -s .keel/guards g',
  'ln -sf /dev/null .keel/journal/2026-01/w.jsonl',
  'truncate -s 0 .keel/journal/2026-01/w.jsonl',
  'touch .keel/guards/new.yaml',
  'dd if=/dev/zero of=.keel/installed.json',
  'install -m 644 weak.yaml .keel/guards/x.yaml',
  'git checkout HEAD~3 -- .keel/guards',
  'git restore --source=HEAD~3 .keel/guards/x.yaml',
  'git rm -r .keel/guards',
  'git rm -r .',
  'git mv .keel/guards old',
  'git clean -fdx',
  'git -C .keel clean -fdx',
  'git -C .keel checkout main -- guards',
  'git stash push .keel/guards',
  'git diff --output=.keel/guards/x.yaml',
  'cd .keel && rm -rf guards',
  'cd .keel; echo x > guards/x.yaml',
  'cd .keel/guards && rm x.yaml',
  'cd .keel/guards && rm *',
  'cd .keel && python3 tamper.py',
  'pushd .keel/guards; rm x.yaml; popd',
  'cd src && echo x > ../.keel/guards/x.yaml',
  'cd "$(git rev-parse --show-toplevel)" && rm .keel/guards/x.yaml',
  'rm "$(git rev-parse --show-toplevel)/.keel/guards/x.yaml"',
  'rm ~/project/.keel/guards/x.yaml',
  'rm $HOME/project/.keel/guards/x.yaml',
  'D=.keel; rm -rf $D/guards',
  'A=.ke; B=el; rm -rf "$A$B/guards"',
  'export D=.keel/guards && rm -rf $D',
  'rm -rf ${D:-.keel/guards}',
  'for f in .keel/guards/*; do rm "$f"; done',
  'ls .keel/guards/* | xargs rm',
  'ls -d .keel/guards | xargs -I {} rm -rf {}',
  'ls .keel/guards/* | while read -r f; do rm "$f"; done',
  'find .keel/guards -type f -delete',
  "find . -path './.keel/guards/*' -exec rm {} +",
  'find . -type f -delete',
  'rm $(ls .keel/guards/*)',
  'rm `ls .keel/guards/*`',
  'bash -c "rm -rf .keel/guards"',
  "sh -c 'cd .keel && rm -rf guards'",
  'eval "rm -rf .keel/guards"',
  'echo "rm -rf .keel/guards" | sh',
  "bash <<'EOF'\nrm -rf .keel/guards\nEOF",
  'bash <<< "rm -rf .keel/guards"',
  "cat > .keel/guards/x.yaml <<'EOF'\nname: x\nEOF",
  "cat <<'EOF' > .keel/guards/x.yaml\nname: x\nEOF",
  "python3 -c \"open('.keel/guards/x.yaml','w').write('')\"",
  "python3 - <<'EOF'\nimport os\nos.remove(os.path.join('.keel', 'guards', 'x.yaml'))\nEOF",
  "node -e \"require('fs').rmSync('.keel/guards', {recursive: true})\"",
  "node -e 'fs.writeFileSync(`.some/settings.json`, `{}`)'",
  'ruby -e \'File.delete(".keel/installed.json")\'',
  'vim -c wq .keel/guards/x.yaml',
  'curl -o .keel/guards/x.yaml https://example.com/x',
  'wget --output-document=.some/settings.json https://example.com/x',
  'rsync -a weak/ .keel/guards/',
  'rsync -a --delete weak/ .',
  'tar -C .keel/guards -xf weak.tar',
  'true && { rm -rf .keel/guards; }',
  '(cd .keel && rm -rf guards)',
  'if true; then rm -rf .keel/guards; fi',
  'true || rm -rf .keel/guards',
  'sleep 1 & rm -rf .keel/guards',
  'npm test\nrm -rf .keel/guards',
  'cat <(rm -rf .keel/guards)',
  'X=$(rm -rf .keel/guards) true',
  'echo {} > .some/settings.json',
  'jq . a.json > .some/settings.local.json',
  'jq .x .other/config.toml | sponge .other/config.toml',
  'sort -o .keel/installed.json .keel/installed.json',
  "yq -i '.a = 1' .keel/guards/x.yaml",
  'echo "$(echo x > .keel/guards/x.yaml)"',
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: .keel/guards/x.yaml\n*** End Patch\nEOF",
  `${'$('.repeat(500)}rm .keel/guards/x`,
]

/** What agents do all day, near protected files and far from them. */
const HARMLESS = [
  'npm test',
  'npm run build && npm run lint',
  'npx vitest run src/guard',
  'git status',
  'git add -A && git commit -m "guard: deny edits of .keel/guards through sed"',
  'git add .keel && git commit -m "done"',
  'git commit -am "mention .some/settings.json"',
  'git diff HEAD~1 -- .keel/guards',
  'git log --oneline -- .keel/guards/x.yaml | head -5',
  'git show HEAD:.keel/guards/x.yaml',
  'git blame .some/settings.json',
  'git checkout -b feature/x',
  'git checkout .',
  'git stash',
  'git clean -nd',
  'git clean -fd -e .keel',
  'git push origin HEAD',
  'cat .keel/guards/x.yaml',
  'cat .keel/installed.json | jq .files',
  'cat .keel/installed.json | python3 -m json.tool',
  'cat .keel/journal/*/*.jsonl | grep denied | wc -l',
  'cat .keel/installed.json && npm test',
  'head -n 20 .keel/guards/*.yaml 2>/dev/null',
  'tail -f .keel/journal/2026-01/w.jsonl',
  'ls -la .keel .keel/guards .some',
  'grep -rn "status" .keel/',
  'rg -n name .keel/guards | sort | uniq -c',
  'find .keel -name "*.yaml"',
  'find .keel/guards -type f -exec cat {} +',
  'find . -name "*.pyc" -delete',
  'find . -type d -name node_modules -prune -exec rm -rf {} +',
  'wc -l .keel/guards/*.yaml > /tmp/count.txt',
  'diff .keel/guards/x.yaml /tmp/x.yaml',
  'stat .some/settings.json; file .some/settings.json',
  "sed -n '1,20p' .keel/guards/x.yaml",
  "awk '{print $1}' .keel/guards/x.yaml",
  'cp .keel/guards/x.yaml /tmp/copy.yaml',
  'test -f .some/settings.json && echo yes',
  '[ -d .keel/guards ] || echo none',
  'if [ -f .keel/installed.json ]; then echo there; fi',
  'for f in .keel/guards/*; do cat "$f"; done',
  'ls .keel/guards | while read -r f; do echo "$f"; done',
  'ls .keel/guards/* | xargs cat',
  'echo "see .keel/guards"',
  "cat > README.md <<'EOF'\nGuards live in .keel/guards and .some/settings.json.\nEOF",
  'rm -rf node_modules dist',
  'rm -rf ./build/*',
  'rm -rf *',
  'mkdir -p .keel/tasks .some/agents',
  'echo x > .keel/tasks/a.md',
  'cat .keel/runloop.md > /tmp/x',
  "node -e \"console.log(require('fs').readFileSync('.keel/runloop.md', 'utf8'))\"",
  'prettier --write .',
  'eslint . --fix',
  'cp -r fixtures/. .',
  'docker build -t x .',
  'tar czf /tmp/x.tgz src',
  'chmod +x scripts/run.sh',
  'cd packages/a && npm test',
  '(cd .keel && ls); npm test',
  'echo $PATH > /tmp/path',
  'echo hi > "$OUT"',
  'curl -s https://example.com | head',
  'gh pr create --title x --body "protects .keel/guards"',
  'sed -i s/a/b/ src/guard/guards.ts',
  'rm src/.keel-notes.md',
  'rm my.keel/guards.txt',
  'rm other/.some/settings.json',
  'python3 -c "print(1)"',
  'make test 2>&1 | tee /tmp/out.log',
  'git diff .keel/guards | tee /tmp/out.diff',
  'kill %1; wait',
  '',
  '# rm -rf .keel',
]

describe('protected files', () => {
  for (const command of CHANGING)
    it(`are not changed by ${JSON.stringify(command.slice(0, 90))}`, () =>
      expect(run(command)).toBe('protected-files'))

  for (const command of HARMLESS)
    it(`are left alone by ${JSON.stringify(command.slice(0, 90))}`, () => expect(run(command)).toBe('allow'))

  it('are not changed by a command that is run inside their folder', () => {
    expect(run('rm x.yaml', `${ROOT}/.keel/guards`)).toBe('protected-files')
    expect(run('rm -rf guards', `${ROOT}/.keel`)).toBe('protected-files')
    expect(run('rm -rf ../.keel', `${ROOT}/src`)).toBe('protected-files')
    expect(run('ls', `${ROOT}/.keel/guards`)).toBe('allow')
  })

  it('may be read, and neither written nor removed', () => {
    for (const path of [
      '.keel/guards/x.yaml',
      '.keel/guards/proposed/y.yaml',
      '.keel/ledger/t/1/evidence.json',
      ...SETTINGS,
    ]) {
      const at = `${ROOT}/${path}`
      expect(judge({ kind: 'read', path: at })).toBe('allow')
      expect(judge({ kind: 'write', path: at, text: '' })).toBe('protected-files')
      expect(
        judge({ kind: 'write', path: at.toUpperCase().replace(ROOT.toUpperCase(), ROOT), text: '' }),
      ).toBe('protected-files')
      expect(judge({ kind: 'remove', path: at })).toBe('protected-files')
    }
    expect(judge({ kind: 'remove', path: `${ROOT}/.keel` })).toBe('protected-files')
    expect(judge({ kind: 'write', path: `${ROOT}/.keel/runloop.md`, text: '' })).toBe('allow')
    expect(judge({ kind: 'write', path: `${ROOT}/src/.keel/guards/x.yaml`, text: '' })).toBe('allow')
    expect(judge({ kind: 'write', path: `/elsewhere/.keel/guards/x.yaml`, text: '' })).toBe('allow')
  })

  it('are known through links', () => {
    const links = { [`${ROOT}/g/x.yaml`]: `${ROOT}/.keel/guards/x.yaml` }
    expect(judge({ kind: 'write', path: `${ROOT}/g/x.yaml`, text: '' }, { links })).toBe('protected-files')
    expect(judge({ kind: 'run', command: 'echo > g/x.yaml', cwd: ROOT }, { links })).toBe('protected-files')
    expect(judge({ kind: 'write', path: `${ROOT}/g/x.yaml`, text: '' })).toBe('allow')
  })

  it('are not changed by a tool of which only the name is known, unless the name says that it reads', () => {
    const call = (tool: string, input: unknown) => judge({ kind: 'call', tool, input, cwd: ROOT })
    expect(call('mcp__files__write_file', { path: '.keel/guards/x.yaml' })).toBe('protected-files')
    expect(call('mcp__files__move', { from: 'a', to: [{ path: `${ROOT}/.some/settings.json` }] })).toBe(
      'protected-files',
    )
    expect(call('mcp__files__edit', { uri: `file://${ROOT}/.keel/installed.json` })).toBe('protected-files')
    expect(call('mcp__files__delete', { path: '.keel' })).toBe('protected-files')
    expect(call('mcp__files__read_text_file', { path: '.keel/guards/x.yaml' })).toBe('allow')
    expect(call('mcp__files__list_directory', { path: '.keel' })).toBe('allow')
    expect(call('mcp__notes__add', { text: 'the file .keel/guards/x.yaml\nis protected' })).toBe('allow')
    expect(call('SomeTool', null)).toBe('allow')
  })

  it('cannot be reached by a patch among whose files one is protected', () => {
    const decision = evaluate({
      actions: [
        { kind: 'write', path: `${ROOT}/a.ts`, text: '' },
        { kind: 'write', path: `${ROOT}/.keel/guards/x.yaml`, text: '' },
      ],
      guards,
      facts,
    })
    expect(decision).toMatchObject({
      kind: 'deny',
      guard: 'protected-files',
      action: { path: `${ROOT}/.keel/guards/x.yaml` },
    })
    expect(decision.kind === 'deny' && decision.reason).toContain('(.keel/guards/x.yaml)')
  })

  it('are judged for any text in time, without a throw', () => {
    const scrap = fc.constantFrom(
      '$(',
      '`',
      '"',
      "'",
      '\\',
      '<<EOF',
      '\n',
      ';',
      '|',
      '&&',
      '{',
      '}',
      '${',
      ')',
      '(',
      'rm ',
      '.keel',
      '/guards',
      ' ',
      '*',
      'cd ',
      '$X',
      '=',
      '<',
      '>',
      '$((',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(scrap, fc.string()), { maxLength: 60 }), (scraps) => {
        expect(['allow', 'protected-files']).toContain(run(scraps.join('')))
      }),
      { numRuns: 2000 },
    )
    for (const bit of [
      '$(',
      '`',
      '(',
      '"$(',
      '${',
      '{a,',
      '<<E ',
      '> ',
      '\\\n',
      'a=b ',
      '\n',
      ' \t',
      '; ',
      '|',
    ])
      run(bit.repeat(20_000))
  })

  it('are not reached by a text that runs itself for longer than anybody waits', () => {
    const self =
      'x=\'echo "$x" "$x" | sh | sh\'; a=("$x" "$x" "$x"); printf \'%s\\n\' "${a[@]}" | xargs -n1 sh -c | sh'
    try {
      run(`${self}; rm -rf .keel/guards`)
    } catch (error) {
      // Whoever asks denies then.
      expect(String(error)).toContain('too many commands')
    }
    for (const text of [
      `awk '${'print '.repeat(15_000)}' x`,
      `sed '${'1'.repeat(90_000)}' x`,
      `python3 -c '${'"""'.repeat(20_000)}'`,
      `echo "status: ${' '.repeat(90_000)}x" > .keel/tasks/a.md`,
      `git apply <<E\n${'diff --git a/'.repeat(8000)}\nE`,
    ])
      expect(['allow', 'evidence-before-done']).toContain(run(text))
  })

  it('a redirection to one of them is found, whatever stands before and behind', () => {
    const before = fc.constantFrom(
      '',
      'npm test; ',
      'true && ',
      '(',
      '{ ',
      'if x; then ',
      'cat a | ',
      '# c\n',
      'x=1 ',
      "echo 'a b' && ",
    )
    const spelled = fc.constantFrom(
      '.keel/guards/x',
      './.keel/guards/x',
      `${ROOT}/.keel/guards/x`,
      'a/../.keel/guards/x',
      '".keel/guards/x"',
    )
    const after = fc.constantFrom('', '; true', ' && npm test', ' 2>&1', '\nls', ' &')
    fc.assert(
      fc.property(before, spelled, after, (one, path, other) => {
        expect(run(`${one}echo x > ${path}${other}`)).toBe('protected-files')
      }),
    )
  })
})

describe('evidence before done', () => {
  const task = `${ROOT}/.keel/tasks/k-1.md`
  const finish = (says: string, evidence: GuardFacts['evidence'] = 'none') =>
    judge({ kind: 'finish', says }, { evidence })

  it('a promise on the last line is kept back until there is fresh evidence', () => {
    expect(finish('All done.\n\n<promise>COMPLETE</promise>\n')).toBe('evidence-before-done')
    expect(finish('<promise>COMPLETE</promise>', 'stale')).toBe('evidence-before-done')
    expect(finish('<promise>COMPLETE</promise>', 'fresh')).toBe('allow')
    expect(finish('I must not say <promise>COMPLETE</promise>')).toBe('allow')
    expect(finish('<promise>COMPLETE</promise>\nis what I would say')).toBe('allow')
    expect(finish('')).toBe('allow')
  })

  it('a promise is read by the guard as the loop reads it, whatever is around it', () => {
    const promise = '<promise>COMPLETE</promise>'
    const around = fc.constantFrom(
      ...[promise, `**${promise}**`, `\`${promise}\``, `  ${promise}  `, `${promise}\n\n`, `${promise} \t\n`],
      ...[
        `- ${promise}`,
        `> ${promise}`,
        `_${promise}_.`,
        `I say ${promise}`,
        `${promise} is what`,
        'done',
        '',
      ],
    )
    const before = fc.constantFrom('', 'All done.\n', '```\n', 'x ', '\r\n')
    fc.assert(
      fc.property(before, around, (start, said) => {
        const isSeen = finish(start + said) === 'evidence-before-done'
        expect(isSeen).toBe(readSignal(start + said).kind === 'complete')
      }),
    )
    for (const said of [`**${promise}**`, `\`${promise}\``, `done\n${promise}  \n\n`, `- ${promise}`])
      expect(finish(said), said).toBe('evidence-before-done')
  })

  it('says what is missing', () => {
    const decision = evaluate({
      actions: [{ kind: 'finish', says: '<promise>COMPLETE</promise>' }],
      guards,
      facts: { ...facts, evidence: 'stale' },
    })
    expect(decision.kind === 'deny' && decision.reason).toContain('of another tree')
  })

  it('a task is not set to done by writing, in any spelling of YAML', () => {
    const spellings = [
      'status: done',
      'status:   done',
      'status: "done"',
      "status: 'done'",
      '"status": done',
      'status:\n  done',
      'status: !!str done',
      'status: >-\n  done',
      '{status: done}',
      '  status: done',
    ]
    for (const line of spellings) {
      const text = `---\nid: k-1\n${line}\n---\nText.\n`
      expect(judge({ kind: 'write', path: task, text }), line).toBe('evidence-before-done')
      expect(judge({ kind: 'write', path: task, text }, { evidence: 'fresh' }), line).toBe('allow')
    }
    for (const text of [
      '---\nstatus: implemented\n---\n',
      '---\nid: a\n---\nWhen is it done? status: unknown',
      'status: donec',
    ])
      expect(judge({ kind: 'write', path: task, text })).toBe('allow')
    expect(judge({ kind: 'write', path: `${ROOT}/notes.md`, text: 'status: done' })).toBe('allow')
  })

  it('a task is not set to done by an edit of a part, and a done one may be edited', () => {
    const now = '---\nid: k-1\nstatus: open\n---\nText.\n'
    const change = (from: string, to: string, text = now) =>
      judge(
        { kind: 'write', path: task, text: to, edits: [{ from, to, isEverywhere: false }] },
        { texts: { [task]: text } },
      )
    expect(change('open', 'done')).toBe('evidence-before-done')
    expect(change('tus: open', 'tus: done')).toBe('evidence-before-done')
    expect(change('open', 'implemented')).toBe('allow')
    expect(change('Text', 'It is done')).toBe('allow')
    expect(change('Text', 'More text', now.replace('open', 'done'))).toBe('allow')
  })

  it('a task is not set to done by a command', () => {
    expect(run("sed -i 's/open/done/' .keel/tasks/k-1.md")).toBe('evidence-before-done')
    expect(run("sed -i 's/^status:.*/status: done/' .keel/tasks/*.md")).toBe('evidence-before-done')
    expect(run("printf 'status: done' > .keel/tasks/k-1.md")).toBe('evidence-before-done')
    expect(run("sed -i 's/open/implemented/' .keel/tasks/k-1.md")).toBe('allow')
    expect(run('grep -l "status: done" .keel/tasks/*.md')).toBe('allow')
  })
})

describe('guards', () => {
  it('built in are as the schema for everybody else’s wants them', () => {
    // Their own expressions are known and may look around; none does.
    for (const guard of builtInGuards) expect(guardSchema.safeParse(guard).error?.issues ?? []).toEqual([])
  })

  it('of a user are globs and expressions', () => {
    const guard: Guard = {
      name: 'no-lock',
      summary: 's',
      reason: 'r',
      match: [
        { action: ['write'], paths: ['**/*.lock', 'src/{gen,out}/**'] },
        { action: ['read'], paths: ['**/*.log'] },
        { action: ['run'], says: 'git push.*--force' },
      ],
    }
    const ask = (action: Action) => evaluate({ actions: [action], guards: [guard], facts }).kind
    expect(ask({ kind: 'write', path: `${ROOT}/a/b/x.lock`, text: '' })).toBe('deny')
    expect(ask({ kind: 'write', path: `${ROOT}/x.lock`, text: '' })).toBe('deny')
    expect(ask({ kind: 'write', path: `${ROOT}/src/gen/deep/x.ts`, text: '' })).toBe('deny')
    expect(ask({ kind: 'write', path: `${ROOT}/src/other/x.ts`, text: '' })).toBe('allow')
    expect(ask({ kind: 'read', path: `${ROOT}/a.log` })).toBe('deny')
    expect(ask({ kind: 'read', path: `/var/log/a.log` })).toBe('allow')
    expect(ask({ kind: 'run', command: 'git push origin --force', cwd: ROOT })).toBe('deny')
    expect(ask({ kind: 'run', command: 'git push', cwd: ROOT })).toBe('allow')
  })
})
