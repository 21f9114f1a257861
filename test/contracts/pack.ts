import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PackQuestion } from '#context/pack/pack-question.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { scratch } from './program.ts'

const countTokens = await loadTokenCounter()

/** A repository with these files, none of them committed. */
export function repositoryOf(files: Readonly<Record<string, string | Buffer>>): string {
  const { project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), content)
  }
  return project
}

/** What a pack is asked where a test says nothing else. */
export function packQuestion(
  root: string,
  { task, ...asked }: Partial<PackQuestion> & { readonly task: string },
): PackQuestion {
  return {
    root,
    task,
    targets: [],
    mayShow: () => true,
    domains: {},
    domain: null,
    budget: 10_000,
    minRelevance: 0.2,
    strategy: 'relevance',
    summaryTokensMax: 4000,
    emphasis: { ast: 1, semantic: 1 },
    knowledge: null,
    countTokens,
    cache: null,
    ...asked,
  }
}
