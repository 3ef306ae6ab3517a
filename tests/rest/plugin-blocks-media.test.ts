import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const modulePath = new URL('../plugins/strict-blocks.ts', import.meta.url).pathname

/** Answers add members to references that the block type of a plugin does not know. */
describe.each(engines)('media in strict blocks of plugins on %s', (engine) => {
  let service: TestService
  let picture: { id: string; url: string }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    dataOf(await service.ask('POST', '/plugins/strict-blocks/enable', { body: {} }))
    const fields = [{ slug: 'body', type: 'portableText' }]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    const facts = { mimeType: 'image/png', size: 5, width: 40, height: 30, alt: 'First' }
    const body = { filename: 'a.png', storageKey: 'a.png', ...facts }
    picture = dataOf(await service.ask('POST', '/media', { body }), 201).item
  })
  afterAll(() => service.close())

  const blocks = () => {
    const { id } = picture
    return [
      { _type: 'hero', _key: 'a', picture: { id }, others: [{ id, alt: 'Own' }, { id: 'elsewhere' }] },
      { _type: 'columns', _key: 'b', columns: [{ blocks: [{ _type: 'poster', id, layout: 'wide' }] }] },
    ]
  }

  it('can be sent back as they were read', async () => {
    const body = { data: { body: blocks() }, status: 'published' }
    const { item, _rev } = dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    expect(item.data.body).toMatchObject([
      { picture: { url: picture.url, alt: 'First' }, others: [{ url: picture.url, alt: 'Own' }, {}] },
      { columns: [{ blocks: [{ url: picture.url, layout: 'wide', width: 40 }] }] },
    ])
    const path = `/content/posts/${item.id}`
    const again = await service.ask('PUT', path, { body: { data: item.data } })
    expect(dataOf(again)._rev).toBe(_rev)
    const section = { title: 'S', content: item.data.body }
    expect(dataOf(await service.ask('POST', '/sections', { body: section }), 201).item.content).toEqual(
      item.data.body,
    )
  })

  it('refuse what the check of their type refuses', async () => {
    const body = { data: { body: [{ _type: 'poster', id: picture.id, layout: 'torn' }] } }
    expectFailure(
      await service.ask('POST', '/content/posts', { body }),
      '400 VALIDATION_ERROR',
      'data.body.0.layout',
      'must not be torn',
    )
  })

  it('refuse what no answer adds', async () => {
    const { id } = picture
    for (const [wrong, path] of [
      [{ picture: { id, colour: 'red' } }, 'picture.colour'],
      [{ picture: { id: 'elsewhere', width: 3 } }, 'picture.width'],
      [{ picture: { id, url: 'https://elsewhere.example/a.png' } }, 'picture.url'],
      [{ picture: { id, alt: 5 } }, 'picture.alt'],
    ] as const) {
      const body = { data: { body: [{ _type: 'hero', ...wrong }] } }
      expectFailure(
        await service.ask('POST', '/content/posts', { body }),
        '400 VALIDATION_ERROR',
        `data.body.0.${path}`,
      )
    }
  })
})
