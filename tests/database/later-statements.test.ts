import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Transaction } from '@octavo/server/platform/database/database'
import { attempted } from '@octavo/server/platform/database/savepoints'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const insert = 'INSERT INTO settings (name, value) VALUES (?, ?)'
const namesSql = `SELECT name FROM settings WHERE name LIKE 'later-%' ORDER BY name`

describe.each(engines)('statements for later on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await service.close()
  })

  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    service.services.database.transaction('write', work)
  const names = async (db: Pick<Transaction, 'rows'> = service.services.database.reader): Promise<string[]> =>
    (await db.rows<{ name: string }>(namesSql, [])).map(({ name }) => name)

  it.each([1, 2, 9])('are all there after the commit, and to what looks before it: %s', async (count) => {
    const made = Array.from({ length: count }, (_, index) => `later-${count}-${index}`)
    const seen = await transaction(async (tx) => {
      for (const name of made) await tx.runLater(insert, [name, '"x"'])
      expect(tx.hasChanged).toBe(true)
      return names(tx)
    })
    expect(seen).toEqual(made)
    expect(await names()).toEqual(made)
    await transaction((tx) => tx.run(`DELETE FROM settings WHERE name LIKE 'later-%'`, []))
  })

  it('go together with a read of other rows', async () => {
    const read = await transaction(async (tx) => {
      await tx.runLater(insert, ['later-read', '1'])
      await tx.runLater(insert, ['later-too', '2'])
      return tx.bytes(`SELECT 'answer ' || CAST(? AS TEXT) AS body`, ['here'])
    })
    expect(read?.toString()).toBe('answer here')
    expect(await names()).toEqual(['later-read', 'later-too'])
    await transaction((tx) => tx.run(`DELETE FROM settings WHERE name LIKE 'later-%'`, []))
  })

  it('change a row that they change twice in their order', async () => {
    const upsert = `${insert} ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    const erase = 'DELETE FROM settings WHERE name = ?'
    await transaction(async (tx) => {
      for (const value of ['1', '2', '3']) await tx.runLater(upsert, ['later-twice', value])
      await tx.runLater(insert, ['later-gone', '1'])
      await tx.runLater(erase, ['later-gone'])
    })
    const sql = `SELECT name, value FROM settings WHERE name LIKE 'later-%'`
    expect(await service.services.database.reader.rows(sql, [])).toEqual([
      { name: 'later-twice', value: '3' },
    ])
    await transaction((tx) => tx.run(erase, ['later-twice']))
  })

  it('take the whole transaction back where one of them fails', async () => {
    const failing = transaction(async (tx) => {
      await tx.run(insert, ['later-first', '1'])
      await tx.runLater(insert, ['later-second', '1'])
      await tx.runLater(insert, ['later-first', '2'])
    })
    await expect(failing).rejects.toThrow(/unique/i)
    expect(await names()).toEqual([])
  })

  it('are taken back with the part of a transaction that they are in', async () => {
    const refusal = new Error('refused')
    await transaction(async (tx) => {
      await tx.runLater(insert, ['later-kept', '1'])
      const isRefusal = (error: unknown): error is Error => error === refusal
      await attempted(
        tx,
        async () => {
          await tx.runLater(insert, ['later-dropped', '1'])
          throw refusal
        },
        isRefusal,
      )
    })
    expect(await names()).toEqual(['later-kept'])
  })
})

describe('round trips of a write on PostgreSQL', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startService('postgres')
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(async () => {
    await service.close()
  })

  /** The statements of the first transaction, on its connection. */
  async function roundTrips(work: () => Promise<unknown>): Promise<string[]> {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      const sent = (spy.mock.calls as unknown as [string | { text: string }][]).map(([query], index) => ({
        text: typeof query === 'string' ? query : query.text,
        client: spy.mock.contexts[index],
      }))
      const begin = sent.find(({ text }) => text.startsWith('BEGIN'))
      const texts = sent.filter(({ client }) => client === begin?.client).map(({ text }) => text)
      const start = texts.indexOf(begin?.text ?? '')
      return texts.slice(start, texts.indexOf('COMMIT', start) + 1)
    } finally {
      spy.mockRestore()
    }
  }

  it('are five to create an item, and six to update one', async () => {
    const create = (title: string) => service.ask('POST', '/content/posts', { body: { data: { title } } })
    const { id } = dataOf(await create('First'), 201).item
    expect(await roundTrips(() => create('Second'))).toHaveLength(5)
    const body = { data: { title: 'Changed' } }
    const update = await roundTrips(async () =>
      dataOf(await service.ask('PUT', `/content/posts/${id}`, { body })),
    )
    expect(update).toHaveLength(6)
  })
})
