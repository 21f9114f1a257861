import type { ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

/** A build of sbt is a program, with its plugins and often its dependencies in a folder beside it; what is read are coordinates. */
export const buildSbt: ManifestKind = {
  path: /(^|\/)(build\.sbt|project\/([\w.-]+\.sbt|(Dependencies|Build)\.scala))$/,
  read: (path, text) => {
    const lines = linesOf(text).map((line) => line.replace(/^\s*\/\/.*$/, ''))
    const dependencies = lines.flatMap(dependenciesIn)
    if (!path.endsWith('build.sbt')) return { ecosystem: 'jvm', dependencies }
    return {
      ecosystem: 'jvm',
      dependencies,
      packageManager: 'sbt',
      tools: [{ name: 'sbt', use: 'build' }],
      offers: [custom('build', 'sbt compile'), custom('test', 'sbt test')],
    }
  },
}

/** `"org.playframework" %% "play" % "3.0"`. What has the plugin of Play, or works with it, is built on Play. */
function dependenciesIn(line: string): string[] {
  const named = [...line.matchAll(/"([\w.-]{1,120})"\s*%{1,3}\s*"([\w.-]{1,120})"/g)].map(
    ([, group = '', name = '']) => `${group}:${name}`,
  )
  return PLAY.test(line) ? [...named, 'org.playframework:play'] : named
}

const PLAY = /^\s*import play\.sbt\b|\benablePlugins\([^)]{0,200}\bPlay(Scala|Java|Service)\b/

function custom(purpose: Offer['purpose'], line: string): Offer {
  return { purpose, line, rank: 1, isCustom: true }
}
