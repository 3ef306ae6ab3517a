import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem, type State, stateOf, states } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

interface Step {
  method?: 'PUT' | 'DELETE'
  path?: string
  body?: Record<string, unknown>
  /** from each state: the state it leads to, or how it fails */
  leads: Record<State, string>
}

const everywhere = (to: string): Record<State, string> => ({
  ...(Object.fromEntries(states.map((state) => [state, to])) as Record<State, string>),
  trash: '404 NOT_FOUND',
})

const unpublishing: Record<State, string> = {
  draft: 'draft',
  published: 'draft',
  'published+draft': 'draft+draft',
  'scheduled+time': 'draft',
  'published+draft+time': 'draft+draft',
  'draft+draft': 'draft+draft',
  'scheduled+draft+time': 'draft+draft',
  trash: '404 NOT_FOUND',
}

const steps: Record<string, Step> = {
  publish: { path: '/publish', body: {}, leads: everywhere('published') },
  unpublish: { path: '/unpublish', body: {}, leads: unpublishing },
  'undo a publication': { path: '/undo-publication', body: { live: null }, leads: unpublishing },
  schedule: {
    path: '/schedule',
    body: { scheduledAt: 'SOON' },
    leads: {
      draft: 'scheduled+time',
      published: '409 CONFLICT',
      'published+draft': 'published+draft+time',
      'scheduled+time': 'scheduled+time',
      'published+draft+time': 'published+draft+time',
      'draft+draft': 'scheduled+draft+time',
      'scheduled+draft+time': 'scheduled+draft+time',
      trash: '404 NOT_FOUND',
    },
  },
  unschedule: {
    path: '/unschedule',
    body: {},
    leads: {
      draft: 'draft',
      published: 'published',
      'published+draft': 'published+draft',
      'scheduled+time': 'draft',
      'published+draft+time': 'published+draft',
      'draft+draft': 'draft+draft',
      'scheduled+draft+time': 'draft+draft',
      trash: '404 NOT_FOUND',
    },
  },
  'discard the draft': {
    path: '/discard-draft',
    body: {},
    leads: {
      draft: '409 CONFLICT',
      published: 'published',
      'published+draft': 'published',
      'scheduled+time': '409 CONFLICT',
      'published+draft+time': 'published',
      'draft+draft': 'draft',
      'scheduled+draft+time': 'scheduled+time',
      trash: '404 NOT_FOUND',
    },
  },
  restore: { path: '/restore', body: {}, leads: { ...everywhere('404 NOT_FOUND'), trash: 'draft' } },
  'delete permanently': {
    method: 'DELETE',
    path: '/permanent',
    leads: { ...everywhere('404 NOT_FOUND'), trash: 'gone' },
  },
  delete: { method: 'DELETE', leads: everywhere('gone') },
  duplicate: { path: '/duplicate', body: {}, leads: everywhere('draft') },
  'save values': {
    method: 'PUT',
    body: { data: { title: 'Third' } },
    leads: {
      draft: 'draft',
      published: 'published+draft',
      'published+draft': 'published+draft',
      'scheduled+time': 'scheduled+time',
      'published+draft+time': 'published+draft+time',
      'draft+draft': 'draft+draft',
      'scheduled+draft+time': 'scheduled+draft+time',
      trash: '404 NOT_FOUND',
    },
  },
  'save nothing': {
    method: 'PUT',
    body: {},
    leads: {
      ...(Object.fromEntries(states.map((s) => [s, s])) as Record<State, string>),
      trash: '404 NOT_FOUND',
    },
  },
  'save the status published': {
    method: 'PUT',
    body: { status: 'published' },
    leads: everywhere('published'),
  },
  'save the status draft': { method: 'PUT', body: { status: 'draft' }, leads: unpublishing },
  'save values and publish': {
    method: 'PUT',
    body: { data: { title: 'Third' }, status: 'published' },
    leads: everywhere('published'),
  },
  'save values and unpublish': {
    method: 'PUT',
    body: { data: { title: 'Third' }, status: 'draft' },
    leads: { ...unpublishing, published: 'draft+draft' },
  },
}

