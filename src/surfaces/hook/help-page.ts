import { hookDialects } from '#hosts/hook-dialects.ts'

/** What `keel hook --help` prints. Rendered when keel is built, like every other page. */
export const helpPage = `Answers a host that asks whether its agent may do something.

A host runs this before every action of its agent and at the end of a turn, and gives the question on stdin. What keel
lets through, it lets through in silence. What a guard denies is denied in the words of that host, with the reason, and
stands in the journal. Whatever goes wrong, nothing is let through because of it.

Two guards are built in. protected-files keeps guards, the settings of hosts and keel's records from being changed.
evidence-before-done keeps a task from being called done before keel has seen its tests pass. More of them are files in
.keel/guards.

Usage: keel hook <host>

  host  One of: ${Object.keys(hookDialects).join(', ')}.

Examples:
  keel hook claude-code < question.json
      Answer as a hook of Claude Code would.
`
