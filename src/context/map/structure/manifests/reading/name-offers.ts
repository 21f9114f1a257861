import { purposeOfName } from '../../commands/purpose-of-name.ts'
import type { Offer } from '../manifest.ts'

/** An offer for each name that says what it is for. */
export function nameOffers(
  names: readonly string[],
  phrase: (name: string) => Pick<Offer, 'line' | 'via'>,
): Offer[] {
  return names.flatMap((name) => {
    const meant = purposeOfName(name)
    return meant === null ? [] : [{ ...meant, ...phrase(name) }]
  })
}
