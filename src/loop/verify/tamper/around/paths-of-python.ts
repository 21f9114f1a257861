import type { SettingsText } from '../settings-in.ts'

/** The folders that pytest is told to look for modules in before all others, from the root; empty for the root itself. */
export function pathsOfPython(settings: readonly SettingsText[]): string[] {
  return settings
    .filter(({ path }) =>
      /(?:^|\/)(?:pyproject\.toml|\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg)$/.test(path),
    )
    .flatMap(({ text }) => {
      const value =
        /^[ \t]*pythonpath[ \t]*=[ \t]*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]*)*)/m.exec(text)?.[1] ?? ''
      return value.replaceAll(/#[^\n]*/g, '').match(/[^\s"',[\]]+/g) ?? []
    })
    .map((folder) => folder.replace(/^\.\/+|\/+$/g, '').replace(/^\.$/, ''))
}
