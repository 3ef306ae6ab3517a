import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reader } from '@octavo/server/platform/database/database'
import { engines, startService, type TestService } from '../setup/service.ts'

const textOf = (sql: string): string => `SELECT CAST(? AS TEXT) || ${sql} AS body`

describe.each(engines)('answers as bytes on %s', (engine) => {
  let service: TestService
  let reader: Reader
  beforeAll(async () => {
    service = await startService(engine)
    reader = service.services.database.reader
  })
  afterAll(() => service.close())

  const read = async (text: string): Promise<string | undefined> =>
    (await reader.quickBytes(textOf(`' ö'`), [text]))?.toString()

  it('are null without a row and for NULL', async () => {
    for (const how of ['bytes', 'quickBytes'] as const) {
      expect(await reader[how](`${textOf(`''`)} WHERE 1 = 0`, ['x'])).toBeNull()
      expect(await reader[how]('SELECT CAST(? AS TEXT) AS body', [null])).toBeNull()
      expect(await reader[how]('SELECT CAST(? AS TEXT) AS body', [''])).toEqual(Buffer.alloc(0))
    }
  })

  it('reach each of those who ask at once', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => 'a'.repeat(index * index))
    expect(await Promise.all(texts.map(read))).toEqual(texts.map((text) => `${text} ö`))
  })

  it('are shared by those who ask the same at once', async () => {
    service.services.database.readTogether()
    const same = await Promise.all([1, 2, 3].map(() => reader.quickBytes(textOf(`''`), ['one'])))
    expect(new Set(same).size).toBe(1)
    const other = await reader.quickBytes(textOf(`''`), ['other'])
    expect(other?.toString()).toBe('other')
  })

  it('that fail do so for those alone who have asked for them', async () => {
    // A number that no engine takes makes the statement fail when it runs.
    const failing = 'SELECT CAST(abs(CAST(? AS BIGINT) - 9223372036854775807 - 1) AS TEXT) AS body'
    const asked = Array.from({ length: 20 }, (_, index) =>
      index % 5 === 3 ? reader.quickBytes(failing, [0]) : reader.quickBytes(textOf(`''`), [`${index}`]),
    )
    const outcomes = await Promise.allSettled(asked)
    for (const [index, outcome] of outcomes.entries()) {
      if (index % 5 === 3) expect(outcome.status, `${index}`).toBe('rejected')
      else expect(outcome, `${index}`).toMatchObject({ status: 'fulfilled', value: Buffer.from(`${index}`) })
    }
    expect(await read('after it')).toBe('after it ö')
  })

  it('come in a transaction that goes on after one has failed', async () => {
    const { database } = service.services
    const sql = textOf(`' of a statement that no other test has'`)
    const attempt = (): Promise<string | undefined> =>
      database.transaction('write', async (tx) => {
        await tx.bytes(sql, ['prepared'])
        await tx.bytes('SELECT CAST(abs(CAST(? AS BIGINT) - 9223372036854775807 - 1) AS TEXT) AS body', [0])
        return 'never'
      })
    // Each time on the same connection, which knows the statement already.
    for (let turn = 0; turn < 3; turn++) await expect(attempt()).rejects.toThrow(/out of range|overflow/)
    const answer = await database.transaction('write', (tx) => tx.bytes(sql, ['again']))
    expect(answer?.toString()).toBe('again of a statement that no other test has')
  })

  it.runIf(engine === 'postgres')('are asked for in few messages', async () => {
    await read('the connection is there')
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await Promise.all(Array.from({ length: 16 }, (_, index) => read(`${index}`)))
      expect(spy.mock.calls.length).toBeLessThan(6)
    } finally {
      spy.mockRestore()
    }
  })
})
