/** What a line of documentation says, without markup, and no more of it than a map has room for. */
export function docLine(line: string): string {
  const text = line
    .replace(
      /<\w+ (?:cref|name|langword)="(?:\w:)?([^"]*)"\s*\/>|\{@(?:link(?:plain)?\s+\S+\s+(?=[^}\s])|\w+\s+)([^}]*)\}/g,
      '$1$2',
    )
    // A tag, but not the arguments of a type.
    .replace(/<\/[a-z][^>]*>|(?<!\w)<[a-z][^>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text
}

const LENGTH_MAX = 120
