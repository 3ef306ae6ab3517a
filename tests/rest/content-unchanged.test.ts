import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import {
  type FieldInput,
  inAnHour,
  type Made,
  makeCollection,
  makeItem,
  type State,
  stateOf,
} from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const blocks = [{ _type: 'block', _key: 'a', style: 'normal', children: [{ _type: 'span', text: 'One' }] }]

/** a field of each kind of stored value, with a value */
const fields: { slug: string; type: string; given: unknown; validation?: object }[] = [
  { slug: 'title', type: 'string', given: 'Same' },
  { slug: 'body', type: 'text', given: 'Two\nlines' },
  { slug: 'price', type: 'number', given: 1e21 },
  { slug: 'count', type: 'integer', given: 7 },
  { slug: 'isnew', type: 'boolean', given: true },
  { slug: 'day', type: 'datetime', given: '2026-01-02T03:04:05.000Z' },
  { slug: 'tags', type: 'multiSelect', given: ['b', 'a'], validation: { options: ['a', 'b'] } },
  { slug: 'text', type: 'portableText', given: blocks },
  { slug: 'more', type: 'json', given: { b: [1e21, 0.1, -0, null], a: { '2': 'x', '1': {} } } },
  { slug: 'bare', type: 'json', given: 12.5 },
  { slug: 'empty', type: 'string', given: null },
]
const definitionOf = ({ slug, type, validation }: (typeof fields)[number]): FieldInput => ({
  slug,
  type,
  ...(validation !== undefined && { validation }),
})
const data = Object.fromEntries(fields.map(({ slug, given }) => [slug, given]))

const supports = [
  [],
  ['drafts'],
  ['revisions'],
  ['drafts', 'revisions'],
  ['drafts', 'revisions', 'scheduling', 'search'],
]
const nameOf = (names: readonly string[]): string => ['some', ...names].join('_')
const [full = ''] = supports.slice(-1).map(nameOf)

/** The transitions that bring a new draft into a state. */
function stepsTo(state: State): string[] {
  const [status, ...rest] = state.split('+')
  return [
    ...(status === 'published' || rest.includes('draft') ? ['publish'] : []),
    ...(rest.includes('draft') ? ['save'] : []),
    ...(status !== 'published' && rest.includes('draft') ? ['unpublish'] : []),
    ...(rest.includes('time') ? ['schedule'] : []),
  ]
}

