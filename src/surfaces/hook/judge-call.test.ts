// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the shell that fills these in.
/** Commands as agents type them, judged in a real repository: what the disk knows is part of the answer. */
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsFiles } from '#hosts/hook-dialects.ts'
import type { Action } from '#words/action.ts'
import type { HookCall } from '#words/hook-call.ts'
import { judgeCall } from './judge-call.ts'

let root = ''

function callOf(action: Action): HookCall {
  const question = { event: 'PreToolUse', moment: 'before', sentBack: false } as const
  return {
    ...question,
    session: '',
    cwd: root,
    call: null,
    caller: { kind: 'main' },
    actions: [action],
  }
}

async function judge(action: Action): Promise<string> {
  const decision = await judgeCall(callOf(action), {
    roots: [root],
    settingsFiles,
    findEvidence: async () => 'none',
  })
  return decision.kind === 'deny' ? decision.guard : 'allow'
}

const run = (command: string) => judge({ kind: 'run', command, cwd: root })

const GUARD = 'name: g\nsummary: s\nmatch: [{ action: [read], paths: ["x.log"] }]\nreason: r\n'
const TASK = '---\nid: k-1\nstatus: open\n---\nText.\n'

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root, stdio: 'pipe' })

/** A project with a guard that was changed in its second commit, and with what could be copied over it. */
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'keel-test-')))
  git('init', '-q')
  put({
    '.keel/.gitignore': 'ledger/\njournal/\n',
    '.keel/guards/a.yaml': GUARD.replace('x.log', 'y.log'),
    '.keel/tasks/t.md': TASK,
    '.claude/settings.json': '{}',
    'src/a.ts': 'export const a = 1\n',
    'package.json': '{}',
  })
  git('add', '-A')
  git('commit', '-qm', 'one')
  put({ '.keel/guards/a.yaml': GUARD, 'src/b.ts': '' })
  git('add', '-A')
  git('commit', '-qm', 'two')
  put({
    '.keel/ledger/r1/1/evidence.json': '{}',
    '.keel/journal/2026-01/w.jsonl': '{}',
    'weak/.keel/guards/a.yaml': '',
    'weak/readme.md': '',
    'plain/readme.md': '',
    'bad.patch':
      'diff --git a/.keel/guards/a.yaml b/.keel/guards/a.yaml\n--- a/.keel/guards/a.yaml\n+++ b/.keel/guards/a.yaml\n@@ -1 +1 @@\n-name: g\n+name: h\n',
    'good.patch': '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1\n+export const a = 2\n',
    'done.md': TASK.replace('open', 'done'),
    'open.md': TASK,
    'list.txt': '.keel/guards/a.yaml\n',
    'own.txt': 'src/a.ts\nsrc/b.ts\n',
  })
  execFileSync('tar', ['-C', 'weak', '-czf', 'bad.tar.gz', '.'], { cwd: root, stdio: 'pipe' })
  execFileSync('tar', ['-C', 'weak', '-cf', 'bad.tar', '.keel'], { cwd: root, stdio: 'pipe' })
  execFileSync('tar', ['-C', 'plain', '-czf', 'good.tgz', '.'], { cwd: root, stdio: 'pipe' })
  symlinkSync('.', join(root, 'here'))
  symlinkSync('.keel', join(root, 'k'))
  linkSync(join(root, '.claude/settings.json'), join(root, 'hard.json'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const CHANGING = [
  // A shell that is told by a pipe, a here-document or a text.
  "echo 'rm -rf .keel/guards' | sh",
  'echo rm -rf .keel/guards | sh',
  "printf 'rm -rf %s\\n' .keel/guards | bash",
  "printf '%s' 'touch .keel/guards/x' | cat | sh -s",
  'cat <<EOF | sh\ntouch .keel/guards/x\nEOF',
  'x="rm -rf .keel/guards"; sh <<< "$x"',
  'x="rm -rf .keel/guards"; bash -c "$x"',
  'c="rm -rf .keel/guards"; $c',
  'echo dG91Y2ggLmtlZWwvZ3VhcmRzL3gueWFtbA== | base64 -d | sh',
  'touch $(echo leek. | rev)/guards/y',
  'source <(echo touch .keel/guards/x)',
  'bash <(echo touch .keel/guards/x)',
  'sh -c \'rm -r "$1"\' _ .keel/guards',
  "env -S 'rm -rf .keel/guards'",
  "su -c 'rm -rf .keel/guards'",
  // Copies that bring a protected path along.
  'cp -r weak/.keel .',
  'cp -r weak/. .',
  'cp -r weak/.* .',
  'cp -rT weak .',
  'mv weak/.keel .',
  'mkdir -p n/.keel/guards; touch n/.keel/guards/x; cp -r n/. .',
  'rsync -a weak/ ./',
  'rsync -a weak/.keel .',
  'rsync -a --delete plain/ .',
  'cp -t .keel/guards plain/readme.md',
  'tar xf bad.tar',
  'tar -xzf bad.tar.gz',
  'tar xf bad.tar.gz -C .',
  'tar --extract --file=bad.tar',
  'tar xf nowhere.tar -C .keel',
  // Archives and patches that come through a pipe.
  'cat bad.tar | tar xf -',
  'cat bad.tar.gz | tar xz',
  'zcat bad.tar.gz | tar x',
  'gzip -dc bad.tar.gz | tar x',
  'tar x < bad.tar',
  '(cd weak && tar cf - .) | tar xf -',
  'tar -C weak -cf - . | tar xf -',
  'tar -C weak -c .keel | tar -x -C .',
  '(cd weak && find . | cpio -pdm ..)',
  'git archive HEAD~1 | tar x',
  'git archive HEAD~1 .keel | tar -x -C .',
  'python3 -m tarfile -e bad.tar',
  'python3 -m tarfile --extract bad.tar .',
  'cat bad.patch | git apply',
  'cat bad.patch | patch -p1',
  'git diff HEAD HEAD~1 | git apply',
  'git diff HEAD HEAD~1 | patch -p1',
  'git diff HEAD~1 | git apply -R',
  'git show HEAD | git apply -R',
  'git show HEAD | patch -R -p1',
  'git format-patch --stdout HEAD~1 | git am',
  'git read-tree -u --reset HEAD~1',
  'git read-tree HEAD~1 && git checkout-index -fa',
  // Searches.
  'find . -name guards -exec rm -r {} +',
  'find . -name guards -delete',
  'find .keel -delete',
  'find . -exec rm {} +',
  "find . -name '*.yaml' -delete",
  "find . -path '*guards*' -exec rm {} +",
  "find . -name '*.yaml' | xargs rm",
  "find . -name '*.yaml' -print0 | xargs -0 sed -i s/a/b/",
  'find . -type f | while read -r f; do rm "$f"; done',
  "find . -name '*.json' -exec sh -c 'echo > \"$1\"' _ {} \\;",
  "for f in $(find . -name '*.yaml'); do rm $f; done",
  'find . -type f -not -path "./src/*" -exec sed -i s/a/b/ {} +',
  "find . -name '*.yaml' | xargs -I{} sh -c 'rm {}'",
  "find . -name '*.yaml' -exec sh -c 'rm \"{}\"' \\;",
  'find .k* -type f -delete',
  "find . -name '*.yaml' | grep guards | xargs rm",
  // Lists of files, from whichever command.
  'ls -d .k* | xargs rm -rf',
  'ls -A | grep keel | xargs rm -rf',
  'git ls-files .keel | xargs rm',
  "git ls-files | xargs sed -i 's/x.log/y.log/'",
  "git ls-files '*.yaml' | xargs rm",
  "git ls-files ':!src' | xargs rm",
  'git ls-files | grep -v src | xargs rm',
  'git ls-files | xargs grep -l x.log | xargs rm',
  "git grep -l 'x.log' | xargs sed -i 's/x.log/y.log/'",
  "git grep -l -e 'x\\.\\(log\\|txt\\)' | xargs sed -i s/a/b/",
  "grep -rl 'x.log' . | xargs sed -i 's/x.log/y.log/'",
  "grep -rlZ 'x.log' --include='*.yaml' . | xargs -0 perl -pi -e 's/x/y/'",
  'grep -l x.log .keel/guards/* | xargs rm',
  'grep -rl x.log .k* | xargs rm',
  'grep -rlF x.log | xargs rm',
  'grep -rlE "x.(log|txt)" . | xargs rm',
  'grep -rL nowhere . | xargs rm',
  'grep -rl "$WORD" . | xargs rm',
  'grep -rli X.LOG . | xargs rm',
  'grep -rl "[[:alpha:]]" . | xargs rm',
  'rg -l x.log --hidden | xargs sed -i s/x/y/',
  'rg -l x.log .keel | xargs sed -i s/x/y/',
  "rg -uu --files -g '*.yaml' | xargs rm",
  'fd -H -e yaml -x sed -i s/x/y/ {}',
  'fd -H guards -X rm -r',
  'fd -e yaml . .keel | xargs rm',
  "sed -i s/x/y/ $(git ls-files '*.yaml')",
  'sed -i s/x/y/ $(grep -rl x.log .)',
  'while read -r f; do rm "$f"; done < <(grep -rl x.log .)',
  'git ls-files | while IFS= read -r f; do : > "$f"; done',
  'for f in $(git ls-files); do sed -i s/a/b/ "$f"; done',
  'for f in $(grep -rl x.log .); do rm "${f#./}"; done',
  'for f in $(ls .keel/guards); do rm .keel/guards/$f; done',
  // Lists that lie on the disk.
  'xargs rm < list.txt',
  'xargs -a list.txt rm',
  'xargs --arg-file=list.txt rm -f',
  'cat list.txt | xargs rm -f',
  'cat list.txt | sort -u | xargs rm -f',
  'grep yaml list.txt | xargs rm',
  'head -1 list.txt | xargs rm',
  'rm $(cat list.txt)',
  'rm $(<list.txt)',
  'while IFS= read -r f; do rm "$f"; done < list.txt',
  'mapfile -t files < list.txt; rm "${files[@]}"',
  'for f in $(cat list.txt); do rm "$f"; done',
  // Another folder.
  'env -C .keel rm -r guards',
  'env --chdir=.keel rm -r guards',
  'sudo -D .keel rm -r guards',
  'cd .keel && rm -r guards',
  'cd .keel && ls | xargs rm -rf',
  'git -C .keel rm -r guards',
  'git -C .keel clean -fdx',
  // Links, of this command and of an earlier one.
  'ln -s . there; rm -r there/.keel/guards',
  'ln -s .keel/guards g',
  'ln -s ../.keel/guards src/g',
  'ln .claude/settings.json x; echo > x',
  'ln -s "$PWD" p && echo x > p/.claude/settings.json',
  'rm -r here/.keel/guards',
  'rm -r k/guards',
  'cd here && rm -r .keel/guards',
  'echo {} > hard.json',
  'sed -i s/a/b/ hard.json',
  // What a shell makes of variables.
  'a=(.keel guards); rm -r ${a[0]}/${a[1]}',
  'a=(x); a+=(.keel/guards); rm -r "${a[@]}"',
  'declare -a a=(.keel guards); rm -r ${a[0]}/${a[1]}',
  'set -- .keel/guards; rm -r "$1"',
  'set -- a .keel/guards; shift; rm -r "$1"',
  'set -- -r .keel/guards; rm "$@"',
  'x=.keel,guards; rm -r ${x/,//}',
  'x=.keel.bak; rm -r ${x%.bak}/guards',
  'x=./src/.keel; rm -r ${x##*/}/guards',
  'x=xx.keel; rm -r ${x:2}/guards',
  'x=.KEEL; rm -r ${x,,}/guards',
  'n=x; x=.keel/guards; rm -r ${!n}',
  'x=.keel; x+=/guards; rm -r $x',
  'rm -r ${z:-.keel/guards}',
  'y=.keel; rm -r ${z:-$y/guards}',
  'typeset x=.keel/guards; rm -r $x',
  'declare x=.keel/guards; rm -r $x',
  'readonly x=.keel/guards; rm -r $x',
  'local "x=.keel/guards"; rm -r $x',
  'printf -v x %s .keel/guards; rm -r $x',
  'read a b <<< ".keel guards"; rm -r $a/$b',
  'while read l; do touch $l; done <<< .keel/guards/x',
  'while read l; do touch $l; done < <(echo .keel/guards/x)',
  'x="-r .keel/guards"; rm $x',
  "eval 'x=.keel/guards'; rm -r $x",
  "trap 'rm -rf .keel/guards' EXIT",
  "alias t='rm -rf .keel/guards'; t",
  'cat() { rm -r "$@"; }; cat .keel/guards',
  'mv ../$(basename $PWD) ../elsewhere',
  'echo ${y:=.keel}; touch $y/guards/x',
  ': ${d:=.keel/guards}; rm -rf "$d"',
  ': "${d=.keel/guards}"; rm -rf "$d"',
  'shopt -s dotglob; rm -rf *',
  'shopt -s dotglob globstar; for f in **/*.yaml; do rm "$f"; done',
  'cd "$(git rev-parse --show-toplevel)/.keel" && rm -r guards',
  'cd "$(git rev-parse --show-toplevel)" && cd .keel && rm -r guards',
  'cd "$(git rev-parse --show-toplevel)" && rm -r .keel/guards',
  'cd $HERE/.keel/guards && rm a.yaml',
  'cd $(git rev-parse --git-dir)/.. && rm -rf .keel/guards',
  // git.
  'git checkout HEAD~1 -- .',
  'git checkout HEAD~1 -- :/',
  "git checkout HEAD~1 -- '*.yaml'",
  'git checkout HEAD~1 .',
  'git restore --source HEAD~1 .',
  'git restore -s HEAD~1 -- .keel',
  'git clean -fdx',
  'git clean -fdX',
  'git stash -a',
  'git apply bad.patch',
  'git apply < bad.patch',
  'git am bad.patch',
  "git -c alias.x='!rm -rf .keel/guards' x",
  "git config alias.x '!rm -rf .keel/guards'",
  "GIT_EDITOR='rm -rf .keel/guards;true' git commit --amend",
  "env GIT_EDITOR='rm -rf .keel/guards' git commit --amend",
  "GIT_SEQUENCE_EDITOR='touch .keel/guards/x' git rebase -i HEAD~1",
  "export EDITOR='touch .keel/guards/x'; git commit",
  "git -c core.editor='touch .keel/guards/x' commit",
  "git rebase -x 'rm -rf .keel/guards' HEAD~1",
  "git filter-branch --tree-filter 'rm -rf .keel/guards' HEAD",
  "git -c core.pager='touch .keel/guards/x' log",
  "git rebase --exec 'rm -rf .keel/guards' main",
  "git submodule foreach 'rm -rf ../.keel/guards'",
  'git bisect run rm -rf .keel/guards',
  "git grep -O'touch .keel/guards/x' a",
  'git worktree add .keel/guards/w',
  // keel itself.
  'keel uninstall',
  'npx keel uninstall',
  'npx -y keel@latest uninstall',
  'pnpm exec keel uninstall',
  'node ./node_modules/.bin/keel uninstall',
  'node node_modules/keel/dist/bin.cjs uninstall',
  './node_modules/.bin/keel uninstall',
  '/usr/local/bin/keel uninstall --json',
  'keel --json uninstall',
  'K=keel; $K uninstall',
  "keel 'uninstall'",
  'keel un""install',
  'cd src && keel uninstall',
  'echo uninstall | xargs keel',
  "sh -c 'keel uninstall'",
  // Everything else that writes.
  'patch -p1 < bad.patch',
  'patch -p1 -i bad.patch',
  'cat bad.patch > /dev/null; patch -p0 <<EOF\n--- .keel/guards/a.yaml\n+++ .keel/guards/a.yaml\nEOF',
  'mkdir .keel/guards/y',
  'mkdir -p .keel/journal/x',
  'install -m 644 open.md .keel/guards/x.yaml',
  'install -d .keel/guards/z',
  'dd if=/dev/null of=.keel/guards/a.yaml',
  'echo x | tee -a .keel/guards/a.yaml',
  'truncate -s 0 .claude/settings.json',
  'chmod 000 .keel/guards',
  'chown -R nobody .keel',
  "sed -i 's/a/b/' .keel/guards/a.yaml",
  "sed '1e touch .keel/guards/x' src/a.ts",
  'perl -pi -e s/a/b/ .claude/settings.json',
  "python3 -c \"open('.keel/guards/a.yaml','w')\"",
  "python3 -c \"open('.ke'+'el/guards/x.yaml','w')\"",
  'python3 -c "import os; f=os.remove; f(\'.keel/guards/a.yaml\')"',
  'python3 -c "import shutil as s; s.rmtree(\'.keel/guards\')"',
  'python3 -c "print(f\'{__import__(\\"os\\").remove(\\".keel/guards/a.yaml\\")}\')"',
  "node -e \"require('fs')['rmSync']('.keel/guards')\"",
  "node -e \"['.keel/guards/a.yaml'].forEach(require('fs').rmSync)\"",
  "node -e \"require('child_process').execSync('rm -r .keel/guards')\"",
  // A script that the command has written itself.
  'echo "rm -rf .keel/guards" > x.sh && bash x.sh',
  'echo "rm -rf .keel/guards" > x.sh; chmod +x x.sh; ./x.sh',
  'echo "rm -rf .keel/guards" > x.sh; . ./x.sh',
  "cat > x.py <<'EOF'\nimport shutil\nshutil.rmtree('.keel/guards')\nEOF\npython3 x.py",
  // Code that finds its files.
  "python3 <<'EOF'\nfrom pathlib import Path\nfor p in Path('.').rglob('*.yaml'):\n    p.write_text('')\nEOF",
  'python3 -c "\nimport glob,os\n[os.remove(f) for f in glob.glob(\'.k*/g*/*\')]"',
  'python3 -c "import os\nfor d, _, fs in os.walk(\'.\'):\n  for f in fs: os.remove(os.path.join(d, f))"',
  "node -e \"const fs=require('fs');for(const f of fs.readdirSync('.'))if(f[1]=='k')fs.rmSync(f,{recursive:true})\"",
  "node -e \"const fs=require('fs');for(const f of fs.globSync('**/*.yaml'))fs.rmSync(f)\"",
  'perl -e \'unlink glob ".keel/guards/*"\'',
  'ruby -e \'File.delete(*Dir[".keel/guards/*"])\'',
  'ruby -e \'Dir.glob(".k*/g*/*").each { |f| File.delete(f) }\'',
  './cat -rf .keel/guards',
  '$TOOL .keel/guards',
  'npx rimraf .keel/guards',
  'npx prettier --write .claude/settings.json',
  "npx json -I -f .claude/settings.json -e 'this.hooks={}'",
  'bash scripts/clean.sh .keel/guards',
  'python3 fix_settings.py .claude/settings.json',
  'openssl enc -in x -out .keel/guards/a.yaml',
  "ex -sc '%d|x' .keel/guards/a.yaml",
  'docker run --rm -v "$PWD:/w" alpine rm -rf /w/.keel/guards',
  'docker run -v $(pwd)/.keel:/k alpine rm -rf /k/guards',
  'make -f - <<< "all: ; rm -rf .keel/guards"',
  "echo 'rm -rf .keel/guards' | at now",
  'busybox rm -r .keel/guards',
  'timeout -s KILL 5 touch .keel/guards/x',
  'nice -n 5 touch .keel/guards/x',
]

/** What agents do all day. */
const DAILY = [
  'npm ci && npm test',
  'npm install --save-dev vitest',
  'npm run build 2>&1 | tail -20',
  'npx tsc --noEmit',
  'npx prettier --write .',
  'npx eslint --fix src',
  'npx vitest run src/guard --reporter=dot',
  'pnpm install && pnpm -r test',
  'yarn add left-pad',
  'cargo build --release && cargo test',
  'go test ./... && go vet ./...',
  'pip install -r requirements.txt',
  'python3 -m pytest -q tests/test_a.py',
  'python3 -m venv .venv && . .venv/bin/activate',
  'uv run pytest',
  'make test',
  'make -C packages/a build',
  'mvn -q test',
  './gradlew test',
  'bundle exec rspec',
  'docker build -t x .',
  'docker compose up -d && docker compose logs --tail 20',
  'docker run --rm -v "$PWD":/work -w /work node:20 npm test',
  'kubectl get pods -A',
  'terraform plan -out=plan.tfplan',
  'curl -fsSL https://example.com/install.sh | sh',
  'curl -s https://example.com/x.json | jq .name',
  'wget https://example.com/a.zip',
  'curl -L https://example.com/a.tar.gz | tar xz -C /tmp/a',
  'tar xf good.tgz',
  'tar czf /tmp/x.tgz .',
  'tar tf bad.tar',
  'tar xf bad.tar -C /tmp',
  'curl -sL https://example.com/x.tgz | tar xz',
  'cat good.tgz | tar xz',
  'cat bad.tar | tar x -C /tmp',
  'tar cf - . | tar xf - -C /tmp/copy',
  'tar -C plain -cf - . | tar xf -',
  '(cd weak && tar cf - .) | (cd /tmp/copy && tar xf -)',
  'tar cf - . | gzip > /tmp/x.tgz',
  'git archive HEAD | tar x',
  'git archive HEAD~1 | tar x -C /tmp/old',
  'git archive --prefix=old/ HEAD~1 | tar x',
  'git archive HEAD --output=/tmp/x.tar',
  'python3 -m tarfile -e good.tgz',
  'python3 -m tarfile -e bad.tar /tmp/x',
  'cat good.patch | git apply',
  'git diff > /tmp/x.patch',
  'git diff HEAD~1 -- src | git apply -R',
  'git show HEAD -- src/b.ts | git apply -R',
  'git show HEAD | head -40',
  'git read-tree HEAD',
  'unzip -l a.zip',
  'zip -r /tmp/x.zip .',
  'cp -r plain/. .',
  'cp -r plain/* .',
  'cp -r weak /tmp/weak',
  'cp .claude/settings.json /tmp/backup.json',
  'cp plain/readme.md .keel/',
  'rsync -a . /tmp/copy',
  'rsync -a plain/ ./',
  'mv src/a.ts src/c.ts',
  'mkdir -p src/x .keel/tasks .claude/agents',
  'rm -rf node_modules dist',
  'rm -f .claude/agents/a.md',
  'ln -s ../src/a.ts plain/a.ts',
  'ln -sf ../../src/index.ts node_modules/x',
  'chmod +x scripts/run.sh',
  'touch src/new.ts',
  'git status --short',
  'git diff .keel',
  'git diff HEAD~1 --stat -- .keel/guards',
  'git log --oneline -5 -- .keel/guards',
  'git show HEAD:.claude/settings.json',
  'git add -A',
  'git add .keel/guards && git commit -m "change .keel/guards"',
  'git commit -am "rm -rf .keel/guards is denied"',
  "git commit -F - <<'EOF'\nguard: about .claude/settings.json\nEOF",
  'git stash && git pull --rebase && git stash pop',
  'git stash -u',
  'git checkout main',
  'git checkout -b feature/x',
  'git checkout -- src/a.ts',
  'git checkout .',
  'git restore .',
  'git restore src/a.ts',
  'git restore --staged .',
  'git switch -c x',
  'git reset --hard',
  'git reset --hard HEAD~1',
  'git reset HEAD~1',
  'git clean -fd -e .keel',
  'git clean -nd',
  'git apply good.patch',
  'git apply --check bad.patch',
  'git diff main | git apply -R',
  'git rebase -i HEAD~2',
  'git cherry-pick abc123',
  'git cherry-pick -x abc123',
  "git rebase -x 'npm test' main",
  'GIT_EDITOR=true git rebase --continue',
  "GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -i HEAD~2",
  'EDITOR=vim git commit --amend',
  ': ${OUT:=dist}; rm -rf "$OUT"',
  'shopt -s nullglob; rm -f *.log',
  'shopt -s dotglob; ls *',
  'cd "$(git rev-parse --show-toplevel)/packages/a" && rm -rf dist',
  'cd "$OLDPWD" && rm -rf out',
  'git merge --no-ff feature/x',
  'git -c user.name=x -c core.editor=true commit --amend --no-edit',
  'git push -u origin HEAD',
  'git worktree add ../other feature/x',
  'patch -p1 < good.patch',
  'gh pr create --title x --body "touches .claude/settings.json"',
  'cat .keel/guards/a.yaml | head',
  'cat .claude/settings.json | python3 -c "import json,sys; print(json.load(sys.stdin))"',
  'python3 -c "print(open(\'.claude/settings.json\').read())"',
  "python3 -c \"import json; d=json.load(open('.claude/settings.json')); print(d['hooks'], d.get('x'))\"",
  "python3 - <<'EOF'\nimport json\nwith open('.claude/settings.json') as f:\n    for k, v in json.load(f).items():\n        print(f'{k}: {v}')\nEOF",
  "python3 - <<'EOF'\nfrom pathlib import Path\nPath('src/a.ts').write_text('x')\nEOF",
  "python3 - <<'EOF'\nimport os, glob\nfor f in glob.glob('src/**/*.ts', recursive=True):\n    s = open(f).read().replace('foo', 'bar')\n    open(f, 'w').write(s)\nEOF",
  "python3 -c \"import glob\nfor f in glob.glob('**/*.ts', recursive=True): open(f,'w').write('')\"",
  "python3 -c \"import glob\nfor f in glob.glob('*.json'): open(f,'w').write('')\"",
  "python3 -c \"from pathlib import Path\nfor p in Path('.').rglob('*.ts'): p.write_text('')\"",
  "python3 -c \"from pathlib import Path\nfor p in Path('src').rglob('*'): p.unlink()\"",
  "python3 - <<'EOF'\nimport os\nfor d, _, fs in os.walk('.'):\n    for f in fs:\n        if f.endswith('.py'):\n            open(os.path.join(d, f), 'a').write('x')\nEOF",
  "node -e \"const fs=require('fs');for(const f of fs.readdirSync('src'))fs.writeFileSync('src/'+f,'')\"",
  "node -e \"const fs=require('fs');for(const f of fs.readdirSync('.'))if(f.endsWith('.md'))fs.rmSync(f)\"",
  "node -e \"for (const f of require('fs').readdirSync('src')) console.log(f)\"",
  'node -e "require(\'./.claude/settings.json\')"',
  'node -e "console.log(require(\'./.claude/settings.json\').hooks)"',
  "node -p \"JSON.parse(require('fs').readFileSync('.keel/installed.json','utf8')).files\"",
  'keel pack "look at .keel/guards"',
  'npx keel pack "look at .keel/guards"',
  'keel verify && keel log',
  'keel uninstall --dry-run',
  'keel trace "never keel uninstall without asking" --about correction --subject uninstall',
  'keel trace uninstall',
  'git commit -m "docs: how keel uninstall works"',
  'grep -rn "keel uninstall" docs',
  'echo "keel uninstall"',
  "cat > notes.md <<'EOF'\nkeel uninstall\nEOF",
  'npm uninstall left-pad',
  'grep -r x .keel',
  'grep -rn "status" --include=*.md . | head',
  'rg -n name .keel/guards | sort | uniq -c',
  "rg -l 'foo' src | xargs sed -i 's/foo/bar/g'",
  "rg -l oldName | xargs sed -i 's/oldName/newName/g'",
  "rg -l 'x.log' | xargs sed -i 's/x.log/y.log/'",
  "rg -l --hidden oldName | xargs sed -i 's/oldName/newName/g'",
  "rg -l --hidden -t ts '.' | xargs sed -i s/a/b/",
  "rg -l --hidden -g '!.keel' -g '!.claude' x | xargs sed -i s/a/b/",
  "grep -rl foo src | xargs sed -i 's/foo/bar/'",
  "grep -rl 'oldName' . --include='*.ts' | xargs sed -i 's/oldName/newName/g'",
  "grep -rl oldName . | xargs sed -i 's/oldName/newName/g'",
  "grep -rl --exclude-dir=.keel --exclude-dir=.git x.log . | xargs sed -i 's/x.log/y.log/'",
  'grep -rl x.log . | grep -v keel | xargs rm',
  'grep -rl name .keel/guards | xargs cat',
  "git grep -l oldName | xargs sed -i 's/oldName/newName/g'",
  "git ls-files '*.ts' | xargs sed -i 's/a/b/'",
  "git ls-files '*.ts' | xargs wc -l",
  "git ls-files src | xargs sed -i 's/a/b/'",
  "git ls-files | grep '\\.ts$' | xargs sed -i 's/a/b/'",
  "git ls-files | xargs grep -l oldName | xargs sed -i 's/oldName/newName/'",
  'git ls-files -z | xargs -0 grep -l TODO',
  'git ls-files | head -50',
  'git diff --name-only | xargs npx prettier --write',
  "git diff --name-only HEAD~1 -- '*.ts' | xargs npx eslint --fix",
  'for f in $(git ls-files "*.ts"); do sed -i s/a/b/ "$f"; done',
  'for f in $(git ls-files "*.ts"); do mv "$f" "${f%.ts}.mts"; done',
  'fd -e ts -x sed -i s/a/b/',
  'fd -e yaml -x sed -i s/a/b/',
  'fd -H -e ts | xargs rm',
  'ls src | xargs -I{} rm src/{}',
  'ls *.log | xargs rm -f',
  'xargs rm < own.txt',
  'rm $(cat own.txt)',
  'cat own.txt | xargs sed -i s/a/b/',
  'while read -r f; do rm "$f"; done < own.txt',
  'x=$(cat list.txt); echo $x',
  'cat list.txt | wc -l',
  'cat list.txt | xargs cat',
  'cat list.txt | sort > sorted.txt',
  'kill $(cat server.pid)',
  'git commit -m "$(cat list.txt)"',
  "awk '$3 > 5 {print $1}' .keel/journal/2026-01/w.jsonl",
  "sed -n '1,20p' .keel/guards/a.yaml",
  "sed -i 's/a/b/' src/a.ts",
  "sed -i.bak -e 's/open/closed/' src/*.ts",
  'find . -name "*.pyc" -delete',
  'find . -name node_modules -prune -exec rm -rf {} +',
  'find . -type d -empty -delete',
  "find src -name '*.ts' -exec sed -i 's/a/b/' {} +",
  "find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l",
  "find . -path ./.keel -prune -o -name '*.yaml' -exec sed -i s/a/b/ {} +",
  "find . -type f -not -path './.keel/*' -not -path './.claude/*' -not -name hard.json -exec sed -i s/a/b/ {} +",
  'find .keel -type f | head',
  'find .keel/guards -type f -exec cat {} +',
  'find . -maxdepth 1 -name "*.yaml" -delete',
  'ls -la .keel/guards > /tmp/list',
  'wc -l .keel/ledger/*/*/tests.log',
  'tail -f .keel/journal/2026-01/w.jsonl | head',
  "cat > src/c.ts <<'EOF'\n// see .keel/guards and .claude/settings.json\nexport const c = `${1 + 1}`\nEOF",
  "cat <<'EOF' > docs.md\nrm -rf .keel/guards is denied\nEOF",
  'echo "do not touch .keel/guards" >> notes.md',
  'for f in src/*.ts; do echo "$f"; npx tsc --noEmit "$f"; done',
  'while read -r f; do echo "$f"; done < list.txt',
  'x=$(git rev-parse HEAD); echo "$x" > /tmp/head',
  'cd src && ls && cd ..',
  'cd "$(git rev-parse --show-toplevel)" && npm test',
  '(cd packages/a && npm test)',
  'export NODE_ENV=test && npm test',
  'set -euo pipefail; npm test',
  'command -v node && which npm',
  "ps aux | grep node | awk '{print $2}' | xargs kill",
  'trap "echo bye" EXIT; npm test',
  'time npm test',
  'timeout 60 npm test',
  'env CI=1 npm test',
  'nohup npm start > /tmp/log 2>&1 &',
  'test -f .claude/settings.json && echo yes',
  'diff <(cat .keel/guards/a.yaml) <(git show HEAD:.keel/guards/a.yaml)',
  'jq . .claude/settings.json > /tmp/o.json',
  'psql -f schema.sql',
  'echo "npm test" > x.sh && bash x.sh',
  "cat > x.py <<'EOF'\nprint(open('.keel/guards/a.yaml').read())\nEOF\npython3 x.py",
  'openssl sha256 .keel/guards/a.yaml',
  'npx ajv validate -s schema.json -d .claude/settings.json',
  'npx prettier --check .claude/settings.json',
  'bash scripts/test.sh .keel/guards',
  'code .claude/settings.json',
  'python3 script.py .claude/settings.json',
  'python3 -m yamllint .keel/guards',
  'node scripts/check.mjs .keel/guards/a.yaml',
  'docker run --rm -v "$PWD":/work -w /work node:20 npm test',
  'bat .claude/settings.json',
  'xxd .keel/guards/a.yaml | head',
  'sha256sum .claude/settings.json',
  'if [ -f .keel/guards/a.yaml ]; then echo guarded; fi',
  'sqlite3 db.sqlite "select 1"',
  'echo x > .keel/tasks/new.md',
  'touch .keel/tasks/t.md',
  'rm .keel/tasks/t.md',
  'cat open.md > /dev/null; cp open.md .keel/tasks/u.md',
]

describe('a command in a repository', () => {
  for (const command of CHANGING)
    it(`is denied that changes what is protected: ${JSON.stringify(command.slice(0, 90))}`, async () =>
      expect(await run(command)).toBe('protected-files'))

  for (const command of DAILY)
    it(`is let through that is daily work: ${JSON.stringify(command.slice(0, 90))}`, async () =>
      expect(await run(command)).toBe('allow'))

  it('is denied however the path is spelled', async () => {
    const spelled = fc
      .array(fc.constantFrom(...SPELLINGS), { minLength: 13, maxLength: 13 })
      .map((ways) => [...'.keel/guards/'].map((char, index) => ways[index]?.(char) ?? char).join(''))
    const verbs = fc.constantFrom(
      'rm -r',
      'rm -rf --',
      'touch',
      'sudo rm -r',
      'mv -t /tmp',
      'chmod -R 0',
      'cp src/a.ts',
    )
    const before = fc.constantFrom('', './', 'src/../', '"$PWD"/', 'here/', '$(pwd)/')
    await fc.assert(
      fc.asyncProperty(verbs, before, spelled, async (verb, start, path) => {
        expect(await run(`${verb} ${start}${path}`), `${verb} ${start}${path}`).toBe('protected-files')
      }),
      { numRuns: 150 },
    )
  })
})

/** The ways to write one character of a word. */
const SPELLINGS: readonly ((char: string) => string)[] = [
  (char) => char,
  (char) => `'${char}'`,
  (char) => `"${char}"`,
  (char) => `\\${char}`,
  (char) => `""${char}`,
  (char) => `$'\\x${char.charCodeAt(0).toString(16)}'`,
  (char) => `$'\\${char.charCodeAt(0).toString(8).padStart(3, '0')}'`,
  (char) => `\${nothing:-${char}}`,
  (char) => `$(printf %s '${char}')`,
  (char) => char.toUpperCase(),
]

describe('another project', () => {
  let other = ''
  beforeAll(() => {
    other = realpathSync(mkdtempSync(join(tmpdir(), 'keel-test-')))
    for (const folder of ['.keel/guards', '.claude', 'src'])
      mkdirSync(join(other, folder), { recursive: true })
  })
  afterAll(() => rmSync(other, { recursive: true, force: true }))

  it('has its guards, its records and the settings beside them, from wherever they are reached', async () => {
    const way = `../${basename(other)}`
    for (const command of [
      `rm -rf ${way}/.keel/guards`,
      `rm -rf ${other}/.keel`,
      `cd ${way} && rm -rf .keel/guards`,
      `echo {} > ${way}/.claude/settings.json`,
      `rm -r ${way}/.claude`,
      `find ${way}/.keel -delete`,
    ])
      expect(await run(command), command).toBe('protected-files')
    expect(await judge({ kind: 'write', path: join(other, '.keel/guards/a.yaml'), text: '' })).toBe(
      'protected-files',
    )
    for (const command of [
      `cat ${way}/.keel/guards/a.yaml`,
      `touch ${way}/src/a.ts`,
      `cp -r . ${way}/copy`,
      `rm -rf ${way}`,
      'mkdir -p /tmp/nowhere-yet/.keel/guards && touch /tmp/nowhere-yet/.keel/guards/a.yaml',
      'echo {} > /tmp/nowhere-yet/.claude/settings.json',
    ])
      expect(await run(command), command).toBe('allow')
  })
})

describe('guards that cannot be read', () => {
  it('deny everything, and are not taken for none', async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'keel-test-')))
    try {
      mkdirSync(join(other, '.keel'))
      const ask = () =>
        judgeCall(callOf({ kind: 'run', command: 'ls', cwd: other }), {
          roots: [other],
          settingsFiles,
          findEvidence: async () => 'none',
        })
      expect(await ask()).toEqual({ kind: 'allow' })
      symlinkSync('guards', join(other, '.keel/guards'))
      expect(await ask()).toMatchObject({ kind: 'deny', reason: expect.stringContaining('.keel/guards') })
      rmSync(join(other, '.keel/guards'))
      symlinkSync('nowhere', join(other, '.keel/guards'))
      expect(await ask()).toMatchObject({ kind: 'deny' })
      rmSync(join(other, '.keel/guards'))
      writeFileSync(join(other, '.keel/guards'), '')
      expect(await ask()).toMatchObject({ kind: 'deny' })
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })
})

