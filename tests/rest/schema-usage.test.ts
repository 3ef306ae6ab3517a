import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem, states } from '../setup/content.ts'
import { makeFilled } from '../setup/filled.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const supports = ['drafts', 'revisions', 'scheduling']
const fields = [{ slug: 'title', type: 'string' }]

describe.each(engines)('what a collection holds on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const usageOf = async (slug: string) =>
    dataOf(await service.ask('GET', `/schema/collections/${slug}/usage`)).item

  it('is nothing in a new one', async () => {
    await makeCollection(service, 'empty', { supports, fields })
    expect(await usageOf('empty')).toEqual({
      items: { draft: 0, published: 0, scheduled: 0, trashed: 0 },
      pendingDrafts: 0,
      timed: 0,
      revisions: 0,
      isTranslated: false,
      fields: { title: 0 },
      referredBy: [],
    })
  })

  it('counts items in every state', async () => {
    await makeCollection(service, 'all', { supports, fields })
    for (const state of states) await makeItem(service, 'all', { state })
    const { revisions, ...rest } = await usageOf('all')
    expect(revisions).toBeGreaterThan(0)
    expect(rest).toEqual({
      items: { draft: 2, published: 3, scheduled: 2, trashed: 1 },
      pendingDrafts: 4,
      timed: 3,
      isTranslated: false,
      fields: { title: states.length },
      referredBy: [],
    })
  })

  it.each([
    ['a value in a draft', { draft: 'a' }, 1],
    ['a value that is live alone', { live: 'a' }, 1],
    ['a value that only a pending draft has', { pending: 'a' }, 1],
    ['the same item once', { live: 'a', pending: 'b' }, 1],
    ['the trash', { trashed: 'a' }, 1],
    ['everything', { draft: 'a', live: 'b', pending: 'c', trashed: 'd' }, 3],
    ['empty text as no value', { draft: '', live: '', trashed: '' }, 0],
  ])('counts %s', async (_, placed, expected) => {
    const { collection } = await makeFilled(service, {}, placed)
    expect((await usageOf(collection)).fields).toEqual({ value: expected })
  })

  it.each([
    ['number', 0],
    ['boolean', false],
    ['json', { a: [] }],
    ['datetime', '2026-01-31T09:00:00.000Z'],
    ['portableText', []],
  ])('counts a value of the type %s', async (type, value) => {
    const { collection } = await makeFilled(service, { type }, { draft: value, pending: value })
    expect((await usageOf(collection)).fields).toEqual({ value: 2 })
  })

  it('names who refers to it', async () => {
    await makeCollection(service, 'people', { supports, fields })
    await makeCollection(service, 'texts', {
      supports,
      fields: [{ slug: 'author', type: 'reference', options: { collection: 'people' } }],
    })
    expect((await usageOf('people')).referredBy).toEqual(['texts.author'])
    expect((await usageOf('texts')).referredBy).toEqual([])
  })
})
