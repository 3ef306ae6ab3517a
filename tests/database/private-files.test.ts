import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@octavo/server/platform/database/open'
import { expect, test } from 'vitest'
import { databaseDefaults } from '../setup/databases.ts'

test('only the user of the service can read the embedded database, one of an earlier version too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-private-'))
  const open = (): ReturnType<typeof openDatabase> =>
    openDatabase({ ...databaseDefaults, dataDir, databaseUrl: null })
  const modes = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
    )
  const whileOpen = { 'octavo.db': '600', 'octavo.db-wal': '600', 'octavo.db-shm': '600' }
  const first = await open()
  expect(modes()).toEqual(whileOpen)
  await first.close()
  chmodSync(join(dataDir, 'octavo.db'), 0o644)
  const second = await open()
  expect(modes()).toEqual(whileOpen)
  await second.close()
  rmSync(dataDir, { recursive: true })
})
