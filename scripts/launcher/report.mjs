/** An error that stops a launch: its message is one sentence for the user, printed without a stack. */
export class LaunchError extends Error {}

/** Prints progress for the user. On stderr, because stdout belongs to the command. @param {string} message */
export function report(message) {
  process.stderr.write(`octavo: ${message}\n`)
}

/** Reports a piece of work and how long it took. @param {string} message @param {() => Promise<void>} work */
export async function reportWork(message, work) {
  report(`${message} ...`)
  const start = Date.now()
  await work()
  report(`${message}: done in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}
