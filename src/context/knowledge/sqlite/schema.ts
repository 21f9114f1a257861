import type { KnowledgeDocument } from '../knowledge-store.ts'

export type Kind = KnowledgeDocument['about']['kind']
export const KINDS: readonly Kind[] = ['file', 'symbol', 'module']

/**
 * Terms are whole as they come: no mark parts them, and FTS5 is told so of each. Their text is kept beside the index, packed,
 * where it takes a quarter; an index for each kind, so that how many documents of a kind have a term is known at once. More is
 * gathered in memory than FTS5 would by itself, which takes 40 % off the time to fill it.
 */
export const SCHEMA = `
CREATE TABLE document (
  row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL, content TEXT NOT NULL, kind TEXT NOT NULL,
  about BLOB NOT NULL, lengths TEXT NOT NULL);
CREATE INDEX document_path ON document (path);
CREATE INDEX document_file ON document (path, content) WHERE kind = 'file';
CREATE TABLE terms (row INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE vector (row INTEGER PRIMARY KEY, kind TEXT NOT NULL, numbers BLOB NOT NULL);
CREATE TABLE total (kind TEXT NOT NULL, field TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (kind, field)) WITHOUT ROWID;
${KINDS.map(
  (kind) => `
CREATE VIRTUAL TABLE ${kind}_words USING fts5(
  path, symbols, signatures, documentation, body,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '${marks()}'");
INSERT INTO ${kind}_words (${kind}_words, rank) VALUES ('hashsize', ${16 * 1024 * 1024});
CREATE VIRTUAL TABLE ${kind}_vocabulary USING fts5vocab(${kind}_words, 'row');`,
).join('')}`

/** All of ASCII that is neither a letter nor a digit nor a blank, as it stands in a quoted text within a quoted text. */
function marks(): string {
  const codes = Array.from({ length: 0x7f - 0x21 }, (_, place) => String.fromCharCode(0x21 + place))
  return codes
    .filter((one) => !/[a-z0-9]/i.test(one))
    .join('')
    .replaceAll("'", "''")
    .replaceAll('"', '""')
}
