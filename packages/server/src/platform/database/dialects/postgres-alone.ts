import pg from 'pg'
import type { DatabaseLimits } from '../../../config.ts'
import { connectionConfig, limitsSql, noLimits } from './postgres-connections.ts'

/** A connection outside of the pool. The caller ends it. */
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
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}

/** Settings of the text that the server sends for real numbers and bytes; a database can have others as its default. */
const textFormats = `SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`

/**
 * Begins a transaction without time limits; `mode` is SQL such as `READ ONLY`. The settings end with the transaction,
 * because a pooler gives the session to others.
 */
export async function beginWithoutLimits(client: pg.Client, mode = ''): Promise<void> {
  await client.query(`BEGIN ${mode}; ${limitsSql('SET LOCAL', noLimits)} ${textFormats}`)
}
