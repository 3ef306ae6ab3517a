import { operations } from '@octavo/contract/operations/registry'
import { type Caller, serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import type { Encoded } from '@octavo/server/platform/encoded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import { picture, uploaded } from '../setup/media.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('ETags after changes of something else on %s', (engine) => {
  let service: TestService
  let live: string
  let limited: string
  let image: string

  const get = (path: string, token: string | null, tag?: string): Promise<Answer> =>
    service.ask('GET', path, { token, headers: tag === undefined ? {} : { 'if-none-match': tag } })
  const tagOf = ({ headers }: Answer): string => headers['etag'] ?? ''

  async function publish(data: object, more: object = {}): Promise<{ id: string; slug: string }> {
    const body = { data, status: 'published', ...more }
    return dataOf(await service.ask('POST', '/content/posts', { body }), 201).item
  }

  async function remove(id: string): Promise<void> {
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
  }

  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT_PUBLIC: '100000' },
    })
    for (const slug of ['posts', 'secrets'])
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions'],
        fields: [
          { slug: 'title', type: 'string' },
          { slug: 'image', type: 'image' },
        ],
      })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { publicRead: true } }))
    for (const [name, collection] of [
      ['topics', 'posts'],
      ['plans', 'secrets'],
    ])
      await make(service, '/taxonomies', { name, label: name, collections: [collection] })
    image = (await uploaded(service, { filename: 'a.png', content: await picture() })).id
    const scopes = ['content:read', 'media:read']
    live = (await service.person(50, scopes, 'live')).token
    limited = (await service.person(50, scopes, 'live', { collections: ['posts'] })).token
  })
  afterAll(() => service.close())

  it('change with `translationOf`, when the item that was translated is gone', async () => {
    const source = await publish({ title: 'source' })
    const translation = await publish({ title: 'Quelle' }, { locale: 'de', translationOf: source.id })
    dataOf(await service.ask('DELETE', `/content/posts/${source.id}`))
    const lists = ['/content/posts?locale=de', `/content/posts?ids=${translation.id}`]
    const before = await Promise.all(lists.map((list) => get(list, live)))
    await awaitEvents(service)
    const after = dataOf(await service.ask('GET', '/events?limit=1000')).nextCursor
    dataOf(await service.ask('DELETE', `/content/posts/${source.id}/permanent`))
    for (const [index, list] of lists.entries()) {
      expect(before[index]?.text).toContain(`"translationOf":"${source.id}"`)
      const now = await get(list, live, tagOf(before[index] as Answer))
      expect(now.status, list).toBe(200)
      expect(now.text).not.toContain(`"translationOf":"${source.id}"`)
    }
    await awaitEvents(service)
    const { items } = dataOf(await service.ask('GET', `/events?after=${after}`))
    const types = items.map(({ type, itemId }: { type: string; itemId: string }) => [type, itemId])
    expect(types).toContainEqual(['content.updated', translation.id])
    expect(types).toContainEqual(['content.permanentlyDeleted', source.id])
  })

  it('change with the item that a slug leads to', async () => {
    const first = await publish({ title: 'one' }, { slug: 'same' })
    const known = await get('/content/posts/same', live)
    await remove(first.id)
    const second = await publish({ title: 'two' }, { slug: 'same' })
    const now = await get('/content/posts/same', live, tagOf(known))
    expect(now.status).toBe(200)
    expect(dataOf(now).item.id).toBe(second.id)
    expect((await get('/content/posts/same', live, tagOf(now))).status).toBe(304)
    const put = await service.ask('PUT', '/content/posts/same', {
      body: { data: { title: 'three' } },
      headers: { 'if-match': tagOf(await get('/content/posts/same', null)) },
    })
    expect(put.status).toBe(200)
  })

  it('change with the translation that takes the place of its fallback', async () => {
    const source = await publish({ title: 'gap' }, { slug: 'gap' })
    const path = '/content/posts/gap?locale=de&fallback=en'
    const known = await get(path, live)
    await publish({ title: 'gefüllt' }, { locale: 'de', slug: 'gap', translationOf: source.id })
    const now = await get(path, live, tagOf(known))
    expect(now.status).toBe(200)
    expect(now.text).toContain('gefüllt')
  })

  it('change with the media that a list shows, though the process knows the media', async () => {
    await publish({ title: 'shown', image: { id: image } })
    await get('/content/posts', live)
    const caller: Caller = { ...serviceCaller('cli'), interface: 'rest' }
    const list = async (): Promise<Encoded> => {
      const input = { collection: 'posts', view: 'live' }
      return (await invoke(service.services, {
        operation: operations.content.list,
        caller,
        input,
      })) as Encoded
    }
    const before = await list()
    // As another process does between the begin of a request and its answer.
    const input = { id: image, alt: 'other text' }
    await invoke(service.services, { operation: operations.media.update, caller, input })
    const now = await list()
    expect(now.delivery.tag).not.toBe(before.delivery.tag)
    expect(now.data.toString()).toContain('other text')
  })

  it('follow all media for editors, because a draft that is just being saved can show them', async () => {
    const path = '/content/posts?limit=1&orderBy=title'
    const before = tagOf(await get(path, service.token))
    const unused = (await uploaded(service, { filename: 'b.png', content: await picture() })).id
    dataOf(await service.ask('PUT', `/media/${unused}`, { body: { alt: 'changed' } }))
    expect(tagOf(await get(path, service.token))).not.toBe(before)
  })

  it('do not follow taxonomies of collections that the caller cannot see', async () => {
    const path = '/content/posts?include=terms'
    const filtered = '/content/posts?where[terms.topics]=clay'
    const all = async (): Promise<string[]> => {
      const answers = [path, filtered].flatMap((one) => [null, limited].map((token) => get(one, token)))
      return (await Promise.all(answers)).map(tagOf)
    }
    const before = await all()
    await make(service, '/taxonomies/plans/terms', { label: 'Secret plan' })
    dataOf(await service.ask('PUT', '/taxonomies/plans/terms/secret-plan', { body: { label: 'Other' } }))
    expect(await all()).toEqual(before)
    await make(service, '/taxonomies/topics/terms', { label: 'Clay' })
    const after = await all()
    for (const [index, tag] of before.entries()) expect(after[index]).not.toBe(tag)
    dataOf(await service.ask('DELETE', '/taxonomies/topics?force=true'))
    expect((await get(path, null, after[0])).status).toBe(200)
  })

  it('name terms, and no other values of a filter, in Cache-Tag', async () => {
    await make(service, '/taxonomies', { name: 'colours', label: 'Colours', collections: ['posts'] })
    const term = (await make(service, '/taxonomies/colours/terms', { label: 'Blue' })).id
    const tags = async (query: string): Promise<string[]> =>
      ((await get(`/content/posts?limit=1&${query}`, live)).headers['cache-tag'] ?? '').split(',')
    expect(await tags('where[terms.colours]=blue')).toContain(`t-${term}`)
    expect(await tags('where[terms.colours][exists]=false')).not.toContain('t-false')
  })
})
