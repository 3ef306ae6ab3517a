import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { askToken, personWithSession, send } from '../setup/oauth.ts'
import { patience } from '../setup/patience.ts'
import { startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

let service: TestService
let other: Client

beforeAll(async () => {
  service = await startService('postgres', { env: { OCTAVO_RATE_LIMIT: 'off' } })
  other = new Client({ connectionString: service.services.config.databaseUrl ?? '' })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await service.close()
})

it('a poll that waits for the grant holds no lock on its request, which the end of the grant deletes', async () => {
  const { session } = await personWithSession(service, 40)
  const { body } = await send(service, 'POST', '/_cms/api/oauth/device/code', {
    form: { client_id: 'octavo-cli', scope: 'content:read' },
  })
  const { device_code, user_code } = body
  dataOf(
    await service.ask('POST', '/oauth/device/authorize', {
      token: null,
      headers: session,
      body: { user_code, action: 'approve' },
    }),
  )
  await other.query('BEGIN')
  await other.query('SELECT id FROM oauth_grants FOR UPDATE')
  const polled = askToken(service, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'octavo-cli',
    device_code,
  })
  try {
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%oauth_grants%'`
    // Asked elsewhere than in the transaction, which would see the same list each time.
    await vi.waitFor(async () => expect(await rowsOf(service, waiting)).toHaveLength(1), {
      timeout: patience,
      interval: 20,
    })
    const free = 'SELECT hash FROM device_codes FOR UPDATE SKIP LOCKED'
    expect((await other.query(free)).rows).toHaveLength(1)
  } finally {
    await other.query('COMMIT')
  }
  const tokens = await polled
  expect(tokens.status, tokens.text).toBe(200)
})
