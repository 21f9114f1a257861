import { crc32 } from 'node:zlib'
import { remember } from '#kit/remember.ts'
import { languageOf } from '../languages/all.ts'
import { folderOf } from './paths/folder-of.ts'
import { stemOf } from './paths/stem-of.ts'
import type { Project } from './resolver.ts'

export type WatchedProject = {
  readonly project: Project
  /** What was asked about since this was called last, each as a number: see `questionsAbout`. */
  readonly takeAsked: () => ReadonlySet<number>
}

/** A project that remembers what it was asked about paths: a path that comes or goes changes no answer to anything else. */
export function watchProject(project: Project): WatchedProject {
  let asked = new Set<number>()
  const note = noterOf((number) => asked.add(number))
  return {
    project: {
      filesOf: (grammars) => {
        for (const grammar of grammars) note.grammar(grammar)
        return project.filesOf(grammars)
      },
      has: (path) => {
        note.path(path)
        return project.has(path)
      },
      hasFolder: (path) => {
        note.folder(path)
        return project.hasFolder(path)
      },
      filesIn: (folder) => {
        note.inside(folder)
        return project.filesIn(folder)
      },
      foldersWith: (name) => {
        note.name(name)
        return project.foldersWith(name)
      },
      called: (name) => {
        note.name(name)
        return project.called(name)
      },
      named: (name) => {
        note.stem(name)
        return project.named(name)
      },
      read: project.read,
    },
    takeAsked: () => {
      const taken = asked
      asked = new Set()
      return taken
    },
  }
}

type Question = keyof typeof ASKED

/** The same is asked for many files: the number is remembered by what was asked, before any words are made of it. */
function noterOf(add: (number: number) => void): Record<Question, (about: string) => void> {
  const noter = (question: Question) => {
    const numberOf = remember((about: string) => numberOfQuestion(ASKED[question](about)))
    return (about: string) => add(numberOf(about))
  }
  return {
    path: noter('path'),
    folder: noter('folder'),
    inside: noter('inside'),
    name: noter('name'),
    stem: noter('stem'),
    grammar: noter('grammar'),
  }
}

/**
 * What can be asked. Of a path that is asked for, only the name without its extension and the folder around it count: the dozen
 * of ways in which one import may be written out are then two or three questions.
 */
const ASKED = {
  path: (path: string) => `${nameOfFolder(folderOf(path))}/${stemOf(path)}`,
  folder: (path: string) => `${path}//`,
  inside: (folder: string) => `${folder}/`,
  name: (name: string) => `*/${name}`,
  stem: (name: string) => `*/${stemOf(name)}`,
  grammar: (grammar: string) => `${grammar}:`,
} as const

function nameOfFolder(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** Two questions may have the same number: then an import is looked at in vain. */
function numberOfQuestion(question: string): number {
  return crc32(question)
}

/** Everything that could be asked and is answered differently now that these paths, and folders, have come or gone. */
export function questionsAbout(paths: readonly string[], folders: readonly string[]): ReadonlySet<number> {
  const ofPaths = paths.flatMap((path) => [
    ASKED.path(path),
    ASKED.inside(folderOf(path)),
    ASKED.stem(path),
    ASKED.grammar(languageOf(path)?.grammar ?? ''),
  ])
  const ofFolders = folders.flatMap((folder) => [ASKED.folder(folder), ASKED.name(nameOfFolder(folder))])
  return new Set([...ofPaths, ...ofFolders].map(numberOfQuestion))
}
