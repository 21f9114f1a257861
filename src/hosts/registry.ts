import { codex } from './codex/host.ts'
import type { Host } from './contract.ts'

/** Every host keel knows. The only list of them; the order is that of reports. */
export const hosts = { codex } as const satisfies Record<string, Host>

export type HostName = keyof typeof hosts

export const hostNames = Object.keys(hosts) as [HostName, ...HostName[]]
