export type ProgramName = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'copilot'
type Environment = Readonly<Record<string, string | undefined>>

export const catalogue: Readonly<
  Record<ProgramName, { readonly pack: string; readonly program: string; readonly version: string }>
>
export const programNames: readonly ProgramName[]
export function cacheFolder(environment?: Environment): string
export function folderOf(name: ProgramName, environment?: Environment): string
export function executableIn(folder: string, name: ProgramName): string
export function isInstalled(name: ProgramName, environment?: Environment): boolean
