/** What a map says at its end that it was made by and of; null for a text that is no map of keel's. */
export function readStamp(text: string): { readonly version: string; readonly input: string } | null {
  const found = /<!-- keel map (\S+) · input ([0-9a-f]+) · .*tokens -->\s*$/.exec(text)
  const [, version, input] = found ?? []
  return version === undefined || input === undefined ? null : { version, input }
}
