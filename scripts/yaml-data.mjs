/** Reads YAML files when the program is built or tested, so that nothing has to when it runs. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** For esbuild. */
export const yamlData = {
  name: 'yaml-data',
  setup: (build) =>
    build.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: JSON.stringify(parse(readFileSync(path, 'utf8'))),
      loader: 'json',
    })),
}

/** For Vite, and so for Vitest. */
export const yamlModule = {
  name: 'yaml-module',
  transform: (code, id) =>
    id.endsWith('.yaml') ? `export default ${JSON.stringify(parse(code))}` : undefined,
}
