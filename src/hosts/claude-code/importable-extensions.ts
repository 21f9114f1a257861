/** Claude Code imports files without an extension, and with one of these in whatever case. No other was seen to load. */
export const IMPORTABLE_EXTENSIONS: ReadonlySet<string> = new Set(
  `
  md txt text rst adoc asciidoc org tex
  json yaml yml toml ini cfg conf config properties xml csv env lock log diff patch
  html htm css scss sass less ejs hbs pug erb
  js mjs cjs jsx ts mts cts tsx vue svelte astro
  py pyi rb rake go rs java kt kts c h cc cpp cxx hpp hxx cs swift scala sbt clj cljs cljc edn ex exs erl hrl
  hs lhs ml mli lua pl pm php r dart f90 f95 for
  sh bash zsh fish ps1 bat cmd sql graphql gql proto makefile cmake gradle
  `
    .trim()
    .split(/\s+/),
)
