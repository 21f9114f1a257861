/** Whether a line may be one of many that are as long: of a certificate, a picture, a file that was written in letters. */
export function isBlockLine(line: string): boolean {
  return BLOCK.test(line)
}

const BLOCK = /^\s*[\w+/=-]{28,}\s*$/