describe('a task', () => {
  const task = '.keel/tasks/t.md'
  const write = (text: string, edits?: { from: string; to: string; isEverywhere: boolean }[]) =>
    judge({ kind: 'write', path: join(root, task), text, ...(edits === undefined ? {} : { edits }) })

  it('is not set to done without evidence, however YAML lets it be spelled', async () => {
    for (const line of [
      'status: DONE',
      'status: Done # at last',
      '"status": "d\\u006fne"',
      'status: "do\\x6ee"',
      '"st\\u0061tus": done',
      '? status\n: done',
      'status:\n  done',
      'status: &a done',
      'x: &a done\nstatus: *a',
      '<<: { status: done }',
      '{ status: done }',
      'status: open\nstatus: done',
      "status: 'done'",
    ])
      expect(await write(`---\nid: k-1\n${line}\n---\nText.\n`), line).toBe('evidence-before-done')
    for (const line of [
      'status: implemented',
      'status: "open"',
      'status: open # not done',
      'title: "When is it done?"\nstatus: open',
      'tags: [a, done]\nstatus: open',
      'depends_on:\n  - k-2\n- k-3\nstatus: blocked',
      'note: |\n  All is done.\nstatus: open',
    ])
      expect(await write(`---\nid: k-1\n${line}\n---\nstatus of the text: done\n`), line).toBe('allow')
    expect(await write('done', [{ from: 'open', to: 'done', isEverywhere: false }])).toBe(
      'evidence-before-done',
    )
    expect(await write('It is done', [{ from: 'Text', to: 'It is done', isEverywhere: false }])).toBe('allow')
  })

  it('is not set to done by a command whose text shows it, or cannot be seen', async () => {
    for (const command of [
      `sed -i 's/open/done/' ${task}`,
      `sed -i 's/open/do''ne/' ${task}`,
      `sed -i 's/open/d/; s/: d/&one/' ${task}`,
      `sed -i 's/open/do/' ${task}`,
      `sed -i 's/\\(.*\\)/\\1/' ${task}`,
      `perl -pi -e 's/open/"do"."ne"/e' ${task}`,
      `mv done.md ${task}`,
      `cp done.md ${task}`,
      `cp done.md .keel/tasks/`,
      `cp nowhere.md ${task}`,
      `cat done.md > ${task}`,
      `ln -sf ../../done.md ${task}`,
      `printf 'status: do%s' ne > ${task}`,
      `printf -- '---\\nstatus: done\\n---\\n' | tee ${task}`,
      `x=done; echo "status: $x" > ${task}`,
      `echo "status: $UNKNOWN" > ${task}`,
      `cat > ${task} <<EOF\n---\nstatus: done\n---\nEOF`,
      `{ echo ---; echo 'status: done'; echo ---; } > ${task}`,
      `python3 -c "p='${task}'; t=open(p).read(); open(p,'w').write(t.replace('open','do'+'ne'))"`,
      `git checkout other -- ${task}`,
    ])
      expect(await run(command), command).toBe('evidence-before-done')
    for (const command of [
      `sed -i 's/open/implemented/' ${task}`,
      `sed -i '/^status/s/open/blocked/' ${task}`,
      `sed -n '/done/p' ${task}`,
      `grep -l 'status: done' .keel/tasks/*.md`,
      `cp open.md ${task}`,
      `mv open.md .keel/tasks/v.md`,
      `mv ${task} .keel/tasks/w.md`,
      `cat > ${task} <<EOF\n---\nstatus: open\n---\nNothing is done.\nEOF`,
      `echo 'A note: half of it is done.' >> ${task}`,
      `touch ${task} && chmod 644 ${task}`,
      `git add ${task} && git commit -m done`,
    ])
      expect(await run(command), command).toBe('allow')
  })

  it('is not set to done by a tool of which only the name is known', async () => {
    const call = (tool: string, input: unknown) => judge({ kind: 'call', tool, input, cwd: root })
    expect(await call('mcp__fs__edit', { path: task, old: 'open', new: 'done' })).toBe('evidence-before-done')
    expect(await call('mcp__fs__write', { path: task, content: TASK.replace('open', 'done') })).toBe(
      'evidence-before-done',
    )
    expect(await call('mcp__fs__write', { path: task, content: TASK })).toBe('allow')
    expect(await call('mcp__fs__read_file', { path: task })).toBe('allow')
  })
})

