import type { Entrance, ManifestKind, Offer } from './manifest.ts'
import { parseToml, type Table } from './reading/parsed.ts'
import { pickKeys, pickList, pickTable, pickText, pickTexts } from './reading/pick.ts'

export const cargoToml: ManifestKind = {
  path: /(^|\/)Cargo\.toml$/,
  read: (_path, text) => {
    const parsed = parseToml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const manifest = parsed.table
    const name = pickText(manifest, 'package', 'name')
    const members = pickTexts(manifest, 'workspace', 'members')
    return {
      ecosystem: 'rust',
      ...(name === null
        ? {}
        : { module: { kind: 'crate', name, description: pickText(manifest, 'package', 'description') } }),
      dependencies: [
        ...DEPENDENCIES.flatMap((field) => pickKeys(manifest, field)),
        ...pickKeys(manifest, 'workspace', 'dependencies'),
        ...Object.values(pickTable(manifest, 'target')).flatMap((target) => pickKeys(target, 'dependencies')),
      ],
      runtimes: runtimesIn(manifest),
      offers: offersOf(members),
      entryPoints: entrancesIn(manifest),
      ...(members.length === 0 ? {} : { workspace: { name: 'Cargo workspace', members } }),
      tools: [
        { name: 'rustfmt', use: 'format' },
        { name: 'Clippy', use: 'lint' },
      ],
    }
  },
}

const DEPENDENCIES = ['dependencies', 'dev-dependencies', 'build-dependencies']

function runtimesIn(manifest: Table): { name: string; version: string }[] {
  const fields = [
    { name: 'Rust', field: 'rust-version' },
    { name: 'Rust edition', field: 'edition' },
  ]
  return fields.flatMap(({ name, field }) => {
    const version = pickText(manifest, 'package', field) ?? pickText(manifest, 'workspace', 'package', field)
    return version === null ? [] : [{ name, version }]
  })
}

function offersOf(members: readonly string[]): Offer[] {
  const all = members.length > 0 ? ' --workspace' : ''
  return [
    { purpose: 'build', line: `cargo build${all}`, rank: 0, isCustom: true },
    { purpose: 'test', line: `cargo test${all}`, rank: 0, isCustom: true },
    { purpose: 'lint', line: `cargo clippy${all}`, rank: 0, isCustom: true },
    { purpose: 'typecheck', line: `cargo check${all}`, rank: 0, isCustom: true },
    { purpose: 'format', line: 'cargo fmt --all', rank: 0, isCustom: true },
  ]
}

function entrancesIn(manifest: Table): Entrance[] {
  const programs = pickList(manifest, 'bin').flatMap((bin): Entrance[] => {
    const target = pickText(bin, 'path')
    return target === null ? [] : [{ kind: 'program', name: pickText(bin, 'name'), target }]
  })
  const library = pickText(manifest, 'lib', 'path')
  return library !== null ? [...programs, { kind: 'library', name: null, target: library }] : programs
}
