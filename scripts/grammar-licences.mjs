import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Who made the grammars that are shipped. The package that they are taken from has been built from those of others and carries
 * none of their licences: this is what stands in these.
 */
const MAKERS = {
  bash: mit('tree-sitter-bash', '2017 Max Brunsfeld'),
  c: mit('tree-sitter-c', '2014 Max Brunsfeld'),
  c_sharp: mit(
    'tree-sitter-c-sharp',
    '2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors.',
  ),
  cpp: mit('tree-sitter-cpp', '2014 Max Brunsfeld'),
  elixir: { name: 'tree-sitter-elixir', licence: 'Apache-2.0', holders: [] },
  go: mit('tree-sitter-go', '2014 Max Brunsfeld'),
  java: mit('tree-sitter-java', '2017 Ayman Nadeem'),
  javascript: mit('tree-sitter-javascript', '2014 Max Brunsfeld'),
  kotlin: mit('tree-sitter-kotlin', '2019 fwcd'),
  lua: mit('@tree-sitter-grammars/tree-sitter-lua', '2021 Munif Tanjim'),
  markdown: mit('@tree-sitter-grammars/tree-sitter-markdown', '2021 Matthias Deiml'),
  php: mit(
    'tree-sitter-php',
    '2017 Josh Vera, GitHub',
    '2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White',
  ),
  python: mit('tree-sitter-python', '2016 Max Brunsfeld'),
  ruby: mit('tree-sitter-ruby', '2016 Rob Rix'),
  rust: mit('tree-sitter-rust', '2017 Maxim Sokolov'),
  scala: mit('tree-sitter-scala', '2018 Max Brunsfeld and GitHub'),
  swift: mit('tree-sitter-swift', '2021 alex-pinkus'),
  tsx: mit('tree-sitter-typescript', '2017 Max Brunsfeld'),
  typescript: mit('tree-sitter-typescript', '2017 Max Brunsfeld'),
}

function mit(name, ...holders) {
  return { name, licence: 'MIT', holders }
}

/** The licences of grammars by the names of their packages. The words of a licence are those of a package that has them whole. */
export function grammarLicences(grammars, modules) {
  const mitText = readFileSync(join(modules, 'tree-sitter-wasm/LICENSE'), 'utf8')
  const texts = {
    MIT: mitText.slice(mitText.indexOf('Permission is hereby granted')),
    'Apache-2.0': readFileSync(join(modules, 'typescript/LICENSE.txt'), 'utf8'),
  }
  return new Map(
    grammars.map((grammar) => {
      const maker = MAKERS[grammar]
      if (maker === undefined) throw new Error(`whose is the grammar ${grammar}? See ${import.meta.filename}`)
      const { name, licence, holders } = maker
      const copyright = holders.map((holder) => `Copyright (c) ${holder}`)
      return [name, [`${licence} License`, ...copyright, texts[licence].trim()].join('\n\n')]
    }),
  )
}
