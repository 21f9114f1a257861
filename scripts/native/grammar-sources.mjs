const TYPESCRIPT = npm(
  'tree-sitter-typescript@0.23.2',
  '0fdf63c35930a75885145d75ee63cb879da2d49db9bfe454bd8e60b08ba778a1',
)

/**
 * Where the sources of the native parser come from: each with the sum of what was looked at once, so that nothing else is ever
 * compiled. A repository must have the same map on every machine, so that a grammar is here only where npm has the very version that
 * keel has in WebAssembly, which of Markdown, PHP and Swift it has not. In WebAssembly they were made with a newer Unicode, in
 * which more letters are letters; `letters` says how far both are the same. `start-native.test.ts` holds them against each other.
 */
export const GRAMMARS = {
  bash: npm('tree-sitter-bash@0.25.1', 'd4b2819508ea97cb8953fff7e304a610d443007bd395c8f03a15de9a8ae4a6f9'),
  c: npm('tree-sitter-c@0.24.1', '8e9ecd7687665d2fa1b3c07fbd1f4380b7d285850d6954629e2156e1b757451e'),
  c_sharp: npm(
    'tree-sitter-c-sharp@0.23.5',
    'dde5d56fe441a7d64616462c8d741ab4af7874484de6aa74548ac5770c50c414',
  ),
  cpp: npm(
    'tree-sitter-cpp@0.23.4',
    '615d152f70e7a6bed8f15a93c3c0c264c40dc71c1b6a1445646fff9439e776bc',
    'few',
  ),
  elixir: npm(
    'tree-sitter-elixir@0.3.5',
    'f89db8ca50495f21b550ce3f65c9f8c00495bd0e3b9f86644f2d06d04d3188f2',
    'few',
  ),
  go: npm('tree-sitter-go@0.25.0', 'f7265544d6b297797dc3675c02b76fb182c177ce29fda10ac1f36e9ab33fd90e'),
  java: npm(
    'tree-sitter-java@0.23.5',
    '6b6c1b62605f9d8bb80efd2ebe5951a87b182faafa3eeb67c460a667818551b6',
    'few',
  ),
  javascript: npm(
    'tree-sitter-javascript@0.25.0',
    '6214ce23d03aba525ba8edd6ca7caf365c969f2c2dbfc353e376ca54507ffb92',
  ),
  kotlin: npm(
    'tree-sitter-kotlin@0.3.8',
    'e2da896c8316af1d491afc69b49173da97373bb757d07f11c455a0963c62e6b0',
    'few',
  ),
  lua: npm(
    '@tree-sitter-grammars/tree-sitter-lua@0.4.1',
    '5029b9b0bfa1d73db8ae288347da5e012316ecc544c1b8f06349c9c1dd247c89',
  ),
  python: npm(
    'tree-sitter-python@0.25.0',
    '63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096',
  ),
  ruby: npm('tree-sitter-ruby@0.23.1', '1f0f0c100e31ddf650962ebb1f1fb8420bdbabccd49582f6e731ea7478db639d'),
  rust: npm('tree-sitter-rust@0.24.0', '4248da0b9ea40fec13ef010822e7b92a9d1ebdf74f6f2733539b1dbbb086c5bb'),
  scala: npm(
    'tree-sitter-scala@0.24.0',
    'af83daf86c49a880bc931f1c6e1ae5b099fb48ee51d6d41f18edb5837e1ef61d',
    'few',
  ),
  tsx: { ...TYPESCRIPT, inner: 'tsx' },
  typescript: { ...TYPESCRIPT, inner: 'typescript' },
}

/** The runtime that keel's `web-tree-sitter` is made of. npm has an older one only. */
export const RUNTIME = {
  name: 'tree-sitter-0.27.1',
  url: 'https://static.crates.io/crates/tree-sitter/tree-sitter-0.27.1.crate',
  sum: 'a5129de2ccc97808c4583d48f1fb44576d015cf241e432800572bda11ef30c3b',
}

function npm(spec, sum, letters = 'most') {
  return { spec, sum, letters }
}
