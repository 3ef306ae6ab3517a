import { removeExpiredPresence } from '@octavo/server/content/presence/expiry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const tab = (name: string): string => `tab-of-${name}`

interface Shown {
  userId: string
  name: string | null
  field: string | null
  itemId: string
}

describe.each(engines)('open editors of an item, on %s', (engine) => {
  let service: TestService
  let ada: { token: string; userId: string }
  let ben: { token: string; userId: string }
  let id: string
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    await makeCollection(service, 'others', { supports: ['drafts'] })
    ada = await service.person(20, ['content:read', 'content:write'])
    ben = await service.person(40, ['content:read', 'content:write'])
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    id = (await makeItem(service, 'posts')).id
  })

  const send = (method: string, token: string, body?: object, query = '') =>
    service.ask(method, `/content/posts/${id}/presence${query}`, { token, ...(body && { body }) })
  const report = async (who: { token: string }, name: string, field: string | null = null) =>
    dataOf(await send('PUT', who.token, { tab: tab(name), field })).items as Shown[]
  const list = async (query = `&itemId=${id}`): Promise<Shown[]> =>
    dataOf(await service.ask('GET', `/presence?collection=posts${query}`)).items

  it('are listed for each other, with the field that has the focus', async () => {
    expect(await report(ada, 'ada')).toEqual([])
    service.clock.forward(1000)
    const [seen] = await report(ben, 'ben', 'title')
    expect(seen).toMatchObject({ userId: ada.userId, field: null, itemId: id })
    expect(seen?.name).toMatch(/^Person \d+$/)
    expect(await report(ada, 'ada')).toMatchObject([{ userId: ben.userId, field: 'title' }])
    await report(ben, 'ben', null)
    expect(await report(ada, 'ada')).toMatchObject([{ userId: ben.userId, field: null }])
    expect((await list()).map(({ userId }) => userId)).toEqual([ada.userId, ben.userId])
    expect(await list('')).toEqual(await list())
  })

  it('are two entries where one person has two', async () => {
    await report(ada, 'ada')
    expect(await report(ada, 'ada-too')).toMatchObject([{ userId: ada.userId }])
  })

  it('are removed at once when they are closed, and within 30 s without a report', async () => {
    await report(ada, 'ada')
    await report(ben, 'ben')
    dataOf(await send('DELETE', ben.token, undefined, `?tab=${tab('ben')}`))
    expect((await list()).map(({ userId }) => userId)).toEqual([ada.userId])
    service.clock.forward(10_000)
    await report(ada, 'ada')
    service.clock.forward(24_000)
    expect(await list()).toHaveLength(1)
    service.clock.forward(2000)
    expect(await list()).toEqual([])
  })

  it('are not listed of a disabled person', async () => {
    const gone = await service.person(20, ['content:read', 'content:write'])
    await report(gone, 'gone')
    dataOf(await service.ask('POST', `/admin/users/${gone.userId}/disable`))
    expect(await list()).toEqual([])
  })

  it('have no expired rows, and none is written for an equal report soon after', async () => {
    const rows = () => rowsOf(service, 'SELECT seen_at FROM presence')
    service.clock.forward(60_000)
    await removeExpiredPresence(service.services)
    expect(await rows()).toEqual([])
    await report(ada, 'ada')
    const before = await rows()
    service.clock.forward(2000)
    await report(ada, 'ada')
    expect(await rows()).toEqual(before)
    service.clock.forward(8000)
    await report(ada, 'ada')
    expect(await rows()).not.toEqual(before)
  })

  it('leave no audit entry and no event', async () => {
    const counts = () =>
      rowsOf(service, 'SELECT (SELECT count(*) FROM audit_log) AS a, (SELECT count(*) FROM events) AS e')
    const before = await counts()
    await report(ada, 'ada', 'title')
    dataOf(await send('DELETE', ada.token, undefined, `?tab=${tab('ada')}`))
    expect(await counts()).toEqual(before)
  })

  it('are bounded for each person', async () => {
    const many = await service.person(20, ['content:read', 'content:write'])
    for (let index = 0; index < 50; index++) await report(many, `many-${index}`)
    expectFailure(await send('PUT', many.token, { tab: tab('more') }), '429 RATE_LIMITED')
    await report(many, 'many-3')
    service.clock.forward(26_000)
    await report(many, 'more')
  })

  it('are bounded for simultaneous requests too', async () => {
    const many = await service.person(20, ['content:read', 'content:write'])
    for (let index = 0; index < 45; index++) await report(many, `many-${index}`)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('PUT', many.token, { tab: tab(`more-${index}`) })),
    )
    const outcomes = answers.map((answer) => outcome(answer))
    expect(outcomes.filter((one) => one === '200')).toHaveLength(5)
    expect(outcomes.filter((one) => one === '429 RATE_LIMITED')).toHaveLength(15)
    const rows = await rowsOf(service, `SELECT tab FROM presence WHERE user_id = '${many.userId}'`)
    expect(rows).toHaveLength(50)
  })

  it('are listed under the collection of the item only, and not in the trash', async () => {
    await report(ada, 'ada')
    const listed = async (query: string) => outcome(await service.ask('GET', `/presence?${query}`))
    expect(await listed(`collection=posts&itemId=${id}`)).toBe('200')
    expect(await listed(`collection=others&itemId=${id}`)).toBe('404 NOT_FOUND')
    expect(await listed('collection=posts&itemId=nothing')).toBe('404 NOT_FOUND')
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    expect(await listed(`collection=posts&itemId=${id}`)).toBe('404 NOT_FOUND')
  })

  it('are closed under the collection of the item only', async () => {
    await report(ada, 'ada')
    const leave = (collection: string) =>
      service.ask('DELETE', `/content/${collection}/${id}/presence?tab=${tab('ada')}`, { token: ada.token })
    expect(outcome(await leave('none'))).toBe('404 NOT_FOUND')
    dataOf(await leave('others'))
    expect(await list()).toHaveLength(1)
    dataOf(await leave('posts'))
    expect(await list()).toEqual([])
    // A report of an item that is gone meanwhile ends as well.
    await report(ada, 'ada')
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await leave('posts'))
    expect((await list('')).filter(({ itemId }) => itemId === id)).toEqual([])
  })

  it.each([
    ['a Subscriber', 10, ['content:read'], 'latest', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['a token that only reads', 40, ['content:read'], 'latest', '403 FORBIDDEN', '200'],
    ['a live token', 40, ['content:read', 'content:write'], 'live', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['a Contributor', 20, ['content:read', 'content:write'], 'latest', '200', '200'],
  ] as const)('answers %s by their rights', async (_, role, scopes, view, reported, listed) => {
    const { token } = await service.person(role, scopes, view)
    expect(outcome(await send('PUT', token, { tab: tab('x') }))).toBe(reported)
    expect(outcome(await service.ask('GET', '/presence?collection=posts', { token }))).toBe(listed)
  })

  it.each([
    ['no tab', {}, '400 VALIDATION_ERROR'],
    ['a short tab', { tab: 'x' }, '400 VALIDATION_ERROR'],
    ['a tab of other signs', { tab: '<script>alert' }, '400 VALIDATION_ERROR'],
    ['a field that is none', { tab: tab('x'), field: 'nothing' }, '404 NOT_FOUND'],
    ['a field that is no text', { tab: tab('x'), field: 3 }, '400 VALIDATION_ERROR'],
    ['something else', { tab: tab('x'), seenAt: '2090-01-01T00:00:00Z' }, '400 VALIDATION_ERROR'],
  ])('refuses %s', async (_, body, expected) => {
    expectFailure(await send('PUT', ada.token, body), expected)
  })

  it('are refused for items that do not exist', async () => {
    const path = (item: string) => `/content/posts/${item}/presence`
    const body = { tab: tab('x') }
    const { id: trashed } = await makeItem(service, 'posts', { state: 'trash' })
    for (const item of ['nothing', trashed])
      expect(outcome(await service.ask('PUT', path(item), { body }))).toBe('404 NOT_FOUND')
    expect(outcome(await service.ask('PUT', `/content/none/${id}/presence`, { body }))).toBe('404 NOT_FOUND')
    expect(outcome(await service.ask('GET', '/presence?collection=none'))).toBe('404 NOT_FOUND')
  })
})
