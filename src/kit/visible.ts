/**
 * Without what a reader does not see but a model does: control characters, letters of no width or of the other direction, and
 * marks that change nothing. A whole sentence can be hidden in any of them. What joins letters into others stays where it does.
 */
export function visible(text: string): string {
  return UNUSUAL.test(text) ? text.replaceAll(UNSEEN, '').replaceAll(IDLE, '') : text
}

/** To find out that there is nothing of the kind is quick, and mostly all there is to do. */
const UNUSUAL = /[^\t\n -~]/

const UNSEEN = /(?![\t\n]|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Between Latin letters nothing is joined, and nothing is twice. */
const IDLE =
  /(?<!\p{Emoji})(?:\ufe0e|\ufe0f)|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?|(?!\p{Script=Latin}|\ufe0e|\ufe0f)[\p{L}\p{M}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![\p{L}\p{Mc}\p{Extended_Pictographic}])/gu
