import type { ManifestKind, Offer } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

/** A build script is a program; what is read of it are the lines that look the same in nearly all of them. */
export const buildGradle: ManifestKind = {
  path: /(^|\/)build\.gradle(\.kts)?$/,
  read: (_path, text) => {
    const lines = linesOf(text).map((line) => line.replace(/^\s*\/\/.*$/, ''))
    const plugins = lines.flatMap(pluginsIn)
    const description = lines.flatMap(
      (line) => /^\s*description\s*=\s*['"]([^'"]+)['"]/.exec(line)?.[1] ?? [],
    )[0]
    const version = lines.flatMap(
      (line) =>
        /(?:JavaLanguageVersion\.of\(|jvmToolchain\(|(?:source|target)Compatibility\s*=\s*(?:JavaVersion\.VERSION_)?['"]?)(\d{1,2}(?:[._]\d{1,2})?)/.exec(
          line,
        )?.[1] ?? [],
    )[0]
    return {
      ecosystem: 'jvm',
      module: { kind: 'project', name: '', description: description ?? null },
      dependencies: [...plugins, ...lines.flatMap(dependenciesIn)],
      runtimes: version === undefined ? [] : [{ name: 'Java', version: version.replace('_', '.') }],
      packageManager: 'Gradle',
      offers: offersOf(plugins),
    }
  },
}

function pluginsIn(line: string): string[] {
  const found =
    /^\s*(?:apply\s+plugin:|apply\(plugin\s*=|id[\s(]|kotlin\()\s*\(?\s*['"]([\w.-]{1,120})['"]/.exec(
      line,
    )?.[1] ??
    /^\s*alias\(libs\.plugins\.([\w.]{1,120})\)/.exec(line)?.[1]?.replaceAll('.', '-') ??
    /^\s*(application|java-library|java|`java-library`|`kotlin-dsl`|groovy|scala)\s*$/.exec(line)?.[1]
  return found === undefined ? [] : [found.replaceAll('`', '')]
}

function dependenciesIn(line: string): string[] {
  const declared =
    /^\s*(?:[a-z]\w{0,60}(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly)|implementation|api|compile|compileOnly|runtimeOnly|testCompile|classpath|kapt|ksp|annotationProcessor)[\s(]+(?:platform\()?['"]([\w.-]{1,120}:[\w.-]{1,120})/.exec(
      line,
    )?.[1]
  return declared === undefined ? [] : [declared]
}

function offersOf(plugins: readonly string[]): Offer[] {
  const has = (shape: RegExp) => plugins.some((plugin) => shape.test(plugin))
  const gradle = (purpose: Offer['purpose'], line: string): Offer => ({
    purpose,
    line,
    via: 'gradle',
    rank: 0,
  })
  return [
    { ...gradle('build', 'build'), isCustom: true },
    { ...gradle('test', 'test'), isCustom: true },
    ...(has(/springframework.boot|spring-boot/) ? [gradle('run', 'bootRun')] : []),
    ...(has(/^application$/) ? [gradle('run', 'run')] : []),
    ...(has(/spotless/)
      ? [gradle('format', 'spotlessApply'), { ...gradle('lint', 'spotlessCheck'), rank: 1 }]
      : []),
    ...(has(/ktlint/) ? [gradle('lint', 'ktlintCheck'), gradle('format', 'ktlintFormat')] : []),
    ...(has(/detekt/) ? [gradle('lint', 'detekt')] : []),
    ...(has(/^checkstyle$/) ? [{ ...gradle('lint', 'checkstyleMain'), rank: 1 }] : []),
  ]
}
