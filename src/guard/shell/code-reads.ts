/**
 * Whether a piece of code, in one of the languages that are typed on a command line, says nothing but words that read and
 * print. One word that is not known to is enough for a no.
 */
export function codeReads(code: string): boolean {
  // Longer than anybody types, and than expressions can be trusted with.
  if (code.length > 8000) return false
  const { rest, texts, opens } = withoutTexts(code)
  const isNear = FILES.test(code)
  // A function can be asked for by a text that names it.
  const isNamed = /\]\s*\(/.test(rest) || (isNear && texts.some((text) => DEED.test(text)))
  if (isNamed || opens || rest.includes('`')) return false
  const spoken = rest.replaceAll(/\bstd(?:out|err)\s*\.\s*write\b/g, 'stdout')
  const own = new Set([...spoken.matchAll(OWN)].flatMap((match) => match.slice(1)))
  return [...spoken.matchAll(WORD)].every(({ 0: word, index }) => {
    if (READING.has(word)) return true
    const isPart = /\.\s*$/.test(spoken.slice(Math.max(0, index - 4), index))
    const isCalled = /^\s*\(/.test(spoken.slice(index + word.length, index + word.length + 4))
    // A field of some data does nothing; a function of a module that knows files might, even if only its name is handed on.
    if (isPart) return !isCalled && !(isNear && DEED.test(word))
    return own.has(word)
  })
}

type Stripped = {
  readonly rest: string
  readonly texts: readonly string[]
  /** Whether one of the texts is how a file is opened to be written to, or a program to be run. */
  readonly opens: boolean
}

/** Texts are taken out, but for what is run inside of them. */
function withoutTexts(code: string): Stripped {
  const texts: string[] = []
  let opens = false
  const rest = code.replaceAll(
    TEXT,
    (whole: string, prefix: string | undefined, quoted: string, at: number) => {
      const text = quoted.replace(/^(['"`]{3}|['"`])([\s\S]*)\1$/, '$2')
      texts.push(text)
      const before = code.slice(Math.max(0, at - 12), at)
      if (/^\s*[>|+]/.test(text) || (MODE.test(text) && /[,=]\s*$|\bopen\s*\(\s*$/.test(before))) opens = true
      const isFilled = whole.startsWith('`') || /f/i.test(prefix ?? '')
      return isFilled ? ` ${[...quoted.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]).join(' ')} ` : ' '
    },
  )
  return { rest: rest.replaceAll(/(?:^|\s)(?:#|\/\/).*$/gm, ' '), texts, opens }
}

const TEXT =
  /(\b[a-zA-Z]{1,2})?("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)/g
const MODE = /^[rbt]*[wax+][rbtx+]*$/
const DEED =
  /^(?:rm|un|write|append|remove|rename|replace|link|sym|copy|cp|mk|make|create|ch|trunc|spawn|exec|popen|fork|system|O_)\w*$/i
const WORD = /[A-Za-z_$][\w$]*/g
const OWN =
  /\b(?:const|let|var|as|lambda|def|function)\s+([A-Za-z_$][\w$]*)|\bfor\s+\(?(\w+)(?:\s*,\s*(\w+))?|([A-Za-z_$][\w$]*)\s*=(?!=)/g
const FILES =
  /\b(?:os|fs|shutil|subprocess|child_process|pathlib|Path|io|ctypes|importlib|Deno|Bun|File|FileUtils|Dir|IO|process|posix|module|globalThis|builtins)\b/

const READING = new Set(
  [
    'import from as for in of if else elif not and or is None True False null undefined true false with lambda def return',
    'const let var function async await do end each then print println puts p pp pprint console log info error warn table',
    'stdin stdout stderr sys json JSON yaml toml tomllib configparser open read readlines readline readFileSync readFile',
    'readdirSync readdir existsSync statSync load loads safe_load dumps dump parse stringify require len list dict set',
    'tuple str int float bool sorted sum max min any all enumerate zip range isinstance keys values items entries get has',
    'join split strip lstrip rstrip startswith endswith startsWith endsWith includes filter map forEach some every reduce',
    'slice sort length append extend count index format trim toString Object Array String Number Map Set encoding utf8',
    'pathlib Path read_text read_bytes exists is_file is_dir iterdir glob rglob name stem parent fs promises path resolve',
    'dirname basename argv exit os environ getcwd cwd listdir isfile isdir getsize re findall search match group indent',
    'ensure_ascii sort_keys type process env File IO node lines line text data decode encode upper lower toLowerCase',
  ].flatMap((line) => line.split(' ')),
)
