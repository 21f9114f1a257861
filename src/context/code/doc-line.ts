/** What a line of documentation says, without markup. */
export function docLine(line: string): string {
  return (
    line
      .replace(
        /<\w+ (?:cref|name|langword)="(?:\w:)?([^"]*)"\s*\/>|\{@(?:link(?:plain)?\s+\S+\s+(?=[^}\s])|\w+\s+)([^}]*)\}/g,
        '$1$2',
      )
      // A tag, but not the arguments of a type.
      .replace(/<\/[a-z][^>]*>|(?<!\w)<[a-z][^>]*>/gi, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
