import type { Framework } from './contract.ts'
import { readJunit } from './read-junit.ts'

/** Whoever leaves a report in the format of JUnit where such reports are usually left, or prints one. */
export const junitXml: Framework = {
  name: 'JUnit XML',
  programs: [],
  isUsedIn: () => false,
  report: {
    from: {
      kind: 'left',
      globs: [
        '**/junit.xml',
        '**/junit-*.xml',
        '**/TEST-*.xml',
        '**/test-results/**/*.xml',
        '**/test-reports/**/*.xml',
      ],
    },
    read: (text) => readJunit(text),
  },
  parse: (output) => {
    const [printed] = /(?:<\?xml[^>]*>\s*)?<(testsuites?)\b[\s\S]*(?:<\/\1>|\/>)/.exec(output) ?? []
    return printed === undefined ? null : readJunit(printed)
  },
  scope: null,
}
