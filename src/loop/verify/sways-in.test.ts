import { describe, expect, it } from 'vitest'
import { swaysIn } from './sways-in.ts'

const namesIn = (environment: Record<string, string>) =>
  swaysIn(environment, '/work/shop').map((one) => one.replace(/=[0-9a-f]{8}$/, ''))

describe('what of an environment decides what is run', () => {
  it.each([
    { NODE_OPTIONS: '--require /tmp/x.cjs' },
    { NODE_OPTIONS: '--no-warnings --test-name-pattern=adds' },
    { npm_config_script_shell: '/tmp/sh' },
    { LD_PRELOAD: '/tmp/x.so' },
    { 'BASH_FUNC_npm%%': '() { :; }' },
    { PYTHONPATH: '/tmp/elsewhere' },
    { PYTHONPATH: '../elsewhere:src' },
    { PYTEST_ADDOPTS: '--deselect tests/test_add.py::test_add' },
    { PYTEST_ADDOPTS: '-q -k fast' },
    { GOFLAGS: '-skip=TestAdd' },
    { CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER: 'true' },
    { JAVA_TOOL_OPTIONS: '-javaagent:/tmp/x.jar' },
    { MAVEN_ARGS: '-DskipTests' },
    { RUBYOPT: '-r/tmp/x' },
    { SPEC_OPTS: '--tag fast' },
    { GTEST_FILTER: '-Add.*' },
    { MAKEFLAGS: '-i' },
  ])('is %o', (environment) => {
    expect(namesIn(environment as unknown as Record<string, string>)).toEqual(Object.keys(environment))
  })

  it.each([
    { NODE_OPTIONS: ' --max-old-space-size=8192  --experimental-vm-modules' },
    { PYTHONPATH: 'src:/work/shop/lib:' },
    { NODE_PATH: '/work/shop/node_modules' },
    { PYTEST_ADDOPTS: '-vv --color=yes' },
    { GOFLAGS: '-mod=vendor' },
    { MAVEN_OPTS: '-Xmx2g' },
    { MAKEFLAGS: ' -j8 --jobserver-auth=3,4 -w' },
    { PATH: '/usr/bin', HOME: '/home/anna', npm_config_user_agent: 'npm', EDITOR: 'vi', NODE_ENV: 'test' },
    { NODE_OPTIONS: '' },
  ])('is not %o', (environment) => {
    expect(namesIn(environment as unknown as Record<string, string>)).toEqual([])
  })

  it('is another where it says something else, and no value can be read from it', () => {
    const swayed = (value: string) => swaysIn({ NODE_OPTIONS: value }, '/work/shop')
    expect(swayed('--require /tmp/one')).not.toEqual(swayed('--require /tmp/two'))
    expect(swayed('--require  /tmp/one --no-warnings')).toEqual(swayed('--require /tmp/one'))
    expect(swayed('--require /tmp/one').join()).not.toContain('tmp')
  })
})