describe.each(engines)('a save that changes nothing, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    for (const names of supports)
      await makeCollection(service, nameOf(names), {
        supports: names,
        fields: fields.map(definitionOf),
      })
  })
  afterAll(() => service.close())

  const put = async (collection: string, id: string, body: object): Promise<unknown> => {
    service.clock.forward(1000)
    return dataOf(await service.ask('PUT', `/content/${collection}/${id}`, { body }))
  }

  /** All that a save could leave behind. */
  async function traces(collection: string, id: string): Promise<Record<string, unknown>> {
    const [item, live, history, log] = [
      await service.ask('GET', `/content/${collection}/${id}`),
      await service.ask('GET', `/content/${collection}/${id}?view=live`),
      await service.ask('GET', `/content/${collection}/${id}/revisions`),
      await service.ask('GET', `/admin/audit?targetId=${id}&limit=100`),
    ]
    return {
      item: dataOf(item),
      live: [live.status, live.text],
      history: history.status === 200 ? dataOf(history).items.map(({ id: of }: Made) => of) : history.status,
      log: dataOf(log).items.length,
    }
  }

  const ways: [name: string, collection: string, state: State][] = [
    ...supports.flatMap((names): [string, string, State][] => [
      [names.join('+') || 'nothing', nameOf(names), 'draft'],
      [names.join('+') || 'nothing', nameOf(names), 'published'],
    ]),
    ['drafts', 'some_drafts', 'published+draft'],
    ['drafts+revisions', 'some_drafts_revisions', 'published+draft'],
    ['drafts+revisions', 'some_drafts_revisions', 'draft+draft'],
    ['everything', full, 'scheduled+time'],
    ['everything', full, 'published+draft+time'],
    ['everything', full, 'scheduled+draft+time'],
  ]

  it.each(ways)('leaves no trace where the collection supports %s (%s): %s', async (_, collection, state) => {
    const { id } = await makeItem(service, collection)
    await put(collection, id, {
      data,
      slug: `${state.replaceAll('+', '-')}-${collection.replaceAll('_', '-')}`,
    })
    for (const step of stepsTo(state)) {
      if (step === 'save') await put(collection, id, { data: { title: 'Draft' } })
      else {
        const body = step === 'schedule' ? { scheduledAt: inAnHour(service) } : {}
        dataOf(await service.ask('POST', `/content/${collection}/${id}/${step}`, { body }))
      }
    }
    const before = await traces(collection, id)
    const { item, _rev } = before['item'] as { item: Record<string, unknown>; _rev: string }
    expect(stateOf(item as never)).toBe(state)
    const saves: object[] = [
      {},
      { data: {} },
      { data: item['data'] },
      { data: { ...(item['data'] as object), empty: null } },
      { data: { isnew: 1, day: '2026-01-02T04:04:05+01:00', bare: 12.5 } },
      {
        data: {
          text: [{ children: [{ text: 'One', _type: 'span' }], style: 'normal', _key: 'a', _type: 'block' }],
        },
      },
      { slug: item['slug'] },
      { data: item['data'], slug: item['slug'], _rev },
      ...(item['hasPendingDraft'] === true || item['status'] === 'scheduled'
        ? []
        : [{ data: item['data'], status: item['status'] }]),
    ]
    for (const save of saves) {
      expect([save, await put(collection, id, save)]).toEqual([save, before['item']])
      expect([save, await traces(collection, id)]).toEqual([save, before])
    }
    const args = { collection, id, data: item['data'], slug: item['slug'], _rev }
    expect(await resultOf(service, 'content_update', args)).toMatchObject({ _rev })
    expect(await traces(collection, id)).toEqual(before)
  })

  const others: [name: string, data: object][] = [
    ['a letter', { title: 'same' }],
    ['nothing instead of a value', { count: null }],
    ['a value instead of nothing', { empty: '' }],
    ['another order of a list', { tags: ['a', 'b'] }],
    ['another order of keys', { more: { a: { '2': 'x', '1': {} }, b: [1e21, 0.1, 0, null] } }],
    ['a text instead of a number', { bare: '12.5' }],
    ['a letter of rich text', { text: [{ ...blocks[0], children: [{ _type: 'span', text: 'Oné' }] }] }],
  ]

  it.each(others)('is not one that changes %s', async (_, changed) => {
    const { id } = await makeItem(service, full)
    const before = (await put(full, id, { data })) as { _rev: string }
    const after = (await put(full, id, { data: changed })) as { _rev: string }
    expect(after._rev).not.toBe(before._rev)
    expect(dataOf(await service.ask('GET', `/content/${full}/${id}/revisions`)).total).toBe(3)
  })

  it('does not let a stale _rev pass', async () => {
    const { id } = await makeItem(service, full)
    const stale = { data: { title: 'First' }, _rev: '0.stale' }
    expectFailure(await service.ask('PUT', `/content/${full}/${id}`, { body: stale }), '409 CONFLICT')
  })

  it('publishes where it is asked to', async () => {
    const { id } = await makeItem(service, full, { state: 'published+draft' })
    const { item } = (await put(full, id, { data: { title: 'Second' }, status: 'published' })) as {
      item: unknown
    }
    expect(item).toMatchObject({ data: { title: 'Second' }, hasPendingDraft: false, status: 'published' })
  })
})