describe('a tool of which only the name is known', () => {
  it('changes what it names, unless every verb in its name reads', async () => {
    const path = '.keel/guards/a.yaml'
    const call = (tool: string, input: unknown = { path }) => judge({ kind: 'call', tool, input, cwd: root })
    for (const tool of [
      'mcp__fs__get_and_delete',
      'mcp__fs__getOrCreate',
      'mcp__fs__read_then_zap',
      'mcp__fs__find_replace',
      'mcp__fs__frobnicate',
      'mcp_fs_write_file',
      'NewTool',
    ])
      expect(await call(tool), tool).toBe('protected-files')
    for (const tool of [
      'mcp__fs__read_text_file',
      'mcp__fs__readFile',
      'mcp__fs__list_directory',
      'mcp__fs__directory_tree',
      'mcp__fs__get_file_info',
      'mcp_fs_search_files',
      'Task',
    ])
      expect(await call(tool), tool).toBe('allow')
    for (const input of [
      { file_path: path },
      { paths: ['src/a.ts', path] },
      { uri: `file://${join(root, path)}` },
      { operations: [{ source: 'src/a.ts', destination: path }] },
    ])
      expect(await call('mcp__fs__move', input), JSON.stringify(input)).toBe('protected-files')
    for (const input of [
      { title: 'x', body: `${path} is wrong:\nit should say more.` },
      { body: `${path} is wrong` },
      { task: `${path}: what is it for?` },
      { query: path },
    ])
      expect(await call('mcp__tracker__create_issue', input), JSON.stringify(input)).toBe('allow')
    expect(await call('mcp__keel__context_pack', { text: `${path} needs a test` })).toBe('allow')
    expect(await call('mcp__shell__run', { command: 'cd .keel && rm -r guards' })).toBe('protected-files')
    expect(await call('shell', { command: ['bash', '-lc', 'touch .keel/guards/x'] })).toBe('protected-files')
    expect(await call('mcp__shell__run', { command: 'cat .keel/guards/a.yaml' })).toBe('allow')
  })
})
