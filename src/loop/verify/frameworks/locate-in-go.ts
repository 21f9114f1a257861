import { shortMessage } from './short-message.ts'

/**
 * The first place that a test of Go names, below the path of its package: Go prints the name of the file alone. Whoever knows
 * the module knows which part of that is a folder.
 */
export function locateInGo(said: string, path: string): string | null {
  const [, own, ownLine] = /^\s+(\w[^\s:/]*\.go):(\d+): /m.exec(said) ?? []
  if (own !== undefined) return `${path}/${own}:${ownLine}`
  // The compiler names files from the folder where it was started, and those of that folder itself with a dot.
  const [, compiled, compiledLine] = /^(\S+\.go):(\d+):\d+: /m.exec(said) ?? []
  if (compiled !== undefined) return `${compiled.replace(/^\.\//, `${path}/`)}:${compiledLine}`
  const frames = [...said.matchAll(/^\t(\S+\.go):(\d+)/gm)].map(([, file, line]) => `${file}:${line}`)
  return (
    frames.find((frame) => frame.includes('_test.go:')) ??
    frames.find((frame) => !/\/src\/(?:testing|runtime|time|internal)\/|^_testmain/.test(frame)) ??
    null
  )
}

/** What a test of Go said, without the stacks of whatever ran when it panicked. */
export function goMessage(said: string): string | null {
  return shortMessage(said.split(/^goroutine \d+ /m)[0] ?? '')
}
