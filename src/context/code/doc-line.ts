/** What a line of documentation says, without markup. */
export function docLine(line: string): string {
  const bare = line.trim()
  if (!MARKED.test(bare)) return bare
  return (
    bare
      .replace(
        /<\w+ (?:cref|name|langword)="(?:\w:)?([^"]*)"\s*\/>|\{@(?:link(?:plain)?\s+[^\s}(]+(?:\([^)}]*\))?\s+(?=[^}\s])|\w+\s+)([^}]*)\}/g,
        '$1$2',
      )
      // As Markdown has a link: where it leads is of no use in one line.
      .replace(/(?<![\w\]])\[([^\][]{1,200})\]\([^()\s]{1,300}\)/g, '$1')
      // As Scala has a link, and Doxygen the look of the next word.
      .replace(/\[\[(?:\w+\.)*([^\].|\s]{1,100})\]\]/g, '`$1`')
      .replace(/(?<![\w@\\/.])[@\\](?:ref|c|a|p|b|e|em) (?=\S)/g, '')
      // As RDoc has a word that is no link.
      .replace(/(?<!\S)\\(?=[A-Z])/g, '')
      .replace(ROLE, (_role, text: string) => `\`${text.replace(/^~(?:.*\.)?/, '')}\``)
      // A tag, but not the arguments of a type.
      .replace(TAG, '')
      .replace(/&(lt|gt|amp);/g, (_entity, name: string) => ENTITIES[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(STRAY_STAR, '')
  )
}

/**
 * By an element that people know, an attribute or its end. What else stands in such brackets is to be filled in, and what is quoted
 * is meant as it is.
 */
const TAG =
  /<\/[a-z][^>]*>(?!`)|(?<![\w`])<(?:[a-z][\w.-]*(?:\s+[\w:-]+\s*=[^>]*|\s*\/)|(?:a|abbr|b|big|blockquote|body|br|c|caption|center|cite|code|dd|del|description|details|dfn|div|dl|dt|em|example|exception|font|h[1-6]|head|hr|html|i|img|inheritdoc|ins|item|kbd|li|link|list|listheader|note|ol|p|para|param|paramref|pre|q|remarks|returns|s|samp|see|seealso|small|span|strike|strong|sub|summary|sup|table|tbody|td|term|th|thead|tr|tt|typeparam|typeparamref|u|ul|value|var)(?:\s[^>]*)?)>/gi

/** What every kind of markup has in it, and a space that is too many. Most lines have nothing of it. */
const MARKED = /[<{&*\\@]|\[\[|\]\(|:`|[^\S ]| {2}/

/** The end of a frame, and not of a type. */
const STRAY_STAR = /(?<!\b(?:char|void|int|long|float|double|struct \w+|\w+_t)) \*+$/

/** As Sphinx has them: :class:`~flask.Flask` is `Flask`. */
const ROLE = /(?<!\w):(?:[a-z]{1,20}:)?[a-z]{1,20}:`([^`<]{1,100}?)(?:\s*<[^`]{0,200}>)?`/g

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' }
