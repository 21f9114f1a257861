/** Whether a path says that something is there to check others. */
export function isCalledCheck(path: string): boolean {
  return CHECKS.test(path)
}

const CHECKS =
  /(?:^|[/._-])(?:checks?|checker|verify|verification|verifier|accept|acceptance|tests?|specs?|e2e|smoke|validate|validation|assertions?|prove|proof)(?=[/._-]|$)/i
