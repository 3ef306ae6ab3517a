import { applyDueSets } from '@octavo/server/changes/change-sets/due'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { allowed } from '../plugins/counted-refusal.ts'

const plugin = new URL('../plugins/counted-refusal.ts', import.meta.url).pathname
const scopes = ['content:read', 'content:write']

describe.each(engines)('entries of change-sets on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off', OCTAVO_PLUGINS: plugin },
    })
    dataOf(await service.ask('POST', '/plugins/counted-refusal/enable', { body: {} }))
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
      { slug: 'code', type: 'string', unique: true },
      { slug: 'shared', type: 'string', translatable: false },
      ...Array.from({ length: 6 }, (_, index) => ({ slug: `f${index}`, type: 'string' })),
    ]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
    const topics = { name: 'topics', label: 'Topics', collections: ['posts'] }
    dataOf(await service.ask('POST', '/taxonomies', { body: topics }), 201)
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body: object, token?: string): Promise<Any> {
    const answer = await service.ask(method, path, { body, ...(token !== undefined && { token }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return (answer.body as Any).data.item
  }
  const post = (data: object, more: object = {}): Promise<Any> =>
    write('POST', '/content/posts', { data, ...more })
  const posts = async (count: number): Promise<string[]> => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) ids.push((await post({ title: `P${index}` })).id)
    return ids
  }
  const newSet = async (): Promise<string> => (await write('POST', '/change-sets', { name: 'Spring' })).id
  const set = async (id: string): Promise<Any> => dataOf(await service.ask('GET', `/change-sets/${id}`)).item
  const apply = (id: string, token?: string) =>
    service.ask('POST', `/change-sets/${id}/apply`, { body: {}, ...(token !== undefined && { token }) })
  const bulk = async (body: object): Promise<Any> =>
    dataOf(await service.ask('POST', '/content/posts/bulk', { body }))
  const item = async (id: string): Promise<Any> =>
    dataOf(await service.ask('GET', `/content/posts/${id}`)).item
  const statuses = async (ids: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (const id of ids) found.push((await item(id)).status)
    return found
  }

  it('with many items are applied as a whole, and name the item that is refused', async () => {
    const ids = await posts(3)
    const id = await newSet()
    await bulk({ ids, action: 'publish', changeSet: id })
    allowed.left = 2
    const refused = await apply(id)
    allowed.left = null
    expectFailure(refused, '409 CONFLICT', 'not this one')
    expect((refused.body as Any).error.details.conflicts).toMatchObject([{ id: ids[2] }])
    expect(await statuses(ids)).toEqual(['draft', 'draft', 'draft'])
    dataOf(await service.ask('DELETE', `/content/posts/${ids[1]}`))
    const { conflicts } = await set(id)
    expect(conflicts.map((one: Any) => one.id)).toEqual([ids[1], ids[1]])
  })

  it('with many items do what they did when they were made, and no more', async () => {
    const ids = await posts(2)
    const id = await newSet()
    allowed.left = 1
    const { done, failed } = await bulk({ ids, action: 'publish', changeSet: id })
    allowed.left = null
    expect({ done, failed }).toEqual({ done: 1, failed: 1 })
    dataOf(await apply(id))
    expect(await statuses(ids)).toEqual(['published', 'draft'])
  })

  it('with many items ask for the rights to each, and merge with what others edit', async () => {
    const author = await service.person(30, scopes)
    const own = await write('POST', '/content/posts', { data: { title: 'Own' } }, author.token)
    const { id: foreign } = await post({ title: 'Foreign' })
    const { _rev } = dataOf(await service.ask('GET', `/content/posts/${foreign}`))
    const id = await newSet()
    const revs = { [foreign]: _rev }
    await bulk({ ids: [own.id, foreign], action: 'update', data: { body: 'B' }, revs, changeSet: id })
    await write('PUT', `/content/posts/${foreign}`, { data: { title: 'Edited' } })
    expectFailure(await apply(id, author.token), '403 FORBIDDEN', 'own items')
    expect((await item(own.id)).data.body).toBeUndefined()
    dataOf(await apply(id))
    expect((await item(foreign)).data).toMatchObject({ title: 'Edited', body: 'B' })
  })

  it('concern the items and terms that their slugs and labels named then', async () => {
    const meant = await post({ title: 'Meant' }, { slug: 'meant' })
    const clay = await write('POST', '/taxonomies/topics/terms', { label: 'Clay' })
    const dust = await write('POST', '/taxonomies/topics/terms', { label: 'Dust' })
    const id = await newSet()
    await bulk({ ids: ['meant'], action: 'update', data: { body: 'B' }, changeSet: id })
    const terms = { topics: ['Clay'] }
    await write('PUT', `/content/posts/${meant.id}`, { terms, changeSet: id })
    await write('PUT', `/content/posts/${meant.id}`, { slug: 'moved' })
    const other = await post({ title: 'Other' }, { slug: 'meant' })
    await write('PUT', `/taxonomies/topics/terms/${clay.slug}`, { label: 'Loam' })
    await write('PUT', `/taxonomies/topics/terms/${dust.slug}`, { label: 'Clay' })
    dataOf(await apply(id))
    expect((await item(other.id)).data.body).toBeUndefined()
    expect((await item(meant.id)).data.body).toBe('B')
    const shown = dataOf(await service.ask('GET', `/content/posts/${meant.id}/terms/topics`)).items
    expect(shown.map((term: Any) => term.id)).toEqual([clay.id])
  })

  it('name the field whose value another item has taken', async () => {
    const { id: one } = await post({ title: 'One' })
    const id = await newSet()
    await write('PUT', `/content/posts/${one}`, { data: { code: 'C1' }, changeSet: id })
    await post({ title: 'Two', code: 'C1' })
    const conflict = { collection: 'posts', id: one, fields: ['code'] }
    expect((await set(id)).conflicts).toMatchObject([conflict])
    const refused = await apply(id)
    expectFailure(refused, '409 CONFLICT', 'code')
    expect((refused.body as Any).error.details.conflicts).toMatchObject([conflict])
  })

  it('are not applied at their time for a token that is over by then', async () => {
    const editor = await service.person(40, scopes)
    const [one = ''] = await posts(1)
    const id = await newSet()
    await write('PUT', `/content/posts/${one}`, { data: { title: 'Later' }, changeSet: id })
    const body = { applyAt: new Date(service.clock.now.getTime() + 3 * hour).toISOString() }
    dataOf(await service.ask('POST', `/change-sets/${id}/schedule`, { body, token: editor.token }))
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE tokens SET expires_at = ? WHERE user_id = ?', [inAnHour(service), editor.userId]),
    )
    service.clock.forward(4 * hour)
    await applyDueSets(service.services, new AbortController().signal)
    expect(await set(id)).toMatchObject({ state: 'open', failure: { message: expect.any(String) } })
    expect((await item(one)).data.title).toBe('P0')
  })

  it('hide no set from the token that makes them', async () => {
    const { token } = await service.person(40, scopes, 'latest', { locales: ['en'] })
    const { id: one } = await post({ title: 'One' }, { status: 'published' })
    await post({ title: 'Eins' }, { status: 'published', locale: 'de', translationOf: one })
    const { id } = await write('POST', '/change-sets', { name: 'Spring' }, token)
    const publish = (data: object) =>
      service.ask('PUT', `/content/posts/${one}`, {
        body: { data, status: 'published', changeSet: id },
        token,
      })
    dataOf(await publish({ body: 'B' }))
    expectFailure(await publish({ shared: 'S' }), '403 FORBIDDEN', 'translations share')
    dataOf(await apply(id, token))
  })

  it('of several sets are read, made and applied at once, in whatever order they name the same items', async () => {
    const ids = await posts(6)
    const sets: string[] = []
    for (let index = 0; index < 6; index++) {
      const id = await newSet()
      sets.push(id)
      const order = [...ids.slice(index), ...ids.slice(0, index)]
      for (const one of index % 2 === 0 ? order : order.toReversed())
        await write('PUT', `/content/posts/${one}`, { data: { [`f${index}`]: 'x' }, changeSet: id })
    }
    const answers = await Promise.all(
      sets.flatMap((id, index) => [
        apply(id),
        service.ask('GET', `/change-sets/${id}`),
        service.ask('GET', `/change-sets/${id}/diff`),
        service.ask('GET', `/content/posts?changeSet=${id}`),
        service.ask('PUT', `/content/posts/${ids[index]}`, { body: { data: { body: 'B' } } }),
      ]),
    )
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    for (const id of sets) expect((await set(id)).state).toBe('applied')
  })

  it('are scheduled by a limited token after a confirmation, as they are applied', async () => {
    const { token } = await service.person(40, scopes, 'latest', { confirmDestructive: true })
    const [one = ''] = await posts(1)
    const id = await newSet()
    dataOf(await service.ask('DELETE', `/content/posts/${one}?changeSet=${id}`))
    const body = { applyAt: inAnHour(service) }
    const asked = await service.ask('POST', `/change-sets/${id}/schedule`, { body, token })
    expectFailure(asked, '409 CONFLICT', 'Nothing was done yet')
    expect((await set(id)).state).toBe('open')
  })
})
