import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from './app.ts'
import { setupNotice } from './identity/sign-in/setup-notice.ts'
import { type Config, ConfigError } from './config.ts'
import { isUnavailable } from './platform/errors.ts'
import { releaseMemoryOfStart } from './platform/after-start.ts'
import { createLog } from './platform/log.ts'
import { stopPatience } from './stop-patience.ts'

/**
 * connections that may wait to be accepted, if the system allows as many: only a request that reaches the service can
 * be refused properly
 */
export const backlog = 4096

export interface Serving {
  /** prints a line for the operator */
  readonly announce: (line: string) => void
  /** whether this is the first of the processes of the service, which prints the setup notice */
  readonly isFirst: boolean
}

/**
 * Serves until SIGTERM or SIGINT, then finishes running requests and exits with 0. SIGTERM comes from supervisors, so
 * the process keeps listening for a while in which load balancers see that it is not ready; a second signal skips this.
 * Throws a ConfigError when it cannot listen on the configured address.
 */
export async function serve(config: Config, { announce, isFirst }: Serving): Promise<void> {
  const log = createLog(config.logLevel)
  const stopping = new AbortController()
  const hurrying = new AbortController()
  // Before the app exists, exiting is enough to undo the start.
  const running: { app?: App } = {}
  const stop = (signal: string): void => {
    if (stopping.signal.aborted) return hurrying.abort()
    stopping.abort()
    log.info({ signal }, 'stopping')
    if (running.app === undefined) process.exit(0)
    // SIGINT comes from a person at a terminal, where no load balancer must react.
    if (signal === 'SIGINT') hurrying.abort()
    void end(running.app, hurrying.signal)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const app = await createApp({ config, log, wait: config.startWait })
  running.app = app
  await listen(app, config)
  releaseMemoryOfStart()
  log.info({ host: config.host, port: config.port }, 'listening')
  announce(`Octavo is at ${config.baseUrl}/_cms/admin (API: ${config.baseUrl}/_cms/api/docs)`)
  if (!isFirst) return
  try {
    const notice = await setupNotice(app.services)
    if (notice !== null) announce(notice)
  } catch (error) {
    // The database may be closed by a stop, or not answer for a moment; the service continues.
    if (!stopping.signal.aborted && !isUnavailable(error)) throw error
  }
}

/** Ends the process after load balancers had time to react and running requests have ended. */
async function end(app: App, hurry: AbortSignal): Promise<void> {
  const { config, log, readiness } = app.services
  readiness.stop()
  // Aborting `hurry` ends the wait.
  await delay(config.shutdownDelay, undefined, { signal: hurry }).catch(() => undefined)
  // Requests that do not end in time are cut off.
  setTimeout(() => process.exit(1), stopPatience).unref()
  try {
    await app.close()
    log.flush(() => process.exit(0))
  } catch (error) {
    log.error({ err: error }, 'stopping failed')
    log.flush(() => process.exit(1))
  }
}

/** Opens the port; throws a ConfigError if that is not possible, after closing the app. */
async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.server.listen({ host, port, backlog })
  } catch (error) {
    await app.close()
    throw new ConfigError(whyNotListening(error, host, port), { cause: error })
  }
}

/** Why the service cannot listen, as a sentence for the operator. */
function whyNotListening(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `PORT is ${port}, and another program listens there already; stop it or choose another port.`
    case 'EACCES':
      return `PORT is ${port}, which this user may not listen on; choose one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${JSON.stringify(host)}, which is not an address of this machine; 0.0.0.0 means all of them.`
    default:
      return `PORT ${port} of HOST ${JSON.stringify(host)} cannot be listened on (${String(code ?? error)}).`
  }
}
