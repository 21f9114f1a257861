import { elementsNamed, type XmlElement } from './read-xml.ts'

/** What a project is built for, which may be several. What only a build could work out is left out. */
export function targetFrameworks(project: XmlElement): { name: string; version: string }[] {
  const named = ['TargetFramework', 'TargetFrameworks'].flatMap((name) => elementsNamed(project, name))
  const versions = named
    .flatMap(({ text }) => text.split(';').map((version) => version.trim()))
    .filter((version) => /^net[\w.-]{1,40}$/.test(version))
  return [...new Set(versions)].map((version) => ({ name: '.NET', version }))
}
