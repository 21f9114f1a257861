import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

export const goMod: ManifestKind = {
  path: /(^|\/)go\.mod$/,
  read: (_path, text) => {
    const lines = linesOf(text).map((line) => line.replace(/\/\/(?! indirect).*$/, '').trim())
    const name = lines.flatMap((line) => /^module\s+"?([^\s"]+)/.exec(line)?.[1] ?? [])[0]
    // An empty one only keeps a folder out of the module around it.
    if (lines.every((line) => line === '')) return {}
    if (name === undefined) return { problems: ['names no module'] }
    const version = lines.flatMap((line) => /^go\s+(\d[\w.]*)/.exec(line)?.[1] ?? [])[0]
    return {
      ecosystem: 'go',
      module: { kind: 'go module', name, description: null },
      // What is only wanted by something else that is wanted says nothing about this project.
      dependencies: lines
        .filter((line) => !line.includes('// indirect') && !line.includes('=>'))
        .flatMap((line) => /^(?:require\s+)?([\w.-]+\.[\w.-]+\/\S{1,200})\s+v\d/.exec(line)?.[1] ?? []),
      runtimes: version === undefined ? [] : [{ name: 'Go', version }],
      offers: [
        { purpose: 'install', line: 'go mod download', rank: 1, isCustom: true },
        { purpose: 'build', line: 'go build ./...', rank: 0, isCustom: true },
        { purpose: 'test', line: 'go test ./...', rank: 0, isCustom: true },
        { purpose: 'lint', line: 'go vet ./...', rank: 1, isCustom: true },
        { purpose: 'format', line: 'gofmt -w .', rank: 1, isCustom: true },
      ],
      tools: [
        { name: 'gofmt', use: 'format' },
        { name: 'go test', use: 'test' },
      ],
    }
  },
}
