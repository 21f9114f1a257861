import { join, relative } from 'node:path'
import { filesBelow } from '../files-below.ts'

/** The files in a folder that may say in their front matter which files they are about, in Copilot CLI's order. */
export function scopedFiles(folder: string): string[] {
  return [
    ...instructionFilesBelow(join(folder, '.github', 'instructions')),
    ...visibleFilesBelow(join(folder, '.claude', 'rules')).filter((path) => /\.md$/i.test(path)),
  ]
}

export function instructionFilesBelow(directory: string): string[] {
  return visibleFilesBelow(directory).filter((path) => /\.instructions\.md$/i.test(path))
}

function visibleFilesBelow(directory: string): string[] {
  return filesBelow(directory).filter((path) => !/(^|[\\/])\./.test(relative(directory, path)))
}
