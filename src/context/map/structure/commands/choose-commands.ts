import { redact } from '#kit/redact.ts'
import { depthOf, type Inventory, isWithin } from '../files/take-inventory.ts'
import type { Ecosystem, Offer } from '../manifests/manifest.ts'
import { folderBelow } from '../manifests/reading/script-lines.ts'
import type { Manifest } from '../read-manifests.ts'
import { ecosystemShares } from '../stack/ecosystem-shares.ts'
import { type Command, PURPOSES, type Purpose } from '../structure.ts'
import { phraseOffer } from './phrase-offer.ts'
import { plainLine, readCi } from './read-ci.ts'

/** The few commands that somebody who works here would type, for each purpose the best first. */
export function chooseCommands(inventory: Inventory, manifests: readonly Manifest[]): Command[] {
  const shares = ecosystemShares(inventory)
  const ci = readCi(manifests)
  const isOwn = (folder: string) =>
    depthOf(folder) <= DEPTH_MAX && inventory.hasFolder(folder) && inventory.roleOfFolder(folder) === 'source'
  const offered = manifests.flatMap((manifest) =>
    offersOf(manifest, manifests).flatMap((offer): Candidate[] => {
      const folder = folderFor(offer, manifest)
      const line = phraseOffer({ offer, folder, manifests, inventory })
      const { purpose, rank, isCustom = false } = offer
      if (line === null || !isOwn(folder)) return []
      const ecosystem = manifest.facts.ecosystem ?? null
      const command = { purpose, line, folder, from: manifest.path, inCi: ci.runs(line, folder) }
      const doubt =
        rank +
        (isCustom ? DOUBT_CUSTOM : 0) -
        (!command.inCi && isCustom && ci.serves(purpose, ecosystem) ? 2 : 0)
      return [{ command, ecosystem, isVariant: rank >= RANK_VARIANT, doubt }]
    }),
  )
  const written = new Set(offered.map(({ command }) => plainLine(command.line)))
  const seen = ci.commands
    .filter(({ command }) => !written.has(plainLine(command.line)) && isOwn(command.folder))
    .filter(({ command }) => hasWhatItTakes(command, inventory))
    .filter(({ command, ecosystem }) => !offered.some((outer) => isAround(outer, { command, ecosystem })))
    .map(
      ({ command, ecosystem }): Candidate => ({
        command,
        ecosystem,
        isVariant: false,
        doubt: DOUBT_CI + (command.line.match(/ -| [^ /]+\//g) ?? []).length * DOUBT_PARTICULAR,
      }),
    )
  const candidates = [...offered, ...seen].map((candidate) => ({
    ...candidate,
    doubt: candidate.doubt + doubtAround(candidate, shares),
  }))
  const isMinor = ({ ecosystem }: Candidate) => ecosystem !== null && (shares.get(ecosystem) ?? 0) < 0.5
  return PURPOSES.flatMap((purpose) => {
    const best = bestFor(purpose, candidates)
    // What most of the code is written in comes first.
    return [...best.filter((one) => !isMinor(one)), ...best.filter(isMinor)].map(({ command }) => ({
      ...command,
      line: redact(command.line),
    }))
  })
}

type Candidate = {
  readonly command: Command
  /** Null for what is of no ecosystem, or of any. */
  readonly ecosystem: Ecosystem | null
  /** Whether its name says more than what it is for: `test-cli`. */
  readonly isVariant: boolean
  /** The smaller, the better. */
  readonly doubt: number
}

const DEPTH_MAX = 2
const DEPTH_MAX_CUSTOM = 1
const RANK_VARIANT = 2
/** Nobody wrote it down; it is there because it always is. */
const DOUBT_CUSTOM = 3
/** Typed by a machine, with whatever a machine wants. */
const DOUBT_CI = 3
/** Flags and paths are for one occasion. */
const DOUBT_PARTICULAR = 1
const DOUBT_MAX = 6
const COMMANDS_MAX = 3

/** What a machine made the moment before is not there for somebody who only has the repository. */
function hasWhatItTakes({ line, folder }: Command, inventory: Inventory): boolean {
  if (!/^make\b/.test(line)) return true
  return ['Makefile', 'makefile', 'GNUmakefile'].some((name) => inventory.has(folderBelow(folder, name)))
}

function folderFor(offer: Offer, manifest: Manifest): string {
  return offer.isAtRoot === true ? '' : manifest.folder
}

/** A package inside of another is worked on from the outside, and customs are not worth a long way. */
function offersOf(manifest: Manifest, manifests: readonly Manifest[]): readonly Offer[] {
  const isFar = depthOf(manifest.folder) > DEPTH_MAX_CUSTOM
  const offers = (manifest.facts.offers ?? []).filter(
    ({ isCustom, isAtRoot }) => !isFar || isCustom !== true || isAtRoot === true,
  )
  const isPlain = (purpose: Purpose) =>
    offers.some((offer) => offer.purpose === purpose && offer.rank === 0 && offer.isCustom !== true)
  // Whoever names one thing `test` and another `test-unit` means the first by the word.
  const plainest = offers.filter(
    ({ purpose, rank, isCustom }) => rank === 0 || isCustom === true || !isPlain(purpose),
  )
  // One of the same kind has its own ways to reach what is inside, though they have no names.
  const isInner = manifests.some(
    ({ name, folder, facts }) =>
      folder !== manifest.folder &&
      isWithin(manifest.folder, folder) &&
      facts.ecosystem === manifest.facts.ecosystem &&
      ((facts.offers ?? []).length > 0 || name === manifest.name),
  )
  return isInner ? plainest.filter(({ isAtRoot }) => isAtRoot === true) : plainest
}

function isAround(
  outer: Candidate,
  { command, ecosystem }: Pick<Candidate, 'command' | 'ecosystem'>,
): boolean {
  const { folder } = outer.command
  const isSame = ecosystem !== null && outer.ecosystem === ecosystem
  return isSame && folder !== command.folder && isWithin(command.folder, folder)
}

function doubtAround(
  { command, ecosystem, isVariant }: Candidate,
  shares: ReadonlyMap<Ecosystem, number>,
): number {
  const share = ecosystem === null || ecosystem === 'image' ? 1 : (shares.get(ecosystem) ?? 0)
  const small = share < 0.05 ? 4 : share < 0.2 ? 2 : 0
  return small + (1 - share) + depthOf(command.folder) * 2 - (command.inCi ? (isVariant ? 1 : 2) : 0)
}

/** One of each ecosystem and folder: two ways to test the same code are one too many. A part of it is only shown for want of the whole. */
function bestFor(purpose: Purpose, candidates: readonly Candidate[]): Candidate[] {
  const taken = new Set<string>()
  return candidates
    .filter(({ command, doubt }) => command.purpose === purpose && doubt <= DOUBT_MAX)
    .sort((one, other) => one.doubt - other.doubt)
    .filter(({ command, ecosystem, isVariant }) => {
      if (isVariant && taken.size > 0) return false
      const key = `${ecosystem ?? ''} ${command.folder}`
      if (taken.has(key)) return false
      taken.add(key)
      return true
    })
    .slice(0, COMMANDS_MAX)
}