const cases = Object.entries(steps).flatMap(([name, { leads, ...step }]) =>
  states.map((from) => ({ name, from, to: leads[from], step })),
)

describe.each(engines)('transitions on %s', (engine) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startService(engine)
    for (const [slug, supports] of [
      ['posts', ['drafts', 'revisions', 'scheduling']],
      ['plain', []],
    ] as const) {
      await makeCollection(service, slug, { supports, fields: [{ slug: 'title', type: 'string' }] })
    }
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const post = (path: string, body: unknown = {}): Promise<Answer> =>
    service.ask('POST', `/content/posts/${path}`, { body })

  it.each(cases)('$name: from $from to $to', async ({ from, to, step }) => {
    const { id } = await makeItem(service, 'posts', { state: from })
    const body = step.body?.['scheduledAt'] === undefined ? step.body : { scheduledAt: inAnHour(service) }
    const answer = await service.ask(
      step.method ?? 'POST',
      `/content/posts/${id}${step.path ?? ''}`,
      body === undefined ? {} : { body },
    )
    if (to === 'gone') {
      expect(dataOf(answer)).toEqual({ success: true })
      expectFailure(await service.ask('GET', `/content/posts/${id}`), '404 NOT_FOUND')
      return
    }
    expect(answer.body.data === undefined ? outcome(answer) : stateOf(answer.body.data.item)).toBe(to)
    const after = await service.ask('GET', `/content/posts/${id}`)
    if (answer.status === 200) {
      const { notice: _, ...changed } = answer.body.data
      expect(after.body.data).toEqual(changed)
    }
    const isLive = stateOf(after.body.data?.item ?? { status: 'none', scheduledAt: null }).startsWith(
      'published',
    )
    expect((await service.ask('GET', `/content/posts/${id}`, { token: reader })).status).toBe(
      isLive ? 200 : 404,
    )
  })

  it.each(states.filter((state) => state !== 'trash'))('the trash gives back: %s', async (state) => {
    const { id } = await makeItem(service, 'posts', { state })
    const before = dataOf(await service.ask('GET', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    const { item } = dataOf(await post(`${id}/restore`))
    expect({ ...item, updatedAt: '' }).toEqual({ ...before.item, updatedAt: '' })
  })

  it.each(
    ['published+draft', 'published+draft+time'].flatMap((state) =>
      ['publish', 'unpublish'].map((step) => [state, step] as const),
    ),
  )('an undone publication leaves all as it was: %s, %s', async (state, step) => {
    const { id } = await makeItem(service, 'posts', { state: state as State })
    const path = `/content/posts/${id}`
    const slugs = { live: `live-${id.toLowerCase()}`, draft: `draft-${id.toLowerCase()}` }
    if (state === 'published+draft') {
      dataOf(await service.ask('PUT', path, { body: { slug: slugs.live, status: 'published' } }))
      dataOf(await service.ask('PUT', path, { body: { slug: slugs.draft, data: { title: 'Waits' } } }))
    }
    const views = () =>
      Promise.all(
        ['latest', 'live'].map(async (view) => {
          const { item } = dataOf(await service.ask('GET', `${path}?view=${view}&include=terms`))
          return { ...item, updatedAt: '' }
        }),
      )
    const before = await views()
    const compared = dataOf(await service.ask('GET', `${path}/compare`))
    const live = { data: compared.live, slug: compared.slug.live, terms: compared.terms.live }
    dataOf(await post(`${id}/${step}`))
    expectFailure(
      await post(`${id}/undo-publication`, { live: { ...live, data: { title: 'x', other: 1 } } }),
      '400 VALIDATION_ERROR',
      'other',
    )
    const { scheduledAt } = before[0] as { scheduledAt: string | null }
    dataOf(await post(`${id}/undo-publication`, { live, scheduledAt }))
    expect(await views()).toEqual(before)
  })

  it.each([
    ['nothing', {}, '400 VALIDATION_ERROR', 'live'],
    ['a version without a slug', { live: { data: {} } }, '400 VALIDATION_ERROR', 'live.slug'],
    [
      'an unknown key',
      { live: { data: {}, slug: 'a', status: 'draft' } },
      '400 VALIDATION_ERROR',
      'live.status',
    ],
    ['a reserved slug', { live: { data: {}, slug: 'trash' } }, '400 RESERVED_SLUG', 'trash'],
    ['a bad time', { live: null, scheduledAt: 'soon' }, '400 VALIDATION_ERROR', 'scheduledAt'],
    ['an old _rev', { live: null, _rev: 'old' }, '409 CONFLICT', ''],
  ])('refuses to undo a publication with %s', async (_, body, failure, mentioned) => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    expectFailure(await post(`${id}/undo-publication`, body), failure, mentioned)
    expect(stateOf(dataOf(await service.ask('GET', `/content/posts/${id}`)).item)).toBe('published')
  })

  it('an item whose time passed in the trash comes back as a draft', async () => {
    const alone = await makeItem(service, 'posts', { state: 'scheduled+time' })
    const live = await makeItem(service, 'posts', { state: 'published+draft+time' })
    for (const { id } of [alone, live]) dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    service.clock.forward(2 * hour)
    expect(stateOf(dataOf(await post(`${alone.id}/restore`)).item)).toBe('draft')
    expect(stateOf(dataOf(await post(`${live.id}/restore`)).item)).toBe('published+draft')
  })

  it('publishedAt is the date of the first publication, after unpublishing too', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const first = dataOf(await service.ask('GET', `/content/posts/${id}`)).item.publishedAt
    service.clock.forward(1000)
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: 'Later' } } }))
    expect(dataOf(await post(`${id}/publish`)).item.publishedAt).toBe(first)
    expect(dataOf(await post(`${id}/unpublish`)).item.publishedAt).toBe(first)
    service.clock.forward(1000)
    const drafts = dataOf(await service.ask('GET', '/content/posts?status=draft&orderBy=publishedAt')).items
    expect(drafts[0]).toMatchObject({ id, publishedAt: first })
    expect(dataOf(await post(`${id}/publish`)).item.publishedAt).toBe(first)
  })

  it('publishedAt can be set by editors, on publishing and on changes', async () => {
    const editor = (await service.person(40, ['content:read', 'content:write'])).token
    const author = (await service.person(30, ['content:read', 'content:write'])).token
    const { id } = await makeItem(service, 'posts', { token: author })
    const at = '2015-03-04T05:06:07.000Z'
    const path = `/content/posts/${id}`
    for (const [method, url] of [
      ['PUT', path],
      ['POST', `${path}/publish`],
    ] as const) {
      const set = (publishedAt: string, token: string): Promise<Answer> =>
        service.ask(method, url, { token, body: { publishedAt } })
      expectFailure(await set(at, author), '403 FORBIDDEN', 'role 40 needed')
      const future = new Date(service.clock.now.getTime() + 1000).toISOString()
      expectFailure(
        await set(future, editor),
        '400 VALIDATION_ERROR',
        'publishedAt: must not be in the future',
      )
      expectFailure(await set('yesterday', editor), '400 VALIDATION_ERROR', 'publishedAt')
    }
    const change = async (token: string, body: object): Promise<unknown> =>
      dataOf(await service.ask('PUT', path, { token, body })).item
    const item = await change(editor, { publishedAt: '2015-03-04T06:06:07+01:00' })
    expect(item).toMatchObject({ status: 'draft', publishedAt: at })
    expect(
      dataOf(await service.ask('POST', `${path}/publish`, { token: author, body: {} })).item,
    ).toMatchObject({
      status: 'published',
      publishedAt: at,
    })
    const earlier = '2014-01-01T00:00:00.000Z'
    await change(author, { data: { title: 'Pending' } })
    await change(editor, { publishedAt: earlier })
    const live = dataOf(await service.ask('GET', `${path}?view=live`)).item
    expect(live).toMatchObject({ publishedAt: earlier, updatedAt: service.clock.now.toISOString() })
    expect(live.data.title).not.toBe('Pending')
    const other = await makeItem(service, 'posts')
    const { item: published } = await resultOf(
      service,
      'content_publish',
      { collection: 'posts', id: other.id, publishedAt: earlier },
      { token: editor },
    )
    expect(published).toMatchObject({ status: 'published', publishedAt: earlier })
  })

  it.each([
    ['in the past', '2020-01-01T00:00:00.000Z'],
    ['without a zone', '2999-01-01T00:00:00'],
    ['a day', '2999-01-01'],
    ['no such day', '2999-02-30T00:00:00Z'],
    ['no date', 'tomorrow'],
    ['a number', 32503680000000],
    ['nothing', undefined],
  ])('refuses to schedule: %s', async (_, scheduledAt) => {
    const { id } = await makeItem(service, 'posts')
    expectFailure(await post(`${id}/schedule`, { scheduledAt }), '400 VALIDATION_ERROR', 'scheduledAt')
    expect(stateOf(dataOf(await service.ask('GET', `/content/posts/${id}`)).item)).toBe('draft')
  })

  it('keeps the time of a schedule in UTC', async () => {
    const { id } = await makeItem(service, 'posts')
    const { item } = dataOf(await post(`${id}/schedule`, { scheduledAt: '2999-06-01T12:00:00.1239+02:00' }))
    expect(item.scheduledAt).toBe('2999-06-01T10:00:00.123Z')
  })

  it('refuses to schedule where the collection does not support it', async () => {
    const { id } = await makeItem(service, 'plain')
    const answer = await service.ask('POST', `/content/plain/${id}/schedule`, {
      body: { scheduledAt: inAnHour(service) },
    })
    expectFailure(answer, '400 VALIDATION_ERROR', 'scheduling')
  })

  it.each(['scheduled', 'trashed', 'PUBLISHED', '', null, 1])('refuses the status %s', async (status) => {
    const { id } = await makeItem(service, 'posts')
    expectFailure(
      await service.ask('PUT', `/content/posts/${id}`, { body: { status } }),
      '400 VALIDATION_ERROR',
      'status',
    )
    expectFailure(
      await service.ask('POST', '/content/posts', { body: { status } }),
      '400 VALIDATION_ERROR',
      'status',
    )
  })

  it('creates published at once', async () => {
    const { item } = dataOf(
      await service.ask('POST', '/content/posts', { body: { status: 'published' } }),
      201,
    )
    expect(stateOf(item)).toBe('published')
    expect(item.publishedAt).toBe(service.clock.now.toISOString())
    const { items, total } = dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`))
    expect([items.map((revision: { kind: string }) => revision.kind), total]).toEqual([['publish'], 1])
  })

  it('publishes in the same request as it saves with one revision, wherever the save goes', async () => {
    await makeCollection(service, 'direct', {
      supports: ['revisions'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    for (const collection of ['posts', 'direct']) {
      for (const state of ['draft', 'published'] as const) {
        const { id } = await makeItem(service, collection, { state })
        const path = `/content/${collection}/${id}`
        const before = dataOf(await service.ask('GET', `${path}/revisions`)).total
        dataOf(await service.ask('PUT', path, { body: { data: { title: 'Both' }, status: 'published' } }))
        const { items, total } = dataOf(await service.ask('GET', `${path}/revisions`))
        expect([collection, state, total - before, items[0].kind, items[0].data]).toEqual([
          collection,
          state,
          1,
          'publish',
          { title: 'Both' },
        ])
      }
    }
  })
})
