/**
 * The environment that git is asked in: of the directory that it is asked about, and of nothing else. Without what a git hook
 * that runs keel would have every git believe about where it is, and without replacements and grafts, by which a tree, a file or
 * a commit would be shown as another one than it is.
 */
export function gitEnvironment(index?: string): NodeJS.ProcessEnv {
  const environment = { ...process.env }
  for (const name of ELSEWHERE) delete environment[name]
  return {
    ...environment,
    GIT_NO_REPLACE_OBJECTS: '1',
    // No such file: an empty one has git complain that grafts are old.
    GIT_GRAFT_FILE: '/dev/null/none',
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  }
}

const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_ATTR_SOURCE',
  'GIT_DEFAULT_HASH',
]
