/** A query is read as text when keel is built, by `scripts/text-data.mjs`. */
declare module '*.scm' {
  const query: string
  // biome-ignore lint/style/noDefaultExport: this is how a bundler hands over a file that is no code.
  export default query
}
