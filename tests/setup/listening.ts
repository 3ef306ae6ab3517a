import { freePort } from './free-port.ts'
import { type Engine, startService, type TestOptions, type TestService } from './service.ts'

export interface ListeningService extends TestService {
  readonly baseUrl: string
}

/** A service that listens at its public address, for independent clients. */
export async function startListening(engine: Engine, options: TestOptions = {}): Promise<ListeningService> {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const service = await startService(engine, {
    ...options,
    env: { OCTAVO_RATE_LIMIT: 'off', ...options.env, OCTAVO_BASE_URL: baseUrl },
  })
  await service.server.listen({ host: '127.0.0.1', port })
  return { ...service, baseUrl }
}
