import { codex } from './codex/host.ts'
import type { Host } from './contract.ts'
import { geminiCli } from './gemini-cli/host.ts'
import { opencode } from './opencode/host.ts'

/** Every host keel knows. The only list of them; the order is that of reports. */
export const hosts = { codex, 'gemini-cli': geminiCli, opencode } as const satisfies Record<string, Host>

export type HostName = keyof typeof hosts

export const hostNames = Object.keys(hosts) as [HostName, ...HostName[]]
