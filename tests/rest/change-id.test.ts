import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('the id of a change on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'code', type: 'string', translatable: false },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  it('is in the answer of a write that changed something, and by nothing else', async () => {
    const made = await service.ask('POST', '/content/posts', { body: { data: { title: 'One' } } })
    const { id } = dataOf(made, 201).item
    const first = made.headers['x-octavo-change-id']
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const same = await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: 'One' } } })
    expect(same.headers['x-octavo-change-id']).toBeUndefined()
    const read = await service.ask('GET', `/content/posts/${id}`)
    expect(read.headers['x-octavo-change-id']).toBeUndefined()
    const entries = dataOf(await service.ask('GET', `/admin/audit?targetId=${id}`)).items
    expect(entries.map((entry: { id: string }) => entry.id)).toEqual([first])
  })

  it('is what the ids of all entries of a transaction begin with', async () => {
    const title = { title: 'Two' }
    const made = await service.ask('POST', '/content/posts', { body: { data: title, locale: 'en' } })
    const { id } = dataOf(made, 201).item
    const translation = { data: title, locale: 'de', translationOf: id }
    const { id: other } = dataOf(await service.ask('POST', '/content/posts', { body: translation }), 201).item
    const saved = await service.ask('PUT', `/content/posts/${id}`, { body: { data: { code: 'x' } } })
    const change = saved.headers['x-octavo-change-id']
    const ofEach = await Promise.all(
      [id, other].map(
        async (target) => dataOf(await service.ask('GET', `/admin/audit?targetId=${target}`)).items[0],
      ),
    )
    expect(ofEach.map((entry) => entry.id.slice(0, 26))).toEqual([change, change])
    expect(new Set(ofEach.map((entry) => entry.id)).size).toBe(2)
    expect(ofEach[0].at).toBe(ofEach[1].at)
  })
})
