/** Whether there could be a name that both patterns of a name stand for. */
export function namesMeet(one: string, other: string): boolean {
  return one === other || one === '*' || other === '*' || meet(signsOf(one), signsOf(other))
}

/** From the end, by what is left of each. */
function meet(one: readonly string[], other: readonly string[]): boolean {
  const width = other.length + 1
  const met = new Uint8Array((one.length + 1) * width)
  for (let place = met.length - 1; place >= 0; place--) {
    const mine = one[Math.floor(place / width)]
    const theirs = other[place % width]
    const withoutMine = mine !== undefined && met[place + width] === 1
    const withoutTheirs = theirs !== undefined && met[place + 1] === 1
    const isMet =
      mine === '*' || theirs === '*'
        ? withoutMine || withoutTheirs
        : mine === undefined || theirs === undefined
          ? mine === theirs
          : met[place + width + 1] === 1 && signsMeet(mine, theirs)
    met[place] = isMet ? 1 : 0
  }
  return met[0] === 1
}

/** One sign each; a set in brackets is any sign. */
function signsOf(name: string): string[] {
  return (name.match(/\*+|\[[^\]]+\]|[\s\S]/g) ?? []).map((sign) =>
    sign.startsWith('*') ? '*' : sign.length > 1 ? '?' : sign,
  )
}

function signsMeet(one: string, other: string): boolean {
  return one === other || one === '?' || other === '?'
}
