import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const supports = ['drafts', 'revisions', 'scheduling']

describe.each(engines)('change-sets on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' } })
    const fields = [
      { slug: 'title', type: 'string', searchable: true },
      { slug: 'body', type: 'text' },
      { slug: 'text', type: 'portableText' },
      { slug: 'next', type: 'reference', options: { collection: 'posts' } },
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
  const read = async (path: string): Promise<Any> => dataOf(await service.ask('GET', path))
  const apply = (id: string, token?: string) =>
    service.ask('POST', `/change-sets/${id}/apply`, { body: {}, ...(token && { token }) })
  const item = async (id: string, query = ''): Promise<Any> =>
    (await read(`/content/posts/${id}${query}`)).item
  const post = (data: object, more: object = {}) => write('POST', '/content/posts', { data, ...more })

  it('keep writes, show them in reads, and apply them at once', async () => {
    const old = await post({ title: 'Old', body: 'Text' }, { status: 'published' })
    const set = await newSet()
    const path = `/content/posts/${old.id}`
    const staged = await write('PUT', path, { data: { title: 'New' }, status: 'published', changeSet: set })
    expect(staged.data.title).toBe('New')
    const made = await post({ title: 'Made', next: old.id }, { changeSet: set })
    const more = await write('PUT', `/content/posts/${made.id}`, { data: { body: 'More' }, changeSet: set })
    expect(more).toMatchObject({ id: made.id, data: { title: 'Made', body: 'More', next: old.id } })
    await write('POST', `/content/posts/${made.slug}/publish`, { changeSet: set })
    // Nothing has changed outside of the set.
    expect((await item(old.id)).data.title).toBe('Old')
    expect((await service.ask('GET', `/content/posts/${made.id}`)).status).toBe(404)
    // The set shows it.
    expect((await item(old.id, `?changeSet=${set}&view=live`)).data.title).toBe('New')
    const { items } = await read(`/content/posts?changeSet=${set}&view=live`)
    expect(items.map((one: Any) => one.id)).toEqual(expect.arrayContaining([old.id, made.id]))
    expectFailure(await service.ask('GET', `/menus?changeSet=${set}`), '400 VALIDATION_ERROR')
    const { item: details } = await read(`/change-sets/${set}`)
    expect(details).toMatchObject({ state: 'open', entryCount: 4, conflicts: [] })
    expect(details.entries.map((entry: Any) => entry.operation)).toEqual([
      'content.update',
      'content.create',
      'content.update',
      'content.publish',
    ])
    const { changes } = await read(`/change-sets/${set}/diff`)
    expect(changes.find((change: Any) => change.id === old.id)).toMatchObject({
      isLive: true,
      before: { 'data.title': 'Old' },
      after: { 'data.title': 'New' },
    })
    const applied = dataOf(await apply(set)).item
    expect(applied).toMatchObject({ state: 'applied', changeId: expect.any(String) })
    expect((await item(old.id, '?view=live')).data.title).toBe('New')
    expect(await item(made.id, '?view=live')).toMatchObject({ id: made.id, data: { body: 'More' } })
    expectFailure(await apply(set), '409 CONFLICT', 'applied')
    expectFailure(
      await service.ask('PUT', path, { body: { data: { title: 'X' }, changeSet: set } }),
      '409 CONFLICT',
    )
  })

  it('merge with edits of other fields, and refuse edits of the same', async () => {
    const { id } = await post({ title: 'One', body: 'Text' }, { status: 'published' })
    const path = `/content/posts/${id}`
    const set = await newSet()
    await write('PUT', path, { data: { title: 'Two' }, changeSet: set })
    await write('PUT', path, { data: { body: 'Edited' } })
    expect((await read(`/change-sets/${set}`)).item.conflicts).toEqual([])
    dataOf(await apply(set))
    expect((await item(id)).data).toEqual({ title: 'Two', body: 'Edited' })
    const other = await newSet()
    await write('PUT', path, { data: { title: 'Three' }, changeSet: other })
    await write('PUT', path, { data: { title: 'Edited' } })
    const { conflicts } = (await read(`/change-sets/${other}`)).item
    expect(conflicts).toMatchObject([{ id, fields: ['title'] }])
    const refused = await apply(other)
    expectFailure(refused, '409 CONFLICT', 'title')
    expect((refused.body as Any).error.details.conflicts).toMatchObject([{ id, fields: ['title'] }])
    expect((await item(id)).data.title).toBe('Edited')
  })

  it('show at once that an item went to the trash, or that a field is gone', async () => {
    const { id } = await post({ title: 'One' })
    const set = await newSet()
    await write('PUT', `/content/posts/${id}`, { data: { title: 'Two' }, changeSet: set })
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    const { conflicts } = (await read(`/change-sets/${set}`)).item
    expect(conflicts[0]).toMatchObject({ id, fields: ['deletedAt'] })
    expectFailure(await apply(set), '409 CONFLICT')
    const field = { slug: 'gone', type: 'string', label: 'Gone' }
    dataOf(await service.ask('POST', '/schema/collections/posts/fields', { body: field }), 201)
    const next = await newSet()
    await post({ title: 'X', gone: 'here' }, { changeSet: next })
    expect((await read(`/change-sets/${next}`)).item.conflicts).toEqual([])
    dataOf(await service.ask('DELETE', '/schema/collections/posts/fields/gone'))
    expect((await read(`/change-sets/${next}`)).item.conflicts).toMatchObject([{ fields: ['gone'] }])
    expectFailure(await apply(next), '409 CONFLICT', 'Entry 1 (content.create')
  })

  it('swap slugs', async () => {
    const [one, two] = [
      await post({ title: 'One' }, { slug: 'swap-a', status: 'published' }),
      await post({ title: 'Two' }, { slug: 'swap-b', status: 'published' }),
    ]
    const set = await newSet()
    await write('PUT', `/content/posts/${one.id}`, { slug: 'swap-b', status: 'published', changeSet: set })
    expect((await read(`/change-sets/${set}`)).item.conflicts).toMatchObject([{ fields: ['slug'] }])
    expectFailure(await apply(set), '409 CONFLICT', 'slug')
    await write('PUT', `/content/posts/${two.id}`, { slug: 'swap-a', status: 'published', changeSet: set })
    expect((await read(`/change-sets/${set}`)).item.conflicts).toEqual([])
    expect((await item('swap-a', `?changeSet=${set}`)).id).toBe(two.id)
    dataOf(await apply(set))
    expect((await item('swap-a')).id).toBe(two.id)
    expect((await item('swap-b')).id).toBe(one.id)
    dataOf(await service.ask('POST', `/change-sets/${set}/revert`, { body: {} }))
    expect((await item('swap-a')).id).toBe(one.id)
    expect((await item('swap-b')).id).toBe(two.id)
  })

  it('refer to items of the same set, in circles too', async () => {
    const set = await newSet()
    const one = await post({ title: 'One' }, { changeSet: set })
    const two = await post({ title: 'Two', next: one.id }, { changeSet: set })
    await write('PUT', `/content/posts/${one.id}`, { data: { next: two.id }, changeSet: set })
    dataOf(await apply(set))
    expect((await item(one.id)).data.next).toBe(two.id)
    expect((await item(two.id)).data.next).toBe(one.id)
  })

  it('are reverted as sets that can be reverted in turn', async () => {
    const { id } = await post({ title: 'One', body: 'Text' }, { status: 'published' })
    const set = await newSet()
    await write('PUT', `/content/posts/${id}`, {
      data: { title: 'Two' },
      status: 'published',
      changeSet: set,
    })
    const made = await post({ title: 'Made' }, { status: 'published', changeSet: set })
    dataOf(await apply(set))
    const revert = async (of: string): Promise<Any> =>
      dataOf(await service.ask('POST', `/change-sets/${of}/revert`, { body: {} })).item
    const inverse = await revert(set)
    expect(inverse).toMatchObject({ state: 'applied', revertOf: set })
    expect((await read(`/change-sets/${set}`)).item).toMatchObject({
      state: 'reverted',
      revertedBy: inverse.id,
    })
    expect((await item(id, '?view=live')).data.title).toBe('One')
    expect((await service.ask('GET', `/content/posts/${made.id}`)).status).toBe(404)
    await revert(inverse.id)
    expect((await item(id, '?view=live')).data.title).toBe('Two')
    expect((await item(made.id, '?view=live')).data.title).toBe('Made')
  })

  it('ask appliers for the rights of every entry, and limited tokens for a set', async () => {
    const author = await service.person(30, ['content:read', 'content:write'])
    const { id } = await post({ title: 'One' }, { status: 'published' })
    const set = await newSet()
    await write('PUT', `/content/posts/${id}`, { data: { title: 'Two' }, changeSet: set })
    const refused = await apply(set, author.token)
    expectFailure(refused, '403 FORBIDDEN', 'Entry 1')
    const scopes = ['content:read', 'content:write']
    const limited = await service.person(40, scopes, 'latest', { changeSetsOnly: true })
    const direct = await service.ask('PUT', `/content/posts/${id}`, {
      body: { data: { title: 'Live' } },
      token: limited.token,
    })
    expectFailure(direct, '403 FORBIDDEN', 'changeSet')
    const own = await newSet(limited.token)
    await write('PUT', `/content/posts/${id}`, { data: { body: 'B' }, changeSet: own }, limited.token)
    expectFailure(await apply(own, limited.token), '403 FORBIDDEN')
    expect((await item(id)).data.title).toBe('One')
    dataOf(await apply(own))
  })

  it('need the approval of somebody else where the site asks for it', async () => {
    dataOf(await service.ask('POST', '/settings', { body: { changeSetApproval: true } }))
    const editor = await service.person(40, ['content:read', 'content:write'])
    const approver = await service.person(40, ['content:read', 'content:write'])
    const review = (id: string, token: string, decision = 'approve') =>
      service.ask('POST', `/change-sets/${id}/review`, { body: { decision }, token })
    const { id } = await post({ title: 'One' })
    const set = await newSet(editor.token)
    const stage = (title: string) =>
      write('PUT', `/content/posts/${id}`, { data: { title }, changeSet: set }, editor.token)
    await stage('Two')
    const needsApproval = async () => (await read(`/change-sets/${set}`)).item.needsApproval
    expect(await needsApproval()).toBe(true)
    expectFailure(await apply(set, editor.token), '409 CONFLICT', 'approval')
    dataOf(await review(set, editor.token))
    expectFailure(await apply(set, editor.token), '409 CONFLICT', 'approval')
    expect(dataOf(await review(set, approver.token)).item.state).toBe('approved')
    await stage('Three')
    expect((await read(`/change-sets/${set}`)).item).toMatchObject({ state: 'open', approval: null })
    expectFailure(await apply(set, editor.token), '409 CONFLICT', 'approval')
    dataOf(await review(set, approver.token))
    expect(await needsApproval()).toBe(false)
    dataOf(await service.ask('PATCH', `/admin/users/${approver.userId}`, { body: { role: 30 } }))
    expect(await needsApproval()).toBe(true)
    expectFailure(await apply(set, editor.token), '409 CONFLICT', 'may no longer approve')
    dataOf(await service.ask('PATCH', `/admin/users/${approver.userId}`, { body: { role: 40 } }))
    dataOf(await apply(set, editor.token))
    dataOf(await service.ask('POST', '/settings', { body: { changeSetApproval: null } }))
  })
})
