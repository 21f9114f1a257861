import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeDocument } from '#context/knowledge/knowledge-store.ts'
import { readFolder } from '#context/library/read-folder.ts'
import { sha256 } from '#kit/sha256.ts'
import { termsOf } from '#kit/terms-of.ts'

/** Real data: the code of a folder as keel reads it, each file and each definition a document with a vector. */
export async function repositoryDocuments(folder: string): Promise<readonly KnowledgeDocument[]> {
  const { files } = await readFolder(folder)
  return files.flatMap(({ path, tags }) => {
    const text = readFileSync(join(folder, path), 'utf8')
    const lines = text.split('\n')
    const definitions = tags.definitions
    const file = {
      id: path,
      path,
      content: sha256(text),
      about: {
        kind: 'file',
        language: 'typescript',
        symbols: definitions.map(({ name }) => name),
        exports: definitions.filter(({ exported }) => exported).map(({ name }) => name),
        needs: [],
      },
      terms: {
        path: joined(path),
        symbols: joined(...definitions.map(({ name }) => name)),
        signatures: joined(...definitions.map(({ signature }) => signature)),
        documentation: joined(...definitions.map(({ doc }) => doc ?? '')),
        body: joined(text),
      },
      vector: vectorOfText(text),
    } satisfies KnowledgeDocument
    const symbols = definitions.map(({ name, kind, signature, doc, line, endLine }, place) => {
      const body = lines.slice(line - 1, endLine).join('\n')
      return {
        id: `${path}#${name}:${line}:${place}`,
        path,
        content: file.content,
        about: { kind: 'symbol', symbolKind: kind, qualifiedName: name, signature, line, endLine },
        terms: {
          path: file.terms.path,
          symbols: joined(name),
          signatures: joined(signature),
          documentation: joined(doc ?? ''),
          body: joined(body),
        },
        vector: vectorOfText(`${name} ${body}`),
      } satisfies KnowledgeDocument
    })
    return [...symbols, file]
  })
}

function joined(...texts: readonly string[]): string {
  return texts.flatMap(termsOf).join(' ')
}

/** Terms counted in as many boxes as a small model has numbers: near texts have near vectors, and that is all that is wanted here. */
export function vectorOfText(text: string): Float32Array {
  const vector = new Float32Array(BOXES)
  for (const term of termsOf(text)) {
    const box = Number.parseInt(sha256(term).slice(0, 8), 16) % BOXES
    vector[box] = (vector[box] ?? 0) + 1
  }
  return vector
}

const BOXES = 256
