import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { picture, uploaded } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

describe.each(engines)('counts of what uses media on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'hero', type: 'image' },
        { slug: 'body', type: 'portableText' },
      ],
    })
  })
  afterAll(() => service.close())

  const counts = async (query = 'usage=true') =>
    Object.fromEntries(
      dataOf(await service.ask('GET', `/media?limit=100&${query}`)).items.map(({ id, usage }: Any) => [
        id,
        usage,
      ]),
    )

  it('count each item and each part of the site once, drafts and the trash included', async () => {
    const media = await uploaded(service, { content: await picture() })
    const free = await uploaded(service, { content: await picture() })
    const image = { _type: 'image', id: media.id, url: media.url }
    await make(service, '/content/posts', { data: { hero: { id: media.id }, body: [image] } })
    const { id } = await make(service, '/content/posts', { data: { body: [image] }, status: 'published' })
    await service.ask('DELETE', `/content/posts/${id}`)
    await make(service, '/sections', { slug: 'foot', title: 'Foot', content: [image] })
    expect(await counts()).toEqual({
      [media.id]: { count: 3, countIsCapped: false },
      [free.id]: { count: 0, countIsCapped: false },
    })
    expect(await counts('unused=true&usage=true')).toEqual({
      [free.id]: { count: 0, countIsCapped: false },
    })
    expect(await counts('')).toEqual({ [media.id]: undefined, [free.id]: undefined })
  })

  it('end at a limit', async () => {
    const logo = await uploaded(service, { content: await picture() })
    const link = (count: number) => (tx: { run: (sql: string, values: unknown[]) => Promise<unknown> }) =>
      tx.run(
        `INSERT INTO links (target, source, field, source_type, is_live, is_latest) VALUES ${Array.from(
          { length: count },
          () => '(?, ?, ?, ?, 1, 1)',
        ).join(', ')}`,
        Array.from({ length: count }, (_, index) => [logo.id, `s${index}`, 'hero', 'posts']).flat(),
      )
    await service.services.database.transaction('write', link(limits.countedUses))
    expect((await counts())[logo.id]).toEqual({ count: limits.countedUses, countIsCapped: false })
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `INSERT INTO links (target, source, field, source_type, is_live, is_latest) VALUES (?, 't', 'hero', 'posts', 1, 1)`,
        [logo.storageKey],
      ),
    )
    expect((await counts())[logo.id]).toEqual({ count: limits.countedUses, countIsCapped: true })
  })

  it('are for callers who see all that can use a file', async () => {
    const scopes = ['content:read', 'media:read']
    const live = await service.person(40, scopes, 'live')
    const limited = await service.person(40, scopes, 'latest', { collections: ['posts'] })
    for (const { token } of [live, limited])
      for (const query of ['usage=true', 'unused=true'])
        expectFailure(await service.ask('GET', `/media?${query}`, { token }), '403 FORBIDDEN')
    const editor = await service.person(40, scopes)
    dataOf(await service.ask('GET', '/media?usage=true', { token: editor.token }))
  })
})
