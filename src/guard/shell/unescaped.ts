/** A text with the escapes of `$'…'`, of `echo -e` and of `printf`, in which any character can be written as a number. */
export function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi,
    (_, x, u, octal, other) => {
      if (x !== undefined || u !== undefined) return String.fromCharCode(Number.parseInt(x ?? u, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return { n: '\n', t: '\t', r: '\r' }[other as string] ?? (other as string)
    },
  )
}
