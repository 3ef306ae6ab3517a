import { type App, createApp } from './app.ts'
import { setupNotice } from './auth/setup-notice.ts'
import { type Config, ConfigError } from './config.ts'
import { createLog } from './log.ts'

/** how long requests in flight may take to end */
const patience = 30_000

export interface Serving {
  /** gets what the operator should read */
  readonly announce: (line: string) => void
  /** whether this process is the one of this start that tells how to make the first admin */
  readonly isFirst: boolean
}

/**
 * Serves until SIGTERM or SIGINT; then lets requests in flight end, and exits 0. Throws a ConfigError when it cannot
 * listen where the settings say.
 */
export async function serve(config: Config, { announce, isFirst }: Serving): Promise<void> {
  const log = createLog(config.logLevel)
  let isStopping = false
  // Until there is something to close, what was begun is undone by ending.
  const running: { app?: App } = {}
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const { app } = running
    if (app === undefined) process.exit(0)
    setTimeout(() => process.exit(1), patience).unref()
    app.close().then(
      () => log.flush(() => process.exit(0)),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        log.flush(() => process.exit(1))
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const app = await createApp({ config, log })
  running.app = app
  await listen(app, config)
  log.info({ host: config.host, port: config.port }, 'listening')
  announce(`Octavo is at ${config.baseUrl}/_cms/admin (API: ${config.baseUrl}/_cms/api/docs)`)
  if (!isFirst) return
  try {
    const notice = await setupNotice(app.services)
    if (notice !== null) announce(notice)
  } catch (error) {
    // A stop may have closed the database meanwhile: it ends well, and nobody reads the notice.
    if (!isStopping) throw error
  }
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.server.listen({ host, port })
  } catch (error) {
    await app.close()
    throw new ConfigError(whyNot(error, host, port), { cause: error })
  }
}

function whyNot(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `PORT is ${port}, and another program listens there already; stop it or choose another port.`
    case 'EACCES':
      return `PORT is ${port}, which this user may not listen on; choose one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${JSON.stringify(host)}, which is no address of this machine; 0.0.0.0 stands for all of them.`
    default:
      return `PORT ${port} of HOST ${JSON.stringify(host)} cannot be listened on (${String(code ?? error)}).`
  }
}
