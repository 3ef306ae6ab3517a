import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectRefused, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

describe.each(engines)('what an assistant learns at its start, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string', required: true, translatable: false },
        { slug: 'kind', type: 'select', validation: { options: ['a'] } },
      ],
    })
    await makeCollection(service, 'pages', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    dataOf(await service.ask('POST', '/settings', { body: { siteTitle: 'Times', keepRevisions: 5 } }))
  })
  afterAll(() => service.close())
  const site = { toolsets: 'site' }

  it('is the site, the person and the rights, for Authors too', async () => {
    const author = await service.person(30, ['content:read', 'content:write'])
    const { item } = await resultOf(service, 'site_context', {}, { ...site, token: author.token })
    expect(item).toEqual({
      settings: { siteTitle: 'Times' },
      now: service.clock.now.toISOString(),
      timeZone: 'UTC',
      localTime: service.clock.now.toISOString().replace(/\.\d+Z$/, '+00:00'),
      locales: ['en', 'de'],
      person: { id: author.userId, name: expect.anything() },
      app: null,
      rights: {
        role: 30,
        scopes: ['content:read', 'content:write'],
        permissions: expect.arrayContaining(['content.readDrafts', 'content.publishOwn']),
        collections: null,
        locales: null,
        changeSetsOnly: false,
        confirmDestructive: false,
      },
      collections: expect.any(Array),
      taxonomies: [{ name: 'topics', label: 'Topics', hierarchical: false }],
      menus: ['main'],
      isComplete: true,
    })
    expect(item.rights.permissions).not.toContain('content.publishAny')
    expect(item.rights.permissions).not.toContain('schema.read')
    const rest = dataOf(await service.ask('GET', '/site/context', { token: author.token })).item
    expect(rest).toEqual(item)
  })

  it('has the time zone of the site, with the time there', async () => {
    const set = (timeZone: string | null) => service.ask('POST', '/settings', { body: { timeZone } })
    for (const bad of ['Mars/Olympus', '+02:00', '', 'Europe/Berlin ', 'x'.repeat(201)])
      expect(issuePaths(await set(bad))).toEqual(['timeZone'])
    dataOf(await set('Asia/Kathmandu'))
    const { item } = await resultOf(service, 'site_context', {}, site)
    const ahead = (5 * 60 + 45) * 60_000
    const there = new Date(service.clock.now.getTime() + ahead).toISOString().replace(/\.\d+Z$/, '+05:45')
    expect(item).toMatchObject({ timeZone: 'Asia/Kathmandu', localTime: there })
    expect(item.now).toBe(service.clock.now.toISOString())
    expect(dataOf(await service.ask('GET', '/site')).item.settings.timeZone).toBe('Asia/Kathmandu')
    expect(dataOf(await service.ask('GET', '/workspace')).site.timeZone).toBe('Asia/Kathmandu')
    dataOf(await set(null))
    expect((await resultOf(service, 'site_context', {}, site)).item.timeZone).toBe('UTC')
  })

  it('has collections with their fields, those that are named alone', async () => {
    const { item } = await resultOf(service, 'site_context', { collections: ['posts'] }, site)
    expect(item.collections).toEqual([
      {
        slug: 'posts',
        label: expect.any(String),
        supports: ['drafts'],
        taxonomies: ['topics'],
        fields: [
          { slug: 'title', label: expect.any(String), type: 'string', required: true, isShared: true },
          { slug: 'kind', label: expect.any(String), type: 'select', validation: { options: ['a'] } },
        ],
      },
    ])
    const unknown = await service.ask('GET', '/site/context?collections=post')
    expectFailure(unknown, '400 VALIDATION_ERROR', 'did you mean "posts"?')
  })

  it('shows a limited token nothing that it may not see', async () => {
    const limited = await service.person(40, ['content:read'], 'latest', {
      collections: ['pages'],
      locales: ['de'],
    })
    const { item } = dataOf(await service.ask('GET', '/site/context', { token: limited.token }))
    expect(item.collections.map(({ slug }: { slug: string }) => slug)).toEqual(['pages'])
    expect(item).toMatchObject({ locales: ['de'], taxonomies: [] })
    expect(item.rights).toMatchObject({ collections: ['pages'], locales: ['de'] })
    const live = await service.person(40, ['content:read'], 'live')
    expect((await service.ask('GET', '/site/context', { token: live.token })).status).toBe(403)
    const reader = await service.person(10, ['content:read'])
    expectRefused(
      await callTool(service, 'site_context', {}, { ...site, token: reader.token }),
      'content:read',
      'role 20 needed, yours is 10',
    )
  })

  it('is bounded', async () => {
    const options = Array.from({ length: 900 }, (_, index) => `option ${index} ${'x'.repeat(20)}`)
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'kind', type: 'select', validation: { options } },
    ]
    await makeCollection(service, 'zzz_one', { supports: [], fields })
    await makeCollection(service, 'zzz_two', { supports: [], fields })
    const { item } = await resultOf(service, 'site_context', {}, site)
    expect(item.isComplete).toBe(false)
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(limits.siteContext.bytes + 10_000)
    const cut = item.collections.filter(({ fields: shown }: { fields?: unknown }) => shown === undefined)
    expect(cut).toHaveLength(1)
    const wide = [...fields, { slug: 'other', type: 'select', validation: { options } }]
    await makeCollection(service, 'zzz_wide', { supports: [], fields: wide })
    const alone = await resultOf(service, 'site_context', { collections: ['zzz_wide'] }, site)
    expect(alone.item.collections[0].fields).toHaveLength(wide.length)
    expect(alone.item.isComplete).toBe(true)
    const named = await resultOf(service, 'site_context', { collections: [cut[0].slug] }, site)
    expect(named.item.collections[0].fields).toHaveLength(2)
    expect(named.item.isComplete).toBe(true)
  })
})
