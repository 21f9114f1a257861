import type { Indentation } from '../structure.ts'
import type { ManifestKind } from './manifest.ts'
import { readIni } from './reading/read-ini.ts'

export const editorconfig: ManifestKind = {
  path: /^\.editorconfig$/,
  read: (_path, text) => ({
    indentation: [...readIni(text)].flatMap(([files, keys]): Omit<Indentation, 'from'>[] => {
      const value = (name: string) => keys.get(name)?.[0]?.toLowerCase()
      const style = value('indent_style')
      const size = value('indent_size') ?? value('tab_width')
      const width = size !== undefined && /^\d{1,2}$/.test(size) ? Number(size) : null
      if (files === '' || (style !== 'space' && style !== 'tab')) return []
      return [{ files, style, width }]
    }),
  }),
}
