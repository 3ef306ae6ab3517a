import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

describe.each(engines)('the workspace on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de', OCTAVO_MAX_UPLOAD_MB: '7' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string', required: true },
        { slug: 'kind', type: 'select', validation: { options: ['a'] } },
      ],
    })
    const taxonomy = { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] }
    dataOf(await service.ask('POST', '/taxonomies', { body: taxonomy }), 201)
    dataOf(await service.ask('POST', '/settings', { body: { siteTitle: 'The "Times"', postsPerPage: 5 } }))
    dataOf(await service.ask('POST', '/plugins/embeds/enable', { body: {} }))
  })
  afterAll(() => service.close())

  const get = async () => dataOf(await service.ask('GET', '/workspace'))

  it('tells what is needed to write, in the words of the resources', async () => {
    const { version, ...rest } = await get()
    expect(version).toMatch(/^[\w-]{16}$/)
    const schema = dataOf(await service.ask('GET', '/schema/collections/posts?includeFields=true')).item
    const { plugins } = {
      plugins: dataOf(await service.ask('GET', '/plugins')).items as { id: string; blocks: object[] }[],
    }
    const embeds = plugins.find(({ id }) => id === 'embeds')?.blocks ?? []
    expect(embeds.length).toBeGreaterThan(0)
    expect(rest).toEqual({
      site: {
        title: 'The "Times"',
        defaultLocale: 'en',
        locales: ['en', 'de'],
        previewOrigins: [],
        maxUploadBytes: 7 * 1024 * 1024,
      },
      collections: [schema],
      taxonomies: [
        { name: 'topics', label: 'Topics', labelSingular: null, hierarchical: true, collections: ['posts'] },
      ],
      blocks: embeds.map((block) => ({ ...block, pluginId: 'embeds' })),
    })
    expect(schema.fields).toHaveLength(2)
  })

  const changes: [what: string, method: string, path: string, body: object][] = [
    ['a field', 'PATCH', '/schema/collections/posts/fields/title', { label: 'Headline' }],
    ['a collection', 'PATCH', '/schema/collections/posts', { label: 'Articles' }],
    ['a setting', 'POST', '/settings', { tagline: 'All that fits' }],
    ['a taxonomy', 'PUT', '/taxonomies/topics', { label: 'Subjects' }],
    ['a plugin', 'POST', '/plugins/embeds/disable', {}],
  ]

  it.each(changes)(
    'has another version after a change of %s, and not before',
    async (_, method, path, body) => {
      const { version } = await get()
      const ifNoneMatch = { headers: { 'if-none-match': `"${version}"` } }
      const same = await service.ask('GET', '/workspace', ifNoneMatch)
      expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', `"${version}"`])
      expect(outcome(await service.ask(method, path, { body }))).toMatch(/^20\d/)
      const other = await service.ask('GET', '/workspace', ifNoneMatch)
      expect(dataOf(other).version).not.toBe(version)
      expect(other.headers['etag']).toBe(`"${dataOf(other).version}"`)
    },
  )

  const rights: [role: number, scopes: readonly string[] | null, expected: string][] = [
    [10, ['content:read'], '403 FORBIDDEN'],
    [10, null, '403 FORBIDDEN'],
    [20, ['content:read'], '200'],
    [20, null, '200'],
    [20, ['media:read'], '403 FORBIDDEN'],
    [50, ['schema:read'], '403 FORBIDDEN'],
  ]

  it.each(rights)('role %s with %j gets %s', async (role, scopes, expected) => {
    const { token, userId } = await service.person(role, scopes ?? ['content:read'])
    const ask = scopes === null ? { token: null, headers: await sessionOf(service, userId) } : { token }
    expect(outcome(await service.ask('GET', '/workspace', ask))).toBe(expected)
    // Nothing else of the schema opens with it.
    if (role < 40) {
      expectFailure(await service.ask('GET', '/schema/collections', ask), '403 FORBIDDEN')
      expectFailure(await service.ask('GET', '/settings', ask), '403 FORBIDDEN')
    }
  })

  it('refuses what it does not know', async () => {
    expectFailure(await service.ask('GET', '/workspace?fields=title'), '400 VALIDATION_ERROR', 'fields')
    expectFailure(await service.ask('GET', '/workspace', { token: null }), '401 UNAUTHORIZED')
  })
})

describe('the workspace of an empty service', () => {
  it('is empty', async () => {
    const service = await startService('sqlite')
    const { site, collections, taxonomies, blocks } = dataOf(await service.ask('GET', '/workspace'))
    expect([site.locales, site.title, collections, taxonomies, blocks]).toEqual([
      ['en'],
      undefined,
      [],
      [],
      [],
    ])
    await service.close()
  })
})
