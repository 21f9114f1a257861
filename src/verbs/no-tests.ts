import { Fault } from '#words/fault.ts'

/** Without a command there is nothing to prove with. */
export function noTests(hint: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-tests',
    message:
      'No tests were found from here up to the root of the project, and without them nothing is proven. keel looks for a test ' +
      'script in package.json, for `test:` in a Makefile and the like, and for what Cargo, Go, Python, Ruby, PHP, Maven, Gradle, ' +
      '.NET and Bats are tested with.',
    hint,
  })
}
