import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@octavo/server/platform/database/database'
import type { Migration } from '@octavo/server/platform/database/migration'
import { migrations } from '@octavo/server/platform/database/migrations/registry'
import { openDatabase } from '@octavo/server/platform/database/open'
import { expect, it } from 'vitest'
import { databaseDefaults, withPostgres } from '../setup/databases.ts'
import { engines } from '../setup/service.ts'

const at = migrations.findIndex(({ name }) => name === '016-recent-authentication')

/** Sessions and a passkey as the release before wrote them. */
const release: Migration = {
  name: 'release',
  run: async ({ db }) => {
    await db.run(
      `INSERT INTO users (id, email, role, created_at, updated_at) VALUES ('u', 'a@example.com', 50, '', '')`,
      [],
    )
    const session = `INSERT INTO sessions (id, user_id, hash, address, created_at, last_used_at, expires_at) VALUES (?, 'u', ?, '', ?, ?, ?)`
    const used = '2026-06-30T12:00:00.000Z'
    await db.run(session, ['new', 'h1', '2026-06-20T23:30:00.123Z', used, '2026-07-30T12:00:00.000Z'])
    await db.run(session, ['old', 'h2', '2026-01-01T00:00:00.000Z', used, '2026-07-30T12:00:00.000Z'])
    await db.run(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at) VALUES ('p', 'u', 'c', 'k', 1, '[]', 0, 'Key', '')`,
      [],
    )
  },
}

it.each(engines)('sessions and passkeys of the release before are taken over on %s', async (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-migrations-'))
  const postgres = engine === 'postgres' ? await withPostgres() : null
  const open = (list: readonly Migration[]): Promise<Database> =>
    openDatabase({
      ...databaseDefaults,
      dataDir,
      databaseUrl: postgres?.url ?? null,
      migrations: list,
    })
  const before = [...migrations.slice(0, at), release]
  await (await open(before)).close()
  const database = await open([...before, ...migrations.slice(at)])
  try {
    const { reader } = database
    const columns = 'id, authenticated_at, ends_at, expires_at'
    expect(await reader.rows(`SELECT ${columns} FROM sessions ORDER BY id`, [])).toEqual([
      {
        id: 'new',
        authenticated_at: '2026-06-20T23:30:00.123Z',
        ends_at: '2026-09-18T23:30:00.123Z',
        expires_at: '2026-07-30T12:00:00.000Z',
      },
      {
        id: 'old',
        authenticated_at: '2026-01-01T00:00:00.000Z',
        ends_at: '2026-04-01T00:00:00.000Z',
        expires_at: '2026-04-01T00:00:00.000Z',
      },
    ])
    expect(await reader.rows('SELECT user_verified FROM passkeys', [])).toEqual([{ user_verified: 0 }])
  } finally {
    await database.close()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true })
  }
})
