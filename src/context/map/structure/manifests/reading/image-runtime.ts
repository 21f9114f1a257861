/** The name of an image in its registry, without where that is and without its version. */
export function imageName(image: string): string | null {
  const name = image.replace(/[@:][^/]*$/, '').replace(/^.*\//, '')
  return /^[a-z][\w.-]*$/.test(name) ? name : null
}

/** What an image is made to run, in which version; null for the many that are made for something else. */
export function imageRuntime(image: string): { readonly name: string; readonly version: string } | null {
  const runtime = RUNTIMES.get(imageName(image) ?? '')
  const version = /:v?(\d[\d.]*)/.exec(image)?.[1]
  return runtime === undefined || version === undefined ? null : { name: runtime, version }
}

const RUNTIMES: ReadonlyMap<string, string> = new Map([
  ['node', 'Node.js'],
  ['python', 'Python'],
  ['golang', 'Go'],
  ['ruby', 'Ruby'],
  ['php', 'PHP'],
  ['rust', 'Rust'],
  ['openjdk', 'Java'],
  ['eclipse-temurin', 'Java'],
  ['elixir', 'Elixir'],
  ['bun', 'Bun'],
  ['deno', 'Deno'],
])
