/** Where in its own file a test failed, as a stack tells: `path:line`. The path alone where no line of it is named. */
export function findLocation(stack: string, file: string): string {
  for (let at = stack.indexOf(`${file}:`); at !== -1; at = stack.indexOf(`${file}:`, at + 1)) {
    const line = /^\d+/.exec(stack.slice(at + file.length + 1))?.[0]
    if (line !== undefined && !/[\w./-]/.test(stack[at - 1] ?? ' ')) return `${file}:${line}`
  }
  return file
}
