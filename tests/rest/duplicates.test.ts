import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

type Naming = Record<string, unknown>

const names: [what: string, field: Naming, value: unknown, copied: unknown[]][] = [
  ['string', { type: 'string' }, 'Tea', ['Tea (Copy)', 'Tea (Copy)']],
  ['unique string', { type: 'string', unique: true }, 'Tea', ['Tea (Copy)', 'Tea (Copy 2)']],
  ['short string', { type: 'string', validation: { maxLength: 9 } }, 'Camomile', ['Ca (Copy)', 'Ca (Copy)']],
  ['string too short for a suffix', { type: 'string', validation: { maxLength: 3 } }, 'Tea', ['Tea', 'Tea']],
  [
    'string of a pattern',
    { type: 'string', validation: { pattern: '^[A-Z][a-z]+$' } },
    'Tea',
    ['Tea', 'Tea'],
  ],
  ['select', { type: 'select', validation: { options: ['a', 'b'] } }, 'a', ['a', 'a']],
  ['datetime', { type: 'datetime' }, '2024-01-01T00:00:00.000Z', Array(2).fill('2024-01-01T00:00:00.000Z')],
  ['slug', { type: 'slug' }, 'xx', ['xx', 'xx']],
]

describe.each(engines)('copies of items on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it.each(names)('that are named by a %s hold what could be saved', async (_, field, value, copied) => {
    const collection = `c${Math.random().toString(36).slice(2, 10)}`
    await makeCollection(service, collection, {
      supports: [],
      fields: [{ slug: 'title', ...field } as never],
    })
    const path = `/content/${collection}`
    const { id } = dataOf(await service.ask('POST', path, { body: { data: { title: value } } }), 201).item
    for (const expected of copied) {
      const { item } = dataOf(await service.ask('POST', `${path}/${id}/duplicate`, { body: {} }), 201)
      expect(item.data.title).toBe(expected)
      dataOf(await service.ask('PUT', `${path}/${item.id}`, { body: { data: item.data } }))
    }
  })

  it('are not made of another version than the caller has seen', async () => {
    await makeCollection(service, 'versions', { supports: [], fields: [] })
    const { id } = dataOf(await service.ask('POST', '/content/versions', { body: {} }), 201).item
    const headers = { 'if-match': '"nope"' }
    const answer = await service.ask('POST', `/content/versions/${id}/duplicate`, { body: {}, headers })
    expectFailure(answer, '412 PRECONDITION_FAILED')
  })
})
