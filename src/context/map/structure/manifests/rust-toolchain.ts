import type { ManifestKind } from './manifest.ts'
import { parseToml } from './reading/parsed.ts'
import { pickText } from './reading/pick.ts'

/** The older form holds nothing but the name of a channel. */
export const rustToolchain: ManifestKind = {
  path: /(^|\/)rust-toolchain(\.toml)?$/,
  read: (_path, text) => {
    const bare = /^[\w.-]{1,60}$/.exec(text.trim())?.[0]
    if (bare !== undefined) return { runtimes: [{ name: 'Rust', version: bare }] }
    const parsed = parseToml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const channel = pickText(parsed.table, 'toolchain', 'channel')
    return channel === null ? {} : { runtimes: [{ name: 'Rust', version: channel }] }
  },
}
