import { surveyFiles } from './survey-files.ts'

/** The files below a directory that git does not ignore, as absolute paths in one stable order. */
export function listFiles(root: string): string[] {
  return [...surveyFiles(root).files]
}
