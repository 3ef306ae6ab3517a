import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { inAnHour, makeCollection, makeItem, type Made } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

describe.each(engines)('changes that visitors do not see, on %s', (engine) => {
  let service: TestService
  let subscriber: string
  let clay: string
  let wood: string

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [
      { slug: 'title', type: 'string', searchable: true },
      { slug: 'rank', type: 'integer' },
    ]
    const supports = ['drafts', 'revisions', 'scheduling', 'search']
    await makeCollection(service, 'posts', { supports, fields })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    clay = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    wood = (await make(service, '/taxonomies/topics/terms', { label: 'Wood' })).id
    subscriber = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const write = async (method: string, path: string, body: object = {}): Promise<void> => {
    service.clock.forward(1000)
    dataOf(await service.ask(method, `/content/posts${path}`, { body }))
  }

  /** All that a Subscriber can read of items, tags included. */
  async function seen({ id, slug }: Made): Promise<unknown> {
    const paths = [
      `/content/posts/${id}`,
      `/content/posts/${slug}`,
      `/content/posts/${id}?view=latest`,
      `/content/posts/${id}?include=terms`,
      `/content/posts/${id}/terms/topics`,
      '/taxonomies/topics/terms',
      '/content/posts?orderBy=updatedAt&limit=1',
      '/content/posts?orderBy=scheduledAt&limit=1',
      `/content/posts/${id}/revisions`,
      `/content/posts/${id}/translations`,
      '/search?q=First',
      '/search/suggest?q=Fir',
    ]
    const answers: Answer[] = []
    for (const path of paths) answers.push(await service.ask('GET', path, { token: subscriber }))
    const overMcp = await resultOf(service, 'content_get', { collection: 'posts', id }, { token: subscriber })
    return [overMcp, ...answers.map(({ status, text, headers }) => [status, text, headers['etag']])]
  }

  it('change nothing that a Subscriber can read', async () => {
    await makeItem(service, 'posts', { state: 'published', slug: 'other' })
    const item = await makeItem(service, 'posts', { state: 'published', slug: 'seen' })
    await write('PUT', `/${item.id}`, { terms: { topics: [clay] }, status: 'published' })
    const before = await seen(item)
    const at = `/${item.id}`
    const revisionId = dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`)).items[0].id
    const hidden: [string, () => Promise<void>][] = [
      ['save', () => write('PUT', at, { data: { title: 'Second' } })],
      ['terms', () => write('POST', `${at}/terms/topics`, { termIds: [wood] })],
      ['save again', () => write('PUT', at, { data: { rank: 2 }, slug: 'hidden' })],
      ['schedule', () => write('POST', `${at}/schedule`, { scheduledAt: inAnHour(service) })],
      ['unschedule', () => write('POST', `${at}/unschedule`)],
      ['discard', () => write('POST', `${at}/discard-draft`)],
      [
        'restore a revision',
        async () => void dataOf(await service.ask('POST', `/revisions/${revisionId}/restore`, { body: {} })),
      ],
    ]
    for (const [name, change] of hidden) {
      await change()
      expect([name, await seen(item)]).toEqual([name, before])
    }
  })

  it('leave a live tag that another change of what visitors see replaces', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft', slug: 'replaced' })
    const tags = new Set<string | undefined>()
    const addTag = async (): Promise<void> => {
      const answer = await service.ask('GET', `/content/posts/${id}`, { token: subscriber })
      expect(answer.status).toBe(200)
      tags.add(answer.headers['etag'])
    }
    await addTag()
    await write('POST', `/${id}/publish`)
    await addTag()
    await write('POST', `/${id}/unpublish`)
    await write('POST', `/${id}/publish`)
    await addTag()
    await write('PUT', `/${id}`, { data: { title: 'Third' }, status: 'published' })
    await addTag()
    expect(tags.size).toBe(4)
  })

  it('make the live `_rev` stale for a change', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published', slug: 'stale' })
    const rev = dataOf(await service.ask('GET', `/content/posts/${id}?view=live`))._rev
    await write('PUT', `/${id}`, { data: { rank: 1 }, _rev: rev })
    const stale = { data: { rank: 2 }, _rev: rev }
    expectFailure(await service.ask('PUT', `/content/posts/${id}`, { body: stale }), '409 CONFLICT')
  })
})
