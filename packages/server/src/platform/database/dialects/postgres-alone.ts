import pg from 'pg'
import type { DatabaseLimits } from '../../../config.ts'
import { connectionConfig } from './postgres-connections.ts'

/** A connection without time limits for its statements. */
export async function connectAlone(
  url: string,
  limits: DatabaseLimits,
  types?: pg.CustomTypesConfig,
): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url, limits), ...(types && { types }) })
  // The next query reports the failure of a connection; without a listener the event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET extra_float_digits = 1',
    )
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}
