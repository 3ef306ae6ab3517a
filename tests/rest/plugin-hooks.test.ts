import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { awaitHooks } from '../setup/hooks.ts'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection } from '../setup/content.ts'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { aborted, heard } from '../plugins/every-hook.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const modulePath = new URL('../plugins/every-hook.ts', import.meta.url).pathname

describe.each(engines)('the hooks of a plugin on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [
        { slug: 'title', type: 'string', required: true },
        { slug: 'rating', type: 'integer' },
        { slug: 'on', type: 'boolean' },
      ],
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    await awaitHooks(service)
    heard.length = 0
    aborted.length = 0
  })

  const create = (title: string, more = {}): Promise<Answer> =>
    service.ask('POST', '/content/posts', { body: { data: { title, on: true }, ...more } })
  const make = async (more = {}): Promise<{ id: string; path: string }> => {
    const { id } = dataOf(await create(`Item ${++count}`, more), 201).item
    await awaitHooks(service)
    heard.length = 0
    return { id, path: `/content/posts/${id}` }
  }
  const names = async (): Promise<string[]> => {
    await awaitHooks(service)
    return heard.map(({ hook }) => hook.replace('content:', ''))
  }

  it('hear of everything that happens to an item, in its order', { tags: 'long' }, async () => {
    const { item } = dataOf(await create('First', { status: 'published' }), 201)
    expect(await names()).toEqual(['beforeSave', 'beforePublish', 'afterPublish', 'afterSave'])
    const path = `/content/posts/${item.id}`
    const steps: [method: string, path: string, body: object | undefined, hooks: string[]][] = [
      ['PUT', '', { data: { title: 'Second' } }, ['beforeSave', 'afterSave']],
      ['PUT', '', {}, []],
      ['POST', '/publish', {}, ['beforePublish', 'afterPublish']],
      ['POST', '/publish', {}, []],
      ['POST', '/unpublish', {}, ['afterUnpublish']],
      ['POST', '/schedule', { scheduledAt: inAnHour(service) }, ['afterSchedule']],
      ['POST', '/unschedule', {}, ['afterUnschedule']],
      [
        'PUT',
        '',
        { data: { title: 'Third' }, status: 'published' },
        ['beforeSave', 'beforePublish', 'afterSave', 'afterPublish'],
      ],
      ['PUT', '', { status: 'draft' }, ['afterUnpublish']],
      ['POST', '/duplicate', {}, ['beforeSave', 'afterSave']],
      ['DELETE', '', undefined, ['beforeDelete', 'afterDelete']],
      ['POST', '/restore', {}, ['afterRestore']],
      ['DELETE', '', undefined, ['beforeDelete', 'afterDelete']],
      ['DELETE', '/permanent', undefined, ['beforeDelete', 'afterDelete']],
    ]
    for (const [method, below, body, hooks] of steps) {
      heard.length = 0
      const answer = await service.ask(method, path + below, { ...(body !== undefined && { body }) })
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(await names(), `${method} ${below} ${JSON.stringify(body)}`).toEqual(hooks)
    }
    expect(heard.at(-1)?.event).toMatchObject({ collection: 'posts', id: item.id, isPermanent: true })
  })

  it('get what is saved, what was before, and who saves', async () => {
    const { token, userId: author } = await service.person(40, ['content:write'])
    const { id, path } = await make()
    dataOf(await service.ask('PUT', path, { token, body: { data: { rating: 3 } } }))
    await names()
    expect(heard[0]).toEqual({
      hook: 'content:beforeSave',
      event: expect.objectContaining({
        collection: 'posts',
        id,
        locale: 'en',
        reason: 'update',
        previous: { title: `Item ${count}`, on: true },
      }),
      actor: { userId: author, role: 40, interface: 'rest', door: 'rest' },
      settings: { greeting: 'hello', apiKey: '' },
    })
    expect(heard[1]).toMatchObject({
      hook: 'content:afterSave',
      event: { id, data: { rating: 3 }, status: 'draft' },
    })
    expect(dataOf(await service.ask('GET', path)).item.data).toEqual({
      title: `Item ${count}`,
      on: true,
      rating: 3,
    })
  })

  it('hear of a revision that is restored', async () => {
    const { path } = await make()
    dataOf(await service.ask('PUT', path, { body: { data: { rating: 5 } } }))
    await names()
    const { items } = dataOf(await service.ask('GET', `${path}/revisions`))
    heard.length = 0
    dataOf(await service.ask('POST', `/revisions/${items.at(-1).id}/restore`, { body: {} }))
    expect(await names()).toEqual(['beforeSave', 'afterSave'])
    expect(heard[0]?.event).toMatchObject({ reason: 'restoreRevision', previous: { rating: 5 } })
  })

  it('hear of the scheduler, which stops at a refusal', async () => {
    const { path } = await make()
    const kept = await make({ slug: 'kept' })
    for (const one of [path, kept.path])
      dataOf(await service.ask('POST', `${one}/schedule`, { body: { scheduledAt: inAnHour(service) } }))
    await names()
    heard.length = 0
    service.clock.forward(hour)
    await publishAllDue(service.services)
    await expect.poll(async () => dataOf(await service.ask('GET', path)).item.status).toBe('published')
    expect(await names()).toContain('afterPublish')
    expect(heard.find(({ hook }) => hook === 'content:afterPublish')?.actor).toEqual({
      userId: null,
      role: 50,
      interface: 'job',
      door: 'job',
    })
    expect(dataOf(await service.ask('GET', kept.path)).item.status).toBe('scheduled')
    expect(heard.filter(({ hook }) => hook === 'content:afterPublish')).toHaveLength(1)
    dataOf(await service.ask('POST', `${kept.path}/unschedule`, { body: {} }))
  })

  it('may change what is saved', async () => {
    const { item } = dataOf(await create('change'), 201)
    expect(item).toMatchObject({ slug: 'changed-by-the-plugin', data: { title: 'changed by the plugin' } })
    const { path } = await make()
    dataOf(await service.ask('PUT', path, { body: { data: { title: 'change', rating: 1 } } }))
    // What a hook gives is what is saved: it left the rating out.
    expect(dataOf(await service.ask('GET', path)).item.data).toEqual({
      title: 'changed by the plugin',
      on: true,
    })
  })

  it('may refuse, and nothing is left of it', async () => {
    const answer = await create('refuse', { slug: 'refused' })
    expectFailure(answer, '400 VALIDATION_ERROR', 'every-hook', 'not this title')
    expect(answer.body.error.details).toEqual({
      plugin: 'every-hook',
      issues: [{ path: 'data.title', message: 'not this title' }],
      reason: 'pluginRefuses',
      params: { plugin: 'every-hook', said: 'not this title' },
    })
    expect((await service.ask('GET', '/content/posts/refused')).status).toBe(404)
    const { path } = await make({ status: 'published' })
    expectFailure(
      await service.ask('PUT', path, { body: { data: { title: 'refuse' } } }),
      '400 VALIDATION_ERROR',
    )
    expect(dataOf(await service.ask('GET', path)).item.data.title).toBe(`Item ${count}`)
    expect(await names()).not.toContain('afterSave')
  })

  it('may refuse that an item is published or deleted', async () => {
    const path = '/content/posts/kept'
    expectFailure(await service.ask('POST', `${path}/publish`, { body: {} }), '409 CONFLICT', 'it is kept')
    expectFailure(await service.ask('DELETE', path), '409 CONFLICT', 'it is kept')
    expect(dataOf(await service.ask('GET', path)).item.status).toBe('draft')
    expect(await names()).toEqual(['beforePublish', 'beforeDelete'])
  })

  it('are checked like a caller in what they change', async () => {
    const spoiled = await create('spoil')
    expectFailure(spoiled, '400 VALIDATION_ERROR', 'every-hook')
    expect(issuePaths(spoiled).toSorted()).toEqual(['data.none', 'data.title'])
    expectFailure(await create('poison'), '400 VALIDATION_ERROR', 'U+0000')
  })

  it.each(['throw', 'nonsense'])(
    'that %s fail the change with a code that tells nothing of the inside',
    async (title) => {
      const made = await create(title)
      expectFailure(made, '500 CONTENT_CREATE_ERROR', 'The plugin "every-hook" failed.')
      expect(made.text).not.toMatch(/secret|hidden|nonsense|neither/)
      const { path } = await make()
      expectFailure(await service.ask('PUT', path, { body: { data: { title } } }), '500 CONTENT_UPDATE_ERROR')
    },
  )

  it('that hang fail the change in two seconds, and others go on', { tags: 'long' }, async () => {
    const began = performance.now()
    const answer = await create('hang', { slug: 'hung' })
    expectFailure(answer, '500 CONTENT_CREATE_ERROR', 'every-hook')
    expect(performance.now() - began).toBeLessThan(8000)
    expect(aborted).toEqual(['before'])
    dataOf(await create('Goes on'), 201)
    expect((await service.ask('GET', '/content/posts/hung')).status).toBe(404)
  })

  it.each(['throw afterwards', 'hang afterwards'])(
    'that %s are nobody else’s problem',
    { tags: 'long' },
    async (title) => {
      const began = performance.now()
      const { item } = dataOf(await create(title), 201)
      expect(performance.now() - began).toBeLessThan(4500)
      expect(dataOf(await service.ask('GET', `/content/posts/${item.id}`)).item.data.title).toBe(title)
      await awaitHooks(service)
      expect(performance.now() - began).toBeLessThan(15_000)
      expect(aborted).toEqual(title === 'hang afterwards' ? ['after'] : [])
    },
  )

  it('hear of nothing that was not committed', async () => {
    expectFailure(await create('x', { slug: 'kept' }), '409 DUPLICATE_SLUG')
    expect(await names()).toEqual(['beforeSave'])
  })

  it('decide what is found: the words that they leave are indexed', async () => {
    await makeSearchable(service, 'searched', ['search'])
    const id = await publishItem(service, 'searched', { title: 'change' })
    expect(await titles(service, 'plugin')).toEqual(['changed by the plugin'])
    dataOf(await service.ask('PUT', `/content/searched/${id}`, { body: { data: { title: 'Calm' } } }))
    expect(await titles(service, 'plugin')).toEqual([])
    dataOf(await service.ask('PUT', `/content/searched/${id}`, { body: { data: { title: 'change' } } }))
    expect(await titles(service, 'plugin')).toEqual(['changed by the plugin'])
    expect(await titles(service, 'calm')).toEqual([])
  })

  it('are silent while the plugin is disabled', async () => {
    dataOf(await service.ask('POST', '/plugins/every-hook/disable'))
    const { path } = await make()
    dataOf(await create('refuse'), 201)
    dataOf(await service.ask('DELETE', path))
    expect(await names()).toEqual([])
    dataOf(await service.ask('POST', '/plugins/every-hook/enable'))
    expectFailure(await create('refuse'), '400 VALIDATION_ERROR')
  })
})
