/** A YAML file is read when keel is built, by `scripts/yaml-data.mjs`. What is in it, its schema's test vouches for. */
declare module '*.yaml' {
  const data: import('#words/guard.ts').Guard
  // biome-ignore lint/style/noDefaultExport: this is how a bundler hands over a file that is no code.
  export default data
}
