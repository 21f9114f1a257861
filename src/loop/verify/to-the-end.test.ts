import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { askFor } from './ask-for.ts'
import { detectFrameworks } from './detect-framework.ts'
import { toTheEnd } from './to-the-end.ts'

describe('a command that goes on', () => {
  it('passes over no suite because one before it failed, and over nothing else', () => {
    const { project: root } = scratch()
    const scripts = {
      test: 'npm run build && npm run unit && vitest run -c e2e',
      unit: 'vitest run',
      build: 'tsc',
    }
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }))
    const of = (command: string) => toTheEnd({ root, command })
    expect(of('node --test a && node --test b')).toBe('node --test a ; node --test b')
    expect(of('npm test')).toBe("npx -c 'npm run build && npm run unit ; vitest run -c e2e'")
    expect(of('npm run unit')).toBeNull()
    expect(of('cd a && node --test && echo "a && b"')).toBe('cd a && node --test ; echo "a && b"')
    expect(of('tsc && node --test')).toBeNull()
  })

  it('is asked of frameworks that stop at the first of their parts', () => {
    const { project: root } = scratch()
    const asked = (command: string) =>
      askFor({ detected: detectFrameworks({ root, command }), command, folder: root }).command
    expect(asked('cargo test')).toBe('cargo test --no-fail-fast')
    expect(asked('cargo test -- --nocapture')).toBe('cargo test -- --nocapture')
    expect(asked('cargo nextest run --max-fail=1')).toBe('cargo nextest run --max-fail=1')
    expect(asked('mvn -q verify')).toBe('mvn -q verify -fae')
    expect(asked('./gradlew check')).toBe('./gradlew check --continue')
    expect(asked('go vet && go test ./...')).toContain('go test ./... -json')
  })
})
