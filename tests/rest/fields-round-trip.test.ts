// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { arbitraryData, expectedData, fieldsOfAllTypes, sentData } from '../setup/field-values.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('arbitrary data on %s', (engine) => {
  let service: TestService
  const targets: string[] = []

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'targets', { supports: [] })
    for (let count = 0; count < 3; count++) {
      targets.push(dataOf(await service.ask('POST', '/content/targets', { body: {} }), 201).item.id)
    }
    await makeCollection(service, 'round', { supports: ['drafts', 'revisions'], fields: fieldsOfAllTypes })
  })
  afterAll(() => service.close())

  const read = (rest: string): Promise<Answer> => service.ask('GET', `/content/round${rest}`)
  /** The data as it stands in the bytes, in its order. */
  const expectData = (found: unknown, expected: Record<string, unknown>): void => {
    expect(found).toStrictEqual(expected)
    expect(Object.keys(found as object)).toEqual(Object.keys(expected))
    expect(JSON.stringify((found as { a_json?: unknown }).a_json)).toBe(JSON.stringify(expected['a_json']))
  }

  it('comes back as it was sent: from the item, the list, the history and the draft', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryData(targets), arbitraryData(targets), async (first, second) => {
        const live = expectedData(first)
        const made = await service.ask('POST', '/content/round', {
          body: { data: sentData(first), status: 'published' },
        })
        const { item } = dataOf(made, 201)
        expectData(item.data, live)
        expectData(dataOf(await read(`/${item.id}`)).item.data, live)

        const draft = expectedData({ ...first, ...second })
        const saved = await service.ask('PUT', `/content/round/${item.id}`, {
          body: { data: sentData(second) },
        })
        expectData(dataOf(saved).item.data, draft)
        expectData(dataOf(await read(`/${item.id}?view=live`)).item.data, live)
        const [listed] = dataOf(await read('?limit=1&orderBy=createdAt')).items
        expect(listed.id).toBe(item.id)
        expectData(listed.data, draft)
        const [listedLive] = dataOf(await read('?limit=1&orderBy=createdAt&view=live')).items
        expectData(listedLive.data, live)

        const history = dataOf(await read(`/${item.id}/revisions`)).items
        expectData(history.at(-1).data, live)
        const compared = dataOf(await read(`/${item.id}/compare`))
        expectData(compared.live, live)
        if (Object.keys(second).length > 0) {
          expectData(history[0].data, draft)
          expectData(compared.draft, draft)
        }
        dataOf(await service.ask('POST', `/content/round/${item.id}/publish`, { body: {} }))
        const published = await read(`/${item.id}?view=live`)
        expectData(dataOf(published).item.data, draft)
        const restored = await service.ask('POST', `/revisions/${history.at(-1).id}/restore`, { body: {} })
        expectData(dataOf(restored).item.data, live)
      }),
      { numRuns: 60 },
    )
  })

  it('comes back whole from pages of many items', async () => {
    const made = new Map<string, Record<string, unknown>>()
    const samples = fc.sample(arbitraryData(targets), 60)
    for (const sample of samples) {
      const { item } = dataOf(
        await service.ask('POST', '/content/round', { body: { data: sentData(sample) } }),
        201,
      )
      made.set(item.id, expectedData(sample))
    }
    for (let path = '?limit=25&status=draft'; ;) {
      const { items, nextCursor } = dataOf(await read(path))
      for (const { id, data } of items) {
        if (!made.has(id)) continue
        expectData(data, made.get(id) ?? {})
        made.delete(id)
      }
      if (nextCursor === undefined) break
      path = `?limit=25&status=draft&cursor=${encodeURIComponent(nextCursor)}`
    }
    expect([...made.keys()]).toEqual([])
  })
})
