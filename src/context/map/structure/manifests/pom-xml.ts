import type { ManifestKind, Offer } from './manifest.ts'
import { childOf, elementsNamed, readXml, textOf, type XmlElement } from './reading/read-xml.ts'

export const pomXml: ManifestKind = {
  path: /(^|\/)pom\.xml$/,
  read: (_path, text) => {
    const project = readXml(text)
    if (project?.name !== 'project') return { problems: ['is no Maven project'] }
    const artifact = textOf(project, 'artifactId')
    const plugins = elementsNamed(project, 'plugin').map(coordinates)
    const parent = childOf(project, 'parent')
    const modules = (childOf(project, 'modules') ?? childOf(project, 'subprojects'))?.children ?? []
    return {
      ecosystem: 'jvm',
      ...(artifact === null
        ? {}
        : { module: { kind: 'project', name: artifact, description: descriptionOf(project) } }),
      dependencies: [
        ...(parent === null ? [] : [coordinates(parent)]),
        ...elementsNamed(project, 'dependency').map(coordinates),
        ...plugins,
      ],
      runtimes: runtimesIn(project),
      packageManager: 'Maven',
      offers: offersOf(plugins),
      ...(modules.length === 0
        ? {}
        : { workspace: { name: 'Maven modules', members: modules.map((module) => module.text.trim()) } }),
    }
  },
}

function coordinates(element: XmlElement): string {
  return `${textOf(element, 'groupId') ?? 'org.apache.maven.plugins'}:${textOf(element, 'artifactId') ?? ''}`
}

/** A name with a word or two more than the artifact's is still no description. */
function descriptionOf(project: XmlElement): string | null {
  const said = textOf(project, 'description')?.replace(/\s+/g, ' ') ?? null
  return said === null || said.includes('${') ? null : said
}

function runtimesIn(project: XmlElement): { name: string; version: string }[] {
  const properties = childOf(project, 'properties')
  const version = [
    'java.version',
    'maven.compiler.release',
    'maven.compiler.source',
    'javaVersion',
    'jdk.version',
  ]
    .map((name) => textOf(properties, name))
    .find((found) => found !== null && /^\d/.test(found))
  return typeof version === 'string' ? [{ name: 'Java', version }] : []
}

function offersOf(plugins: readonly string[]): Offer[] {
  const has = (name: string) => plugins.some((plugin) => plugin.endsWith(`:${name}`))
  const maven = (purpose: Offer['purpose'], line: string): Offer => ({ purpose, line, via: 'maven', rank: 0 })
  return [
    { ...maven('build', 'package'), isCustom: true },
    { ...maven('test', 'test'), isCustom: true },
    ...(has('spring-boot-maven-plugin') ? [maven('run', 'spring-boot:run')] : []),
    ...(has('quarkus-maven-plugin') ? [maven('run', 'quarkus:dev')] : []),
    ...(has('maven-checkstyle-plugin') ? [maven('lint', 'checkstyle:check')] : []),
    ...(has('spotless-maven-plugin') ? [maven('format', 'spotless:apply')] : []),
    ...(has('spring-javaformat-maven-plugin') ? [maven('format', 'spring-javaformat:apply')] : []),
  ]
}
