import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'

/** The projects of a Gradle build: `include ':core', ':web:api'`, over as many lines as it takes. */
export const settingsGradle: ManifestKind = {
  path: /(^|\/)settings\.gradle(\.kts)?$/,
  read: (_path, text) => {
    const members: string[] = []
    let isOpen = false
    for (const line of linesOf(text)) {
      const said = line.replace(/\/\/.*$/, '').trim()
      const begins = /^include\b(?!Build)/.test(said)
      if (!begins && !isOpen) continue
      members.push(
        ...[...said.matchAll(/['"]:?([\w:./-]{1,200})['"]/g)].map(([, name = '']) =>
          name.replaceAll(':', '/'),
        ),
      )
      isOpen = said === '' ? isOpen : /([,(]|^include)$/.test(said)
    }
    return {
      packageManager: 'Gradle',
      ...(members.length === 0 ? {} : { workspace: { name: 'Gradle projects', members } }),
    }
  },
}
