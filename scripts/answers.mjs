import { join } from 'node:path'
import ts from 'typescript'
/**
 * What every verb answers with `--json`, read from the types that the code is checked by: a type has a name where the code gives it
 * one, and its comments.
 */
export function answersPage() {
  const { checker, outputs, names } = readOutputs()
  const write = typeWriter(checker, names)
  const rows = outputs.map(({ name, type }) => `| \`keel ${name}\` | ${linked(write.type(type))} |`)
  return [
    '# Answers',
    '',
    '<!-- Generated from the code by `npm run reference`. Do not edit. -->',
    '',
    'What every verb prints with `--json`. Where it fails, that is `{ fault: { … } }` instead, with exit code 2.',
    '',
    '| verb | answer |',
    '|---|---|',
    ...rows,
    ...write
      .named()
      .flatMap(({ name, text, comment }) => [
        '',
        `## ${name}`,
        ...(comment === '' ? [] : ['', comment]),
        '',
        '```ts',
        `type ${name} = ${text}`,
        '```',
      ]),
    '',
  ].join('\n')
}
/** Each name as a link to where it is told. */
function linked(text) {
  return text.replaceAll('|', '\\|').replaceAll(/[A-Z]\w+/g, (name) => `[${name}](#${name.toLowerCase()})`)
}
function readOutputs() {
  const root = join(import.meta.dirname, '..')
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const entry = join(root, 'src/verbs/all.ts')
  const program = ts.createProgram([entry], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  const symbol = source && checker.getSymbolAtLocation(source)
  const verbs = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'verbs')
  if (source === undefined || verbs === undefined) throw new Error('There are no verbs')
  const outputs = checker
    .getTypeOfSymbolAtLocation(verbs, source)
    .getProperties()
    .map((verb) => {
      const run = checker.getTypeOfSymbol(verb).getProperty('run')
      const call = run && checker.getTypeOfSymbol(run).getCallSignatures()[0]
      const type = call && checker.getAwaitedType(call.getReturnType())
      if (type === undefined) throw new Error(`${verb.name} answers nothing`)
      return { name: verb.name, type }
    })
  return { checker, outputs, names: namesIn(program) }
}
/** What the code calls its types: where one is worked out from another, as from a schema, it does not know its name itself. */
function namesIn(program) {
  const checker = program.getTypeChecker()
  const names = new Map()
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || program.isSourceFileFromExternalLibrary(source)) continue
    for (const statement of source.statements) {
      if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters !== undefined) continue
      const symbol = checker.getSymbolAtLocation(statement.name)
      const type = symbol && checker.getDeclaredTypeOfSymbol(symbol)
      if (type !== undefined && isTold(type) && !names.has(type)) names.set(type, symbol)
    }
  }
  return names
}
/** A name for a mere text or number would only be another page to turn to. */
function isTold(type) {
  if (type.isUnion()) return type.types.some(isTold)
  return type.isIntersection() || (type.getFlags() & ts.TypeFlags.Object) !== 0
}
function typeWriter(checker, names) {
  const named = new Map()
  const taken = new Map()
  /** Two types may have one name in two rooms; the second is written out. */
  const nameOf = (type) => {
    const symbol = names.get(type)
    if (symbol === undefined || (taken.get(symbol.name) ?? symbol) !== symbol) return null
    taken.set(symbol.name, symbol)
    return symbol
  }
  const write = (type, depth) => {
    const symbol = nameOf(type)
    if (symbol === null) return told(type, depth)
    if (!named.has(symbol.name)) {
      const comment = commentOf(symbol)
      // Known before it is told, for it may speak of itself.
      named.set(symbol.name, { name: symbol.name, text: '', comment })
      named.set(symbol.name, { name: symbol.name, text: told(type, 0), comment })
    }
    return symbol.name
  }
  const told = (type, depth) => {
    if (type.isUnion()) return union(type, depth)
    if (checker.isArrayType(type)) return list(type, depth)
    if (checker.isTupleType(type))
      return `[${checker
        .getTypeArguments(type)
        .map((one) => write(one, depth))
        .join(', ')}]`
    if (type.getFlags() & ts.TypeFlags.Object || type.isIntersection()) return object(type, depth)
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replaceAll('"', "'")
  }
  const list = (type, depth) => {
    const [item] = checker.getTypeArguments(type)
    const text = item === undefined ? 'unknown' : write(item, depth)
    return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
  }
  const union = (type, depth) => {
    const said = type.types.map((one) => checker.typeToString(one))
    const isEither = said.includes('true') && said.includes('false')
    const parts = type.types.flatMap((one, place) => {
      if (said[place] === 'undefined') return []
      return isEither && /^(?:true|false)$/.test(said[place] ?? '') ? ['boolean'] : [write(one, depth)]
    })
    // Texts have no order of their own: that of the compiler changes with what it happens to read first.
    const texts = parts.filter((part) => part.startsWith("'")).sort()
    const others = parts.filter((part) => !part.startsWith("'") && part !== 'null')
    const end = parts.includes('null') ? ['null'] : []
    return [...new Set([...texts, ...others, ...end])].join(' | ')
  }
  const object = (type, depth) => {
    if (type.symbol?.name === 'Date') return 'string'
    const index = checker.getIndexInfosOfType(type)[0]
    const properties = checker.getPropertiesOfType(type)
    if (index !== undefined && properties.length === 0) return `Record<string, ${write(index.type, depth)}>`
    if (properties.length === 0) return '{}'
    const pad = '  '.repeat(depth + 1)
    const lines = properties.flatMap((property) => {
      const own = checker.getTypeOfSymbol(property)
      // A function is not printed.
      if (own.getCallSignatures().length > 0) return []
      const mark = property.getFlags() & ts.SymbolFlags.Optional ? '?' : ''
      const name = /^\w+$/.test(property.name) ? property.name : `'${property.name}'`
      return [...commentLines(commentOf(property), pad), `${pad}${name}${mark}: ${write(own, depth + 1)}`]
    })
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
  }
  const commentOf = (symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim()
  const byName = (one, other) => (one.name < other.name ? -1 : 1)
  return { type: (type) => write(type, 0), named: () => [...named.values()].sort(byName) }
}
function commentLines(comment, pad) {
  return comment === '' ? [] : [`${pad}/** ${comment} */`]
}
