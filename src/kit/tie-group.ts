import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Ties a process group to this process: should keel be killed without a chance to say so, the group is ended, too. A
 * small shell waits at the end of a pipe that nobody but keel holds. It hears a line when there is nothing left to
 * end, and nothing but the end of the pipe when keel is gone. A keel that is stopped for a while still holds it.
 *
 * Refused: a shell around the program itself, which would hide whether that could be started, and how it ended; and to
 * end on `--resume` what a killed run left, which works on unwatched until somebody resumes.
 */
export function tieGroup(leader: number): () => void {
  const line = startWatcher(leader)
  return () => line?.end('\n')
}

/** Null where no more processes can be started: the work itself may go on all the same. */
function startWatcher(leader: number): Socket | null {
  try {
    const watcher = spawn('/bin/sh', ['-c', WATCH, 'keel', `${leader}`], {
      cwd: '/',
      // A session of its own: what ends keel's terminal or group must not end this.
      detached: true,
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    watcher.on('error', () => {})
    const line = watcher.stdin as Socket
    line.on('error', () => {})
    watcher.unref()
    line.unref()
    return line
  } catch {
    return null
  }
}

/** Some hosts give their commands groups of their own, and end them when they are asked to end themselves. */
const WATCH = `trap '' HUP INT TERM
read -r _ && exit
kill -s TERM -- "-$1"
sleep 1
kill -s KILL -- "-$1"`
