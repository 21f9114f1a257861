/** Reads queries as text when the program is built or tested, so that nothing has to when it runs. */

/** For esbuild. */
export const queryText = { '.scm': 'text' }

/** For Vite, and so for Vitest. */
export const queryModule = {
  name: 'query-module',
  transform: (code, id) => (id.endsWith('.scm') ? `export default ${JSON.stringify(code)}` : undefined),
}
