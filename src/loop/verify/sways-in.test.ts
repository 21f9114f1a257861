import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { swaysIn } from './sways-in.ts'

const namesIn = (environment: Record<string, string>) =>
  swaysIn(environment, '/home/anna/shop').map((one) => one.replace(/=[0-9a-f]{8}$/, ''))

describe('what of an environment decides what is run', () => {
  it.each([
    { NODE_OPTIONS: '--require /tmp/x.cjs' },
    { NODE_OPTIONS: '--no-warnings --test-name-pattern=adds' },
    { npm_config_script_shell: '/tmp/sh' },
    { NPM_CONFIG_script_shell: '/tmp/sh' },
    { npm_config_SCRIPT_SHELL: '/tmp/sh' },
    { pnpm_config_node_options: '--require /tmp/x.cjs' },
    { BUN_OPTIONS: '--preload /tmp/x.ts' },
    { LD_PRELOAD: '/tmp/x.so' },
    { 'BASH_FUNC_npm%%': '() { :; }' },
    { PYTHONPATH: '/tmp/elsewhere' },
    { PYTHONPATH: '../elsewhere:src' },
    { PYTEST_ADDOPTS: '--deselect tests/test_add.py::test_add' },
    { PYTEST_ADDOPTS: '-q -k fast' },
    { PYTEST_ADDOPTS: 'auto' },
    { PYTEST_ADDOPTS: '-p no:timeout' },
    { GOFLAGS: '-skip=TestAdd' },
    { CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER: 'true' },
    { JAVA_TOOL_OPTIONS: '-javaagent:/tmp/x.jar' },
    { MAVEN_ARGS: '-DskipTests' },
    { RUBYOPT: '-r/tmp/x' },
    { SPEC_OPTS: '--tag fast' },
    { GTEST_FILTER: '-Add.*' },
    { GOWORK: '/tmp/go.work' },
    { MAKEFLAGS: '-i' },
    { MAKEFILES: '/tmp/x.mk' },
  ])('is %o', (environment) => {
    expect(namesIn(environment as unknown as Record<string, string>)).toEqual(Object.keys(environment))
  })

  it.each([
    { NODE_OPTIONS: ' --max-old-space-size=8192  --experimental-vm-modules' },
    { PYTHONPATH: 'src:/home/anna/shop/lib:' },
    { NODE_PATH: '/home/anna/shop/node_modules' },
    { NODE_PATH: '/usr/lib/node_modules:/home/anna/shop/node_modules/.pnpm/node_modules' },
    { PYTEST_ADDOPTS: '-vv --color=yes' },
    { PYTEST_ADDOPTS: '-n auto -ra -p no:cacheprovider --cov=src' },
    { GOFLAGS: '-mod=vendor' },
    { GOWORK: 'off' },
    { npm_config_userconfig: '/home/anna/.npmrc', HOME: '/home/anna' },
    { npm_config_globalconfig: '/nowhere/etc/npmrc', npm_config_prefix: '/nowhere', PREFIX: '/nowhere' },
    { MAVEN_OPTS: '-Xmx2g' },
    { MAKEFLAGS: ' -j8 --jobserver-auth=3,4 -w' },
    { PATH: '/usr/bin', HOME: '/home/anna', npm_config_user_agent: 'npm', EDITOR: 'vi', NODE_ENV: 'test' },
    { NODE_OPTIONS: '' },
  ])('is not %o', (environment) => {
    expect(namesIn(environment as unknown as Record<string, string>)).toEqual([])
  })

  it('is what leads to settings of npm that are not its usual ones', () => {
    const { home } = scratch()
    mkdirSync(join(home, 'other/etc'), { recursive: true })
    for (const name of ['.npmrc', 'other/etc/npmrc'])
      writeFileSync(join(home, name), 'script-shell=/tmp/sh\n')
    const file = join(home, 'other/etc/npmrc')
    expect(namesIn({ HOME: home, npm_config_userconfig: join(home, '.npmrc') })).toEqual([])
    expect(namesIn({ HOME: home, NPM_CONFIG_USERCONFIG: file })).toEqual(['NPM_CONFIG_USERCONFIG'])
    expect(namesIn({ npm_config_globalconfig: file })).toEqual(['npm_config_globalconfig'])
    expect(namesIn({ PREFIX: join(home, 'other') })).toEqual(['PREFIX'])
  })

  it('is a folder of the project in which git sees nothing', () => {
    const { home, project } = scratch()
    execFileSync('git', ['init', '-q'], { cwd: project, stdio: 'ignore' })
    writeFileSync(join(project, '.gitignore'), 'build/*\n')
    for (const name of ['src', 'build/out', '.git/odd', '.keel/cache'])
      mkdirSync(join(project, name), { recursive: true })
    symlinkSync(home, join(project, 'away'))
    const isSwayed = (value: string) => swaysIn({ PYTHONPATH: value }, project).length > 0
    expect(
      ['build', 'build/out', '.git/odd', '.keel/cache', 'away', 'src:build'].filter(isSwayed),
    ).toHaveLength(6)
    expect(['src', '.', join(project, 'src'), 'not-there-yet'].filter(isSwayed)).toEqual([])
  })

  it('is another where it says something else, and no value can be read from it', () => {
    const swayed = (value: string) => swaysIn({ NODE_OPTIONS: value }, '/home/anna/shop')
    expect(swayed('--require /tmp/one')).not.toEqual(swayed('--require /tmp/two'))
    expect(swayed('--require  /tmp/one --no-warnings')).toEqual(swayed('--require /tmp/one'))
    expect(swayed('--require /tmp/one').join()).not.toContain('tmp')
  })
})
