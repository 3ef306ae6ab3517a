import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { hasUsers } from './users/store.ts'

/** how long requests in flight may take to end */
const patience = 30_000

/** Serves until SIGTERM or SIGINT; then lets requests in flight end, and exits 0. */
export async function serve(config: Config, announce: (line: string) => void): Promise<void> {
  const log = createLog(config.logLevel)
  const app = await createApp({ config, log })
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
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
  await app.server.listen({ host: config.host, port: config.port })
  announce(`Octavo is at ${config.baseUrl}/_cms/api (documentation: ${config.baseUrl}/_cms/api/docs)`)
  if (!(await hasUsers(app.services.database))) {
    announce('There is no user yet. Make one: npx octavo user create --email you@example.com --name You --role 50')
  }
}
