/** The order in which patterns are tried: those without a star, then the ones that say most before it. */
export function byPattern([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return said(other) === said(one) ? 0 : said(other) - said(one)
}

function said(pattern: string): number {
  const star = pattern.indexOf('*')
  return star === -1 ? Number.POSITIVE_INFINITY : star
}
