/**
 * Whether a tool's name says that it reads and says nothing else: `read_text_file` and `listDirectory`, and not
 * `get_and_delete`. A name without a verb that is known says nothing.
 */
export function onlyReads(tool: string): boolean {
  const name = tool.split('__').at(-1) ?? tool
  if (/^(?:agent|task)$/i.test(name)) return true
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
  const isJoined = words.some((word, index) => JOINTS.has(word) && !READING.has(words[index + 1] ?? ''))
  return words.some((word) => READING.has(word)) && !words.some((word) => CHANGING.has(word)) && !isJoined
}

const JOINTS = new Set(['and', 'or', 'then'])

const READING = new Set(
  'read get list search find view show stat grep glob fetch query ls tree describe inspect check count lookup explain'.split(
    ' ',
  ),
)

const CHANGING = new Set(
  [
    'write delete remove rm del unlink move mv rename edit update patch put post set add append insert replace create make mk',
    'mkdir copy cp save store upload import apply execute exec run eval call invoke touch truncate clear clean reset purge',
    'drop destroy erase overwrite modify change toggle enable disable install uninstall commit push pull merge restore revert',
    'format fix sync send submit kill stop start trash archive extract unpack unzip link symlink chmod chown do upsert swap',
  ].flatMap((line) => line.split(' ')),
)