describe.each(engines)('what brings a draft back to what is live, on %s', (engine) => {
  let service: TestService
  let collection: string

  beforeAll(async () => {
    service = await startService(engine)
    for (const names of supports)
      await makeCollection(service, nameOf(names), {
        supports: names,
        fields: fields.slice(0, 2).map(definitionOf),
      })
    collection = full
  })
  afterAll(() => service.close())

  interface Revision {
    id: string
    kind: string
    data: object
  }

  const get = async (path: string, of = collection): Promise<Record<string, unknown>> =>
    dataOf(await service.ask('GET', `/content/${of}/${path}`))
  const history = async (id: string): Promise<Revision[]> =>
    (await get(`${id}/revisions`))['items'] as Revision[]
  const live = async (id: string): Promise<Revision> =>
    (await history(id)).find(({ kind }) => kind === 'publish') as Revision
  const restoreOverRest = async (revisionId: string): Promise<unknown> =>
    dataOf(await service.ask('POST', `/revisions/${revisionId}/restore`, { body: {} }))
  const restoreOverMcp = (revisionId: string): Promise<unknown> =>
    resultOf(service, 'revision_restore', { revisionId })

  const ways: [State, string, string, (revisionId: string) => Promise<unknown>][] = (
    [
      ['published', 'published'],
      ['published+draft', 'published'],
      ['published+draft+time', 'published'],
      ['draft+draft', 'draft'],
      ['scheduled+draft+time', 'scheduled+time'],
    ] as const
  ).flatMap(([from, to]): [State, string, string, (revisionId: string) => Promise<unknown>][] => [
    [from, to, 'REST', restoreOverRest],
    [from, to, 'MCP', restoreOverMcp],
  ])

  it.each(ways)('restoring it makes %s to %s, with its revision, over %s', async (from, to, _, restore) => {
    const { id } = await makeItem(service, collection, { state: from })
    const { data: liveData, id: revisionId } = await live(id)
    const before = await history(id)
    const tag = (await service.ask('GET', `/content/${collection}/${id}?view=live`)).headers['etag']
    const { _rev: stale } = await get(id)
    service.clock.forward(1000)
    await restore(revisionId)
    const { item, _rev } = (await get(id)) as { item: { data: object }; _rev: string }
    expect([stateOf(item as never), item.data]).toEqual([to, liveData])
    expect(_rev).not.toBe(stale)
    const [newest, ...rest] = await history(id)
    expect(newest).toMatchObject({ kind: 'save', data: liveData })
    expect(rest).toEqual(before)
    expect((await service.ask('GET', `/content/${collection}/${id}?view=live`)).headers['etag']).toBe(tag)
    if (to === 'published')
      expect(await get(`${id}/compare`)).toMatchObject({ hasChanges: false, draft: null })
    // Nothing of the draft is found any more, and nothing is due.
    service.clock.forward(2 * 3_600_000)
    expect((await service.ask('GET', '/search?q=Second&status=draft')).body.results).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id })]),
    )
  })

  it('restoring what is live makes a revision without drafts, too', async () => {
    const { id } = await makeItem(service, 'some_revisions', { state: 'published' })
    const path = `/content/some_revisions/${id}/revisions`
    const [{ id: revisionId }] = dataOf(await service.ask('GET', path)).items
    await restoreOverRest(revisionId)
    expect(dataOf(await service.ask('GET', path)).items).toMatchObject([
      { kind: 'publish' },
      { kind: 'publish' },
      { kind: 'save' },
    ])
  })

  it.each(['some_drafts', 'some_drafts_revisions'])('a save leaves no pending draft in %s', async (of) => {
    const { id } = await makeItem(service, of, { state: 'published+draft' })
    const body = { data: { title: 'First' } }
    const { item } = dataOf(await service.ask('PUT', `/content/${of}/${id}`, { body }))
    expect(item).toMatchObject({ ...body, hasPendingDraft: false, status: 'published' })
    if (of === 'some_drafts') return
    const { items } = dataOf(await service.ask('GET', `/content/${of}/${id}/revisions`))
    expect(items.map(({ kind }: Revision) => kind)).toEqual(['save', 'save', 'publish', 'save'])
  })

  it('a save does so only where the slug is that of the live version, too', async () => {
    const { id, slug } = await makeItem(service, collection, { state: 'published' })
    const change = async (body: object): Promise<Record<string, unknown>> =>
      dataOf(await service.ask('PUT', `/content/${collection}/${id}`, { body })).item
    expect(await change({ slug: 'elsewhere', data: { title: 'Other' } })).toMatchObject({
      hasPendingDraft: true,
    })
    expect(await change({ data: { title: 'First' } })).toMatchObject({ hasPendingDraft: true })
    expect(await change({ slug })).toMatchObject({ hasPendingDraft: false, slug })
  })

  it('a save does not cancel a schedule', async () => {
    const { id } = await makeItem(service, collection, { state: 'published+draft+time' })
    const body = { data: { title: 'First' } }
    const { item } = dataOf(await service.ask('PUT', `/content/${collection}/${id}`, { body }))
    expect(stateOf(item)).toBe('published+draft+time')
  })

  it('a save that is published at once is a publication', async () => {
    const { id } = await makeItem(service, collection, { state: 'published+draft' })
    const body = { data: { title: 'First' }, status: 'published' }
    const { item } = dataOf(await service.ask('PUT', `/content/${collection}/${id}`, { body }))
    expect(stateOf(item)).toBe('published')
    expect((await history(id))[0]).toMatchObject({ kind: 'publish', data: { title: 'First' } })
  })
})

describe.each(engines)('shared values that stay as they are, on %s', (engine) => {
  it('leave no revision of the other translations', async () => {
    const service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    try {
      await makeCollection(service, 'posts', {
        supports: ['drafts', 'revisions'],
        fields: [
          { slug: 'title', type: 'string' },
          { slug: 'price', type: 'number', translatable: false },
        ],
      })
      const make = async (body: object): Promise<string> =>
        dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.id
      const english = await make({ data: { title: 'One', price: 1 }, status: 'published' })
      const german = await make({
        data: { title: 'Eins' },
        status: 'published',
        locale: 'de',
        translationOf: english,
      })
      const seen = async (): Promise<string> => {
        const [item, revisions] = [
          await service.ask('GET', `/content/posts/${german}`),
          await service.ask('GET', `/content/posts/${german}/revisions`),
        ]
        return item.text + revisions.text
      }
      const before = await seen()
      const save = (values: object): Promise<unknown> =>
        service.ask('PUT', `/content/posts/${english}`, { body: { data: values, status: 'published' } })
      await save({ title: 'Two', price: 1 })
      expect(await seen()).toBe(before)
      await save({ title: 'Two', price: 2 })
      expect(await seen()).not.toBe(before)
    } finally {
      await service.close()
    }
  })
})
