import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type BackupResult, type BackupTask, stopMessage } from './backup-task.ts'
import { faultOf } from './fault.ts'

/** megabytes of JavaScript objects that a backup may need */
const heapSize = 256

/** milliseconds that a stopped backup has to remove what it has written, before its process is killed */
const stopTime = 5000

/** The program of the child process. It is next to this file, both in the sources and in the build. */
const processUrl = new URL(
  `./backup-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/**
 * Makes a backup in a child process, so that requests do not wait for it and its memory is free afterwards. Null if the
 * signal stopped it.
 */
export async function runBackupProcess(task: BackupTask, signal: AbortSignal): Promise<BackupResult | null> {
  const child = fork(processUrl, {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapSize}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Without a listener, a message that cannot be sent would end the service. The event `exit` tells how the child
  // ended.
  child.on('error', () => undefined)
  const ended = once(child, 'exit')
  const stop = (): void => {
    child.send(stopMessage, () => undefined)
    void delay(stopTime, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
  }
  signal.addEventListener('abort', stop)
  try {
    child.send(task, () => undefined)
    // The signal can have come before anybody listened to it, while the lease was taken.
    if (signal.aborted) stop()
    const result = await Promise.race([
      once(child, 'message').then(([message]) => message as BackupResult),
      ended.then(([code, killedBy]) => endedEarly(String(killedBy ?? code))),
    ])
    await ended
    // A backup that was complete before it could be stopped counts as made.
    return signal.aborted && result.outcome === 'failed' ? null : result
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The result of a process that ended without sending one. */
function endedEarly(end: string): BackupResult {
  const fault = faultOf('backupEndedEarly', { end })
  return { outcome: 'failed', fault, stack: fault.message }
}
