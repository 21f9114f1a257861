import { type Embed, loadEmbedder } from './load-embedder.ts'
import { findModel, readModelName } from './registry.ts'

/** A model that turns texts into vectors, in the shape that the context room asks for. */
export type OpenedEmbedder = { readonly identity: string; readonly embed: Embed }

/** Nothing is loaded or asked before there are texts: most searches of an unchanged tree have one, and most scans none. */
export function openEmbedder(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): OpenedEmbedder {
  // It stands in the configuration, of which only its author knows where it is to be changed.
  readModelName(name, () => 'keel config context.knowledge.embedder --explain')
  const address = findModel(name, environment)
  let loaded: Promise<Embed> | null = null
  return {
    identity: name,
    embed: async (texts, options) => {
      loaded ??= loadEmbedder(address)
      return (await loaded)(texts, options)
    },
  }
}
