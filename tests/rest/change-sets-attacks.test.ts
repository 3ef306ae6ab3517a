import { applyDueSets } from '@octavo/server/changes/change-sets/due'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { callTool, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { allowed } from '../plugins/counted-refusal.ts'

const plugin = new URL('../plugins/counted-refusal.ts', import.meta.url).pathname
const supports = ['drafts', 'revisions', 'scheduling']
const scopes = ['content:read', 'content:write']

describe.each(engines)('change-sets under attack on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off', OCTAVO_PLUGINS: plugin },
    })
    dataOf(await service.ask('POST', '/plugins/counted-refusal/enable', { body: {} }))
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
      { slug: 'code', type: 'string', translatable: false },
    ]
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'notes', { supports: [], fields })
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body?: object, token?: string): Promise<Any> {
    const answer = await service.ask(method, path, { ...(body && { body }), ...(token && { token }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return (answer.body as Any).data.item
  }
  const newSet = async (token?: string): Promise<string> =>
    (await write('POST', '/change-sets', { name: 'Spring' }, token)).id
  const set = async (id: string): Promise<Any> => dataOf(await service.ask('GET', `/change-sets/${id}`)).item
  const act = (id: string, step: string, body: object = {}, token?: string) =>
    service.ask('POST', `/change-sets/${id}/${step}`, { body, ...(token && { token }) })
  const applyDue = () => applyDueSets(service.services, new AbortController().signal)

  // What is decided is the same on both engines: many entries on the fast one.
  const most = engine === 'sqlite' ? 300 : 12
  it(`applies nothing where a plugin refuses entry ${most}, and names it`, { tags: 'long' }, async () => {
    const id = await newSet()
    const ids: string[] = []
    for (let index = 0; index < most; index++) {
      const { id: item } = await write('POST', '/content/posts', { data: { title: `P${index}` } })
      ids.push(item)
      await write('POST', `/content/posts/${item}/publish`, { changeSet: id })
    }
    allowed.left = most - 1
    const refused = await act(id, 'apply')
    allowed.left = null
    expectFailure(refused, '409 CONFLICT', `Entry ${most}`, 'not this one')
    const { entry } = (refused.body as Any).error.details
    expect(entry).toMatchObject({
      number: most,
      operation: 'content.publish',
      items: [{ id: ids[most - 1] }],
    })
    for (const item of ids) {
      const { status } = dataOf(await service.ask('GET', `/content/posts/${item}`)).item
      expect(status).toBe('draft')
    }
    expect((await set(id)).state).toBe('open')
    dataOf(await act(id, 'apply'))
  })

  it('shows what a plugin made of an entry', async () => {
    const id = await newSet()
    const made = await write('POST', '/content/posts', { data: { title: 'change me' }, changeSet: id })
    expect(made.data.title).toBe('changed by the plugin')
    const shown = dataOf(await service.ask('GET', `/content/posts/${made.id}?changeSet=${id}`)).item
    expect(shown.data.title).toBe('changed by the plugin')
  })

  it('lets one of two appliers win', async () => {
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'One' } })
    const id = await newSet()
    await write('PUT', `/content/posts/${item}`, { data: { title: 'Two' }, changeSet: id })
    const answers = await Promise.all([act(id, 'apply'), act(id, 'apply'), act(id, 'apply')])
    expect(answers.map(outcome).toSorted()).toEqual(['200', '409 CONFLICT', '409 CONFLICT'])
  })

  it('applies at its time with the rights that there are then, and says why not', async () => {
    const editor = await service.person(40, scopes)
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'One' } })
    const id = await newSet(editor.token)
    const path = `/content/posts/${item}`
    await write('PUT', path, { data: { title: 'Two' }, status: 'published', changeSet: id }, editor.token)
    const past = { applyAt: new Date(service.clock.now.getTime() - hour).toISOString() }
    expect((await act(id, 'schedule', past)).status).toBe(400)
    dataOf(await act(id, 'schedule', { applyAt: inAnHour(service) }, editor.token))
    expect((await set(id)).state).toBe('scheduled')
    const edit = await service.ask('PUT', path, { body: { data: { body: 'x' }, changeSet: id } })
    expectFailure(edit, '409 CONFLICT', 'unschedule')
    dataOf(await service.ask('PATCH', `/admin/users/${editor.userId}`, { body: { role: 20 } }))
    service.clock.forward(2 * hour)
    await applyDue()
    const failed = await set(id)
    expect(failed).toMatchObject({ state: 'open', applyAt: null })
    expect(failed.failure.message).toMatch(/Entry 1/)
    expect(dataOf(await service.ask('GET', path)).item.data.title).toBe('One')
    dataOf(await service.ask('PATCH', `/admin/users/${editor.userId}`, { body: { role: 40 } }))
    dataOf(await act(id, 'schedule', { applyAt: inAnHour(service) }, editor.token))
    service.clock.forward(2 * hour)
    await applyDue()
    expect(await set(id)).toMatchObject({ state: 'applied', failure: null })
    expect(dataOf(await service.ask('GET', `${path}?view=live`)).item.data.title).toBe('Two')
  })

  it('is not applied at its time without an approver who may still approve, nor while the site is paused', async () => {
    const [author, approver] = [await service.person(40, scopes), await service.person(40, scopes)]
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'One' } })
    const id = await newSet(author.token)
    await write('PUT', `/content/posts/${item}`, { data: { title: 'Two' }, changeSet: id }, author.token)
    dataOf(await act(id, 'review', { decision: 'approve' }, approver.token))
    const due = async (): Promise<Any> => {
      dataOf(await act(id, 'schedule', { applyAt: inAnHour(service) }, author.token))
      service.clock.forward(2 * hour)
      await applyDue()
      return set(id)
    }
    const become = async (role: number) =>
      dataOf(await service.ask('PATCH', `/admin/users/${approver.userId}`, { body: { role } }))
    await become(30)
    expect((await due()).failure.message).toContain('may no longer approve')
    await become(40)
    const pause = (value: number) =>
      service.services.database.transaction('maintenance', (tx) =>
        tx.run(
          `INSERT INTO counters (name, value) VALUES ('paused', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [value],
        ),
      )
    await pause(1)
    expect(await due()).toMatchObject({ state: 'scheduled', failure: null })
    await pause(0)
    await applyDue()
    expect((await set(id)).state).toBe('applied')
  })

  it('is seen by preview links, as visitors would see it', async () => {
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'One' } })
    const id = await newSet()
    const body = { data: { title: 'Two' }, status: 'published', changeSet: id }
    await write('PUT', `/content/posts/${item}`, body)
    const { token, url } = dataOf(await act(id, 'preview-link'), 201).item
    expect(url).toBe(`/?preview=${token}`)
    const seen = (path: string) => service.ask('GET', `${path}?preview=${token}`, { token: null })
    const one = await seen(`/content/posts/${item}`)
    expect(dataOf(one).item.data.title).toBe('Two')
    expect(one.headers['cache-control']).toContain('no-store')
    const list = dataOf(await seen('/content/posts')).items.map((found: Any) => found.id)
    expect(list).toContain(item)
    expect((await seen(`/change-sets/${id}`)).status).toBe(400)
    const others = { 'X-Octavo-Preview': token }
    expect((await service.ask('GET', '/site', { token: null, headers: others })).status).toBe(400)
    dataOf(await service.ask('DELETE', `/change-sets/${id}`))
    expect((await seen(`/content/posts/${item}`)).status).toBe(403)
  })

  it('keeps sets from those who may not read drafts, or not all that a set is about', async () => {
    const id = await newSet()
    await write('POST', '/content/notes', { data: { title: 'N' }, changeSet: id })
    const reader = await service.person(10, ['content:read'])
    const elsewhere = await service.person(40, scopes, 'latest', { collections: ['posts'] })
    const live = await service.person(40, scopes, 'live')
    for (const { token } of [reader, live]) {
      expect((await service.ask('GET', `/change-sets/${id}`, { token })).status).toBe(403)
      expect((await service.ask('GET', `/content/posts?changeSet=${id}`, { token })).status).toBe(403)
    }
    const { token } = elsewhere
    expect((await service.ask('GET', `/change-sets/${id}`, { token })).status).toBe(404)
    expect((await service.ask('GET', `/content/posts?changeSet=${id}`, { token })).status).toBe(404)
    const { items } = dataOf(await service.ask('GET', '/change-sets', { token }))
    expect(items.map((one: Any) => one.id)).not.toContain(id)
    expect((await service.ask('GET', `/content/posts?changeSet=none`)).status).toBe(404)
  })

  it('asks for a confirmation before it is applied, not before an entry is made', async () => {
    const { token } = await service.person(40, scopes, 'latest', { confirmDestructive: true })
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'One' } })
    const id = await newSet(token)
    dataOf(await service.ask('DELETE', `/content/posts/${item}?changeSet=${id}`, { token }))
    expect((await service.ask('GET', `/content/posts/${item}?changeSet=${id}`)).status).toBe(404)
    const asked = await act(id, 'apply', {}, token)
    expectFailure(asked, '409 CONFLICT')
    const { confirm } = (asked.body as Any).error.details
    const headers = { 'X-Octavo-Confirm': confirm }
    dataOf(await service.ask('POST', `/change-sets/${id}/apply`, { body: {}, token, headers }))
    expect((await service.ask('GET', `/content/posts/${item}`)).status).toBe(404)
  })

  it('is what an assistant works in', async () => {
    const { token } = await service.person(40, scopes, 'latest', { changeSetsOnly: true })
    const sending = { token, toolsets: 'changes' }
    const { item: made } = await resultOf(service, 'change_set_create', { name: 'A' }, sending)
    const { item } = await resultOf(
      service,
      'content_create',
      { collection: 'posts', data: { title: 'By an assistant' }, changeSet: made.id },
      sending,
    )
    // The default list does not describe the parameter, but its tools take it.
    const args = { collection: 'posts', id: item.id, changeSet: made.id }
    await resultOf(service, 'content_publish', args, { token })
    expect(
      await callTool(service, 'content_publish', { collection: 'posts', id: item.id }, { token }),
    ).toMatchObject({
      kind: 'refused',
    })
    const read = await resultOf(service, 'content_get', args, sending)
    expect(read.item.status).toBe('published')
    const { item: details } = await resultOf(service, 'change_set_get', { id: made.id }, sending)
    expect(details.entries).toHaveLength(2)
    expect(await callTool(service, 'change_set_apply', { id: made.id }, sending)).toMatchObject({
      kind: 'refused',
    })
    dataOf(await act(made.id, 'apply'))
  })

  it('is reverted where it saved a draft and discarded it', async () => {
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'T' }, status: 'published' })
    const path = `/content/posts/${item}`
    const id = await newSet()
    await write('POST', `${path}/unpublish`, { changeSet: id })
    await write('PUT', path, { data: { code: 'a' }, changeSet: id })
    await write('POST', `${path}/discard-draft`, { changeSet: id })
    dataOf(await act(id, 'apply'))
    dataOf(await act(id, 'revert'))
    const { status, data } = dataOf(await service.ask('GET', path)).item
    expect({ status, data }).toEqual({ status: 'published', data: { title: 'T' } })
  })

  it('leaves no draft of an item that had none when it was scheduled', async () => {
    const { id: item } = await write('POST', '/content/posts', { data: { title: 'T' } })
    const path = `/content/posts/${item}`
    dataOf(await service.ask('POST', `${path}/schedule`, { body: { scheduledAt: inAnHour(service) } }))
    const look = async () => {
      const { updatedAt: _, ...seen } = dataOf(await service.ask('GET', path)).item
      return seen
    }
    const before = await look()
    const id = await newSet()
    await write('POST', `${path}/publish`, { changeSet: id })
    await write('PUT', path, { data: { title: 'U' }, changeSet: id })
    await write('POST', `${path}/unpublish`, { changeSet: id })
    dataOf(await act(id, 'apply'))
    dataOf(await act(id, 'revert'))
    expect(await look()).toEqual(before)
  })

  const text = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({
    on: fc.constantFrom(0, 1),
    what: fc.oneof(
      fc.record({
        kind: fc.constantFrom('save', 'saveLive'),
        data: fc.record({ title: text, body: text, code: text }, { requiredKeys: [] }),
      }),
      fc.record({
        kind: fc.constantFrom(
          'publish',
          'unpublish',
          'discard',
          'schedule',
          'unschedule',
          'delete',
          'restore',
        ),
      }),
      fc.record({ kind: fc.constant('slug'), slug: fc.constantFrom('x', 'y') }),
    ),
  })
  let count = 0

  it.each(['posts', 'notes'])(
    'of %s: applying makes what it showed, and reverting is the identity',
    { tags: 'long' },
    async (collection) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 5 }),
          fc.array(step, { minLength: 1, maxLength: 8 }),
          async (before, staged) => {
            const prefix = `p${count++}`
            const make = async (slug: string, more: object = {}): Promise<string> =>
              (
                await write('POST', `/content/${collection}`, {
                  data: { title: 't' },
                  slug: `${prefix}-${slug}`,
                  ...more,
                })
              ).id
            const first = await make('x')
            const items = [first, await make('y')]
            const translation = await make('x', { locale: 'de', translationOf: first })
            const look = async (query = ''): Promise<unknown> => {
              const seen: unknown[] = []
              for (const id of [...items, translation])
                for (const view of ['live', 'latest']) {
                  const { status, body } = await service.ask(
                    'GET',
                    `/content/${collection}/${id}?view=${view}${query}`,
                  )
                  const { updatedAt: _, ...item } = status === 200 ? (body as Any).data.item : { status }
                  seen.push(item)
                }
              return seen
            }
            for (const { on, what } of before)
              await perform(`/content/${collection}/${items[on]}`, what, { prefix })
            const state = await look()
            const id = await newSet()
            for (const { on, what } of staged)
              await perform(`/content/${collection}/${items[on]}`, what, { prefix, changeSet: id })
            const { conflicts, entryCount } = await set(id)
            if (entryCount === 0 || conflicts.length > 0) return
            expect(await look()).toEqual(state)
            const shown = await look(`&changeSet=${id}`)
            const applied = await act(id, 'apply')
            expect(applied.status, applied.text).toBe(200)
            expect(await look()).toEqual(shown)
            const reverted = await act(id, 'revert')
            if (JSON.stringify(shown) === JSON.stringify(state)) return
            expect(reverted.status, reverted.text).toBe(200)
            expect(await look()).toEqual(state)
          },
        ),
        { numRuns: engine === 'sqlite' ? 40 : 6 },
      )
    },
  )

  function perform(
    path: string,
    { kind, data, slug }: Any,
    { prefix, changeSet }: { prefix: string; changeSet?: string },
  ) {
    const more = changeSet === undefined ? {} : { changeSet }
    switch (kind) {
      case 'save':
        return service.ask('PUT', path, { body: { data, ...more } })
      case 'saveLive':
        return service.ask('PUT', path, { body: { data, status: 'published', ...more } })
      case 'slug':
        return service.ask('PUT', path, { body: { slug: `${prefix}-${slug}`, ...more } })
      case 'discard':
        return service.ask('POST', `${path}/discard-draft`, { body: more })
      case 'schedule':
        return service.ask('POST', `${path}/schedule`, { body: { scheduledAt: inAnHour(service), ...more } })
      case 'delete':
        return service.ask('DELETE', changeSet === undefined ? path : `${path}?changeSet=${changeSet}`)
      default:
        return service.ask('POST', `${path}/${kind}`, { body: more })
    }
  }
})
