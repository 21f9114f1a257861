import { Fault } from './fault.ts'

export type Told = { readonly message: string; readonly hint: string }

/** That a request cannot be met as it was typed, and what to type instead. */
export function userFault(code: string, { message, hint }: Told): Fault {
  return new Fault({ kind: 'user', code, message, hint })
}

/** That what was typed does not go together. */
export function misuse(told: Told): Fault {
  return userFault('misuse', told)
}
