import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../setup/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService('sqlite')
})
afterAll(() => service.close())

const read = (name = 'media'): Promise<Buffer | null> =>
  service.services.database.reader.bytes('SELECT CAST(value AS BLOB) AS n FROM counters WHERE name = ?', [
    name,
  ])

const raise = (): Promise<number> =>
  service.services.database.transaction('write', (tx) =>
    tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'media'`, []),
  )

it('runs a statement once in a shared snapshot, and again after a commit', async () => {
  const { database } = service.services
  database.readTogether()
  const [one, other, another] = await Promise.all([read(), read(), read('schema')])
  expect(other).toBe(one)
  expect(another).not.toBe(one)
  const raised = raise()
  database.readTogether()
  const [before] = await Promise.all([read(), raised])
  expect(before?.toString()).toBe(one?.toString())
  const after = await read()
  expect(Number(after?.toString())).toBe(Number(one?.toString()) + 1)
})

it('runs each statement where no snapshot is shared', async () => {
  const [one, other] = await Promise.all([read(), read()])
  expect(other).not.toBe(one)
  expect(other).toEqual(one)
})

it('knows the counters that requests compare as they are committed, here or by another process', async () => {
  const { database, config } = service.services
  const first = Number(await database.accessVersion())
  await database.transaction('write', async (tx) => {
    await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'media'`, [])
    await nextTurn()
    expect(await database.accessVersion()).toBe(first)
  })
  expect(await database.accessVersion()).toBe(first + 1)
  const other = new Sqlite(join(config.dataDir, 'octavo.db'))
  try {
    other.exec(`BEGIN IMMEDIATE; UPDATE counters SET value = value + 1 WHERE name = 'media'`)
    await nextTurn()
    expect(await database.accessVersion()).toBe(first + 1)
    other.exec('COMMIT')
    await nextTurn()
    expect(await database.accessVersion()).toBe(first + 2)
    // They are read once in a turn, also where reads share a snapshot.
    database.readTogether()
    other.exec(`UPDATE counters SET value = value + 1 WHERE name = 'media'`)
    expect(await database.accessVersion()).toBe(first + 2)
    await nextTurn()
    expect(await database.accessVersion()).toBe(first + 3)
  } finally {
    other.close()
  }
})

describe('answers that are kept', () => {
  const inNextTurn = async (): Promise<Buffer | null> => {
    await nextTurn()
    service.services.database.readTogether()
    return read()
  }

  it('are those of further snapshots until something is committed', async () => {
    const one = await inNextTurn()
    expect(await inNextTurn()).toBe(one)
    await raise()
    const other = await inNextTurn()
    expect(Number(other?.toString())).toBe(Number(one?.toString()) + 1)
    expect(await inNextTurn()).toBe(other)
  })

  it('are dropped by a commit of another process', async () => {
    const one = await inNextTurn()
    const process = new Sqlite(join(service.services.config.dataDir, 'octavo.db'))
    process.exec(`UPDATE counters SET value = value + 1 WHERE name = 'media'`)
    process.close()
    const other = await inNextTurn()
    expect(Number(other?.toString())).toBe(Number(one?.toString()) + 1)
  })

  it('are not those of a transaction that was rolled back', async () => {
    const one = await inNextTurn()
    const { database } = service.services
    const failed = database.transaction('write', async (tx) => {
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'media'`, [])
      expect(await inNextTurn()).toEqual(one)
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await inNextTurn()).toEqual(one)
  })
})
