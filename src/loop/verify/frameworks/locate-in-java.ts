/**
 * The first place of a stack trace that is in a class, or else in nobody else's code: the folder of the package and the file.
 * Where the sources lie, a trace does not say.
 */
export function locateInJava(trace: string, className: string): string | null {
  const frames = [...trace.matchAll(FRAME)].filter(([, name = '']) => !FOREIGN.test(name))
  const own = frames.find(([, name = '']) => name.replace(/[.$][^.]*$/, '').startsWith(className))
  const [, name = '', file, line] = own ?? frames[0] ?? []
  if (file === undefined) return null
  // The last two parts are the class and the method.
  const folder = name.split('.').slice(0, -2)
  return `${[...folder, file].join('/')}:${line}`
}

const FRAME = /^\s+at (?:[^\s/(]*\/)*([\p{L}\p{N}_$.]+)\(([^\s():]+):(\d+)\)/gmu
const FOREIGN =
  /^(?:javax?|jdk|sun|com\.sun|junit|kotlin|groovy|scala|org\.(?:junit|opentest4j|hamcrest|assertj|mockito|testng|gradle|apache\.maven|codehaus|spockframework|springframework\.test))\./
