import { readPackageFile } from '#kit/package-file.ts'

/** A file that is keel's as a whole, as shipped, and what an update may do to it. */
export type OwnedFile = {
  readonly path: string
  readonly content: string
  /** `refresh`: replaced when the template changed and the file is unedited. `create`: only ever created. */
  readonly onUpdate: 'refresh' | 'create'
  /** What `--force` may overwrite although it was edited. */
  readonly forceable: boolean
  /** What to say where it is not as keel wrote it, and stays. */
  readonly whenKept?: string
}

export function ownedFiles(): OwnedFile[] {
  return [
    {
      path: '.keel/config.yaml',
      content: readPackageFile('templates/config.yaml'),
      onUpdate: 'create',
      forceable: false,
    },
    { path: '.keel/.gitignore', content: GITIGNORE, onUpdate: 'refresh', forceable: false },
    {
      path: '.keel/constitution.md',
      content: readPackageFile('templates/constitution.md'),
      onUpdate: 'create',
      forceable: true,
    },
    {
      path: '.keel/runloop.md',
      content: readPackageFile('templates/runloop.md'),
      onUpdate: 'refresh',
      forceable: true,
    },
  ]
}

/** keel keeps its own ignore rules, so that the project's .gitignore stays the project's. */
const GITIGNORE = '# Derived by keel. Free to delete.\ncache/\n*.keel-tmp\n'
