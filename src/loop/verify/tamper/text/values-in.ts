/** The numbers and the words in strings that an expectation is made of: whatever it became, they are what it was about. */
export function valuesIn(text: string): string[] {
  return (text.match(/(?<![\w.])\d[\d.]*|(["'`])(?:\\.|(?!\1).)+\1/g) ?? []).flatMap(tokensIn)
}

export function tokensIn(text: string): string[] {
  return text.match(/\w+/g) ?? []
}
