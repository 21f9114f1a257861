/** The language of a file of code, by its name, as people call it. Null for prose, data and settings. */
export function languageName(fileName: string): string | null {
  const dot = fileName.lastIndexOf('.')
  return dot === -1 ? null : (NAMES.get(fileName.slice(dot + 1).toLowerCase()) ?? null)
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  TypeScript: 'ts tsx mts cts',
  JavaScript: 'js jsx mjs cjs',
  Vue: 'vue',
  Svelte: 'svelte',
  Astro: 'astro',
  Python: 'py pyi pyx',
  Go: 'go',
  Rust: 'rs',
  Java: 'java',
  Kotlin: 'kt kts',
  Scala: 'scala sc',
  Groovy: 'groovy',
  Clojure: 'clj cljs cljc',
  'C#': 'cs',
  'F#': 'fs fsx',
  'Visual Basic': 'vb',
  Razor: 'razor cshtml',
  Ruby: 'rb rake',
  PHP: 'php',
  Elixir: 'ex exs',
  HEEx: 'heex eex leex',
  Erlang: 'erl hrl',
  C: 'c h',
  'C++': 'cc cpp cxx hh hpp hxx',
  'Objective-C': 'm mm',
  Swift: 'swift',
  Dart: 'dart',
  Lua: 'lua',
  Perl: 'pl pm',
  R: 'r',
  Julia: 'jl',
  Haskell: 'hs',
  OCaml: 'ml mli',
  Elm: 'elm',
  Zig: 'zig',
  Nix: 'nix',
  Solidity: 'sol',
  Starlark: 'bzl bazel',
  Terraform: 'tf',
  Shell: 'sh bash zsh',
  PowerShell: 'ps1 psm1',
  SQL: 'sql',
  HTML: 'html htm',
  CSS: 'css',
  SCSS: 'scss sass',
  Less: 'less',
  ERB: 'erb',
  Haml: 'haml',
  'Protocol Buffers': 'proto',
  GraphQL: 'graphql gql',
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([name, extensions]) =>
    extensions.split(' ').map((extension) => [extension, name] as const),
  ),
)
