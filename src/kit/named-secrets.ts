/** Something that is given a name which says secret, and is written as one writes values. What the first group holds is kept. */
type NamedSecret = {
  readonly shape: RegExp
  /** What is in each of them, and is found faster than the shape. */
  readonly sign?: string
  /** Whether what was found is no secret after all. */
  readonly isInnocent: (value: string, kept: string) => boolean
}

/** The short ones are so at the end of a name only; alone, `PWD` is where somebody stands. */
const NAME =
  '(?:password|passwd|passphrase|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|(?<![A-Za-z0-9])(?:pass|pwd?(?!=[/.~])))'
/** Names under which people write what no machine has made. */
const PASSWORD = '(?:passw(?:or)?d|passphrase|(?<![A-Za-z0-9])(?:pass|pwd))'
/** A word of a command line, quoted or not. */
const WORD = `(?:'[^'\\n]{3,200}'|"[^"\\n]{3,200}"|[^\\s"'\`;|&<>()]{3,200})`

export const NAMED_SECRETS: readonly NamedSecret[] = [
  // `--password hunter2`
  {
    shape: new RegExp(
      `(${NAME}[ \\t]{1,9})(?<=(?:^|\\s)--?[\\w-]{0,60}[ \\t]{1,9})(?![$<-])[^\\s"'\`&;,)]{6,}`,
      'gi',
    ),
    isInnocent: isName,
  },
  // `password=hunter2`, but neither `password=$PASSWORD` nor a mention without a value.
  { shape: new RegExp(`(${NAME}=)(?![$<])[^\\s"'\`&;,)]{6,}`, 'gi'), isInnocent: isName },
  // `password: "correct horse"`, to the quotation mark that ends it, within JSON within JSON too.
  {
    shape: new RegExp(
      `(${NAME}\\\\?["']?[ \\t]{0,5}[:=][ \\t]{0,5}(\\\\?["']))(?!\\$[{A-Z]|<)(?:(?!\\2)(?:\\\\.|[^\\n\\\\])){6,300}`,
      'gi',
    ),
    isInnocent: (value, kept) => isName(value, kept) || isSaid(value, kept) || isVersion(value, kept),
  },
  // `password: hunter2secret`
  {
    shape: new RegExp(
      `(${PASSWORD}[ \\t]{0,5}:[ \\t]{1,5})(?![\\w.]{0,80}\\()(?=[^\\s"']{0,80}(?:\\d|[!#%^*~][^\\s"']))[^\\s"'\`&;,(){}<>[\\]$]{6,}`,
      'gi',
    ),
    isInnocent: (value, kept) => isName(value, kept) || isExpression(value),
  },
  // A line of netrc, whole or broken.
  { sign: 'login', shape: /(\blogin[ \t]+\S{1,100}[ \t]+password[ \t]+)[^\s"'[]{3,}/g, isInnocent: isName },
  {
    shape:
      /(password[ \t]{1,5})(?<=(?:^|\n)[ \t]{0,20}password[ \t]{1,5})(?=[^\s"']{0,80}\d)(?=[^\s"']{0,80}[A-Za-z])[^\s"'[]{6,}(?=[ \t\r]{0,20}(?:\n|$))/g,
    isInnocent: isExpression,
  },
  {
    sign: 'sshpass',
    shape: new RegExp(`(\\bsshpass[ \\t]+-p[ \\t]{0,5})(?![$[])${WORD}`, 'g'),
    isInnocent: isNothing,
  },
  {
    shape: new RegExp(
      `(\\b(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?)[ \\t](?:[^\\n|;&]{0,200}?[ \\t])?-p)(?![$\\s[]|assword)${WORD}`,
      'g',
    ),
    isInnocent: isNothing,
  },
  {
    sign: 'curl',
    shape:
      /(\bcurl[ \t](?:[^\n|;]{0,300}?[ \t])?(?:-u|--user|-U|--proxy-user)[ \t=]{0,3}["']?[^\s:"'$]{1,100}:)(?![$[])[^\s"'`;|]{3,200}/g,
    isInnocent: isNothing,
  },
  {
    sign: 'login',
    shape: new RegExp(
      `(\\b(?:docker|podman)[ \\t]+login[ \\t](?:[^\\n|;&]{0,200}?[ \\t])?-p[ \\t]{1,5})(?![$[-])${WORD}`,
      'g',
    ),
    isInnocent: isNothing,
  },
  {
    sign: 'redis-cli',
    shape: new RegExp(`(\\bredis-cli[ \\t](?:[^\\n|;&]{0,200}?[ \\t])?-a[ \\t]{1,5})(?![$[-])${WORD}`, 'g'),
    isInnocent: isNothing,
  },
  {
    sign: 'pass:',
    shape: /(-pass(?:in|out)?[ \t]{1,5}pass:)(?![$[])[^\s"'`;|&]{3,}/g,
    isInnocent: isNothing,
  },
]

/** Whether it is the name of a secret again, and none itself: `password=password`, `API_KEY = 'SERVER_API_KEY'`. */
function isName(value: string, kept: string): boolean {
  return /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value) || kept === `${value}=`
}

/** Whether it is said to people: what they shall type in, and what is wrong with it. A phrase that is one word is as secret as any. */
function isSaid(value: string, kept: string): boolean {
  if (!/\s/.test(value)) return false
  // What is named otherwise was made by a machine, and has no spaces in it.
  if (!new RegExp(`${PASSWORD}\\\\?["']?[ \\t]{0,5}[:=][ \\t]{0,5}\\\\?["']$`, 'i').test(kept)) return true
  return /[.:?!…]\s*$/.test(value) || SENTENCE.test(value)
}

const SENTENCE =
  /[=(){}<>;]|\b(?:must|should|shall|is|are|was|be|the|your|please|enter|type|required|invalid|incorrect|wrong|missing|least|characters?|forgot|reset|field|cannot|not|no|of|for|to|and|or|with|new|old|current|confirm|show|hide|change)\b/i

/** Whether it is the version of a package whose name says secret, such as `tiktoken`. A person may well have one for a password. */
function isVersion(value: string, kept: string): boolean {
  return /^[~^]?\d{1,5}(?:\.\d{1,5}){2}$/.test(value) && !new RegExp(PASSWORD, 'i').test(kept)
}

/** Whether it is what a program would write: a type, the name of a procedure, a value of another name. */
function isExpression(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value) ||
    /^(?:sha-?\d+|u?int\d+|float\d+|base\d+\w*|utf-?\d+|md5|argon2\w*|bcrypt\w*|scrypt\w*|pbkdf2\w*|[rhe]s\d{3}|ed25519|x509|oauth\d|varchar\d*|string\d*|text\d*|v\d+(?:\.\d+)*|\d+(?:\.\d+)*(?:ms|s|m|h|px|%|kb|mb)?)$/i.test(
      value,
    ) ||
    /[a-z0-9]Passw(?:or)?d\d*$/.test(value) ||
    /^passw(?:or)?d\d?$/i.test(value)
  )
}

function isNothing(): boolean {
  return false
}
