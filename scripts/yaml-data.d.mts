import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin as VitePlugin } from 'vite'

export const yamlData: EsbuildPlugin
export const yamlModule: VitePlugin
