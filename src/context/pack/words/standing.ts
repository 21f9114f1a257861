import { LEFT_OUT, type LeftOut } from '../read-text-file.ts'

/** Of a file: whether it has words, or why it has none; null for what nobody would look for. */
export type Standing = 'text' | LeftOut['why'] | null

/** By the number that stands for each in a segment. */
export const STANDINGS: readonly Standing[] = [null, 'text', ...LEFT_OUT]
