import { openDatabase } from '@octavo/server/platform/database/open'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { databaseDefaults } from '../setup/databases.ts'
import { restoreRelease } from '../setup/release.ts'
import { makeCollection } from '../setup/content.ts'
import { startService } from '../setup/service.ts'

test('a new PostgreSQL database compares all text by bytes', async () => {
  const service = await startService('postgres')
  try {
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    expect(await otherColumns(service.services.config.databaseUrl)).toEqual([])
  } finally {
    await service.close()
  }
})

test('a PostgreSQL database of release 012 does so after its migration', async () => {
  const site = await restoreRelease('release-012', 'postgres')
  try {
    expect(await otherColumns(site.databaseUrl)).toContain('revisions.id')
    await (await openDatabase({ ...databaseDefaults, ...site })).close()
    expect(await otherColumns(site.databaseUrl)).toEqual([])
  } finally {
    await site.remove()
  }
})

/** Text columns with a collation other than "C". Indexes serve comparisons of columns with the same one only. */
async function otherColumns(connectionString: string | null): Promise<string[]> {
  const client = new Client({ connectionString: connectionString ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C' ORDER BY 1`,
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
