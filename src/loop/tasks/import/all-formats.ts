import { checklist } from './checklist.ts'
import type { ImportFormat, ImportFormatName } from './contract.ts'
import { ralph } from './ralph.ts'
import { specKit } from './spec-kit.ts'
import { taskMaster } from './task-master.ts'

/** Every format, by name. The first that recognises a file reads it. */
export const allFormats: { readonly [Name in ImportFormatName]: ImportFormat } = {
  'spec-kit': specKit,
  ralph,
  'task-master': taskMaster,
  checklist,
}
