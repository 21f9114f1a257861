import { claudeCode } from './claude-code/host.ts'
import { codex } from './codex/host.ts'
import type { Host } from './contract.ts'
import { copilot } from './copilot/host.ts'
import { cursor } from './cursor/host.ts'
import { geminiCli } from './gemini-cli/host.ts'
import { opencode } from './opencode/host.ts'

/** Every host keel knows, in the order of reports. Those with hooks are listed for these as well. */
export const hosts = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
  copilot,
  cursor,
} as const satisfies Record<string, Host>

export type HostName = keyof typeof hosts

export const hostNames = Object.keys(hosts) as [HostName, ...HostName[]]

/** The hosts that keel can drive. */
export const driveNames = hostNames.filter((name) => hosts[name].drive !== null) as [HostName, ...HostName[]]
