import { spawn } from 'node:child_process'

/** How a process ended: a code, or the signal that killed it.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * Runs a program to its end and passes on the signals that we are sent meanwhile.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Ending>} rejects when the program cannot be started
 */
export function run(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options)
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => {
      stopForwarding()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      stopForwarding()
      resolve({ code, signal })
    })
  })
}

/** Ends this process as the other one ended. @param {Ending} ending */
export function finishLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1)
  process.kill(process.pid, signal)
}

/**
 * Ends this process when the one that started it is gone: npm runs a script in a shell, which a signal kills without
 * its passing the signal on. Who starts us without npm may leave us behind on purpose.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** npm passes on what a terminal has sent to all of us already, so the same signal comes twice in a moment. */
const sameSignal = 500

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  /** @type {Array<[NodeJS.Signals, () => void]>} */
  const handlers = [
    ['SIGTERM', forwardOnce('SIGTERM')],
    // A terminal sends these to the child itself.
    ['SIGINT', hasTerminal ? () => {} : forwardOnce('SIGINT')],
    ['SIGHUP', hasTerminal ? () => {} : forwardOnce('SIGHUP')],
  ]
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of handlers) process.removeListener(signal, handler)
  }

  /** @param {NodeJS.Signals} signal */
  function forwardOnce(signal) {
    let last = 0
    return () => {
      const now = Date.now()
      if (now - last >= sameSignal) child.kill(signal)
      last = now
    }
  }
}
