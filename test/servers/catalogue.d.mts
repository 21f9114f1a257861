export type ServerName = 'elasticsearch' | 'opensearch'
export const servers: Readonly<Record<ServerName, { readonly version: string }>>
export const serverNames: readonly ServerName[]
export function cacheFolder(environment?: NodeJS.ProcessEnv): string
export function folderOf(name: ServerName, environment?: NodeJS.ProcessEnv): string
export function reasonFileOf(name: ServerName, environment?: NodeJS.ProcessEnv): string
