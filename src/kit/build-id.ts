/** Put in by the build: a hash of the sources. */
declare const KEEL_BUILD: string | undefined

/** Another for each program that may come to other results, and so has to begin anew with what it keeps. */
export const buildId = typeof KEEL_BUILD === 'undefined' ? 'source' : KEEL_BUILD
