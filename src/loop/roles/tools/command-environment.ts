type Environment = Readonly<Record<string, string | undefined>>

/**
 * What a command of a model's gets to see: no credentials, by the names that they go by and by addresses with a
 * password in them. Nobody is at the keyboard, and keel may itself be run by a test, whose runner must not speak to ours.
 */
export function commandEnvironment(environment: Environment): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || isCredential(name, value) || name === 'NODE_TEST_CONTEXT'
      ? []
      : [[name, value] as const],
  )
  return { CI: '1', ...Object.fromEntries(kept), FORCE_COLOR: '0', GIT_TERMINAL_PROMPT: '0' }
}

const NAMED =
  /(^|_)(KEY|APIKEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|PAT|COOKIE)(S|_ID|_FILE|_JSON)?$|SECRET|PRIVATE_KEY|ACCESS_KEY|^SSH_AUTH_SOCK$/i

/** Proxies may need theirs for anything to work at all. */
function isCredential(name: string, value: string): boolean {
  if (NAMED.test(name)) return true
  return /^[a-z][a-z+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i.test(value) && !/_proxy$/i.test(name)
}
