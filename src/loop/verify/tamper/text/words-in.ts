/** The names, numbers and words in strings of a text, each with how often it is there; not the vocabulary of testing. */
export function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*|\d+/g))
    if (!VOCABULARY.has(word)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

const VOCABULARY = new Set(
  `it test expect assert self this def func function fn fun void public private static async await const let var return
  toBe toEqual toStrictEqual equal equals eq to be not have do end if else for in of new the and is a an t ok
  assertEqual assertTrue assertFalse assertEquals assertThat assert_eq assert_equal Equal require Test Fact Error Errorf
  Fatal Fatalf testing T err nil null None true false True False undefined`.split(/\s+/),
)
