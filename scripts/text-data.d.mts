import type { Plugin } from 'vite'

export const queryText: Record<string, 'text'>
export const queryModule: Plugin
