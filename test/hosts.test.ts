import { hosts } from '#hosts/registry.ts'
import { testHostLoading } from './contracts/host.ts'

for (const [name, host] of Object.entries(hosts)) testHostLoading(name, host)
