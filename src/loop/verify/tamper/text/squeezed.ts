/** Without blanks and with one kind of quotes: to set a text anew changes nothing that it says. */
export function squeezed(text: string): string {
  return text
    .replaceAll(/[\s;]+/g, '')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/,(?=[)\]}])/g, '')
}
