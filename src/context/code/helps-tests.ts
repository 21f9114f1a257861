import type { Tags } from './tags.ts'

export type Helping = {
  readonly path: string
  readonly grammar: string
  readonly tags: Pick<Tags, 'imports' | 'module'>
}

/**
 * Whether a file among the sources takes what tests are written with, and so is there for tests, wherever it lies. In the house of
 * what it takes nothing can be told by that.
 */
export function helpsTests({ path, grammar, tags: { imports, module } }: Helping): boolean {
  const shape = FRAMEWORKS[grammar]
  if (shape === undefined || shape.test(`${module} `)) return false
  const own = path.toLowerCase().replace(/[^a-z/]/g, '')
  return imports.some(({ specifier, names }) => {
    const [found, ...words] = shape.exec(`${specifier} ${names.join(' ')}`) ?? []
    return (
      found !== undefined && !words.some((word) => word !== undefined && own.includes(word.toLowerCase()))
    )
  })
}

const SCRIPT =
  /^(?:@?(vitest|jest|mocha|chai|ava|jasmine)(?:\/globals)?|(?:node|bun):test|@(playwright)\/test) /
const JVM = /^(?:org\.(junit|testng|scalatest|specs|mockito)2?|io\.(kotest)|(munit|utest)|kotlin\.test)[. ]/

/** What is imported, and what of it. Captured is the word that its own house is known by, unless that is the language's. */
const FRAMEWORKS: Readonly<Record<string, RegExp>> = {
  go: /^(?:testing|github\.com\/(?:stretchr\/(testify)|onsi\/(ginkgo|gomega)|frankban\/(quicktest)))[/ ]/,
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: /^(pytest|unittest) /,
  java: JVM,
  kotlin: JVM,
  scala: JVM,
  c_sharp: /^(?:(Xunit)|(NUnit)\.Framework)[. ]/,
  php: /^\\?PHPUnit[\\ ]/,
  swift: /^(XCTest|Testing) /,
  ruby: /^(?:(minitest|rspec)[/ ]|test\/unit )/,
  elixir: /^(ExUnit)[. ]/,
}
