import { operationList } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { callTool, expectRefused, modernMeta, modernRevision, resultOf, send } from '../setup/mcp.ts'
import { startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const bound = operationList.flatMap(({ mcp }) => (mcp === undefined ? [] : [mcp]))
const namesIn = (...toolsets: string[]): string[] =>
  bound.flatMap(({ tool, toolset }) => (toolset === undefined || toolsets.includes(toolset) ? [tool] : []))

describe('toolsets', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.close())

  const named = async (toolsets: string): Promise<string[]> => {
    const { body } = await send(service, list, { toolsets })
    return body.result.tools.map(({ name }: { name: string }) => name)
  }

  it('add their tools to the 33 of every client', async () => {
    expect(namesIn()).toHaveLength(33)
    expect(await named('')).toEqual(namesIn())
    expect(await named('site')).toEqual(namesIn('site'))
    expect(await named('site')).toContain('taxonomy_update_term')
    expect(await named('media,site')).toEqual(namesIn('media', 'site'))
    expect(await named('site&toolsets=media')).toEqual(namesIn('media', 'site'))
    expect(await named('all')).toEqual(bound.map(({ tool }) => tool))
  })

  it('describe every parameter', async () => {
    const { body } = await send(service, list, { toolsets: 'all' })
    const plain = body.result.tools.flatMap(({ name, inputSchema }: Any) =>
      Object.entries(inputSchema.properties as Record<string, Any>)
        .filter(([, { description }]) => description === undefined)
        .map(([key]) => `${name}.${key}`),
    )
    expect(plain).toEqual([])
  })

  it('are the same for clients of the newer revision, and where the SDK answers', async () => {
    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/list' }
    const body = { ...list, params: { _meta: modernMeta } }
    const modern = await send(service, body, { headers, toolsets: 'media' })
    expect(modern.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(namesIn('media'))
    const bySdk = await send(service, [list], { toolsets: 'media' })
    expect(bySdk.body[0].result.tools.map(({ name }: { name: string }) => name)).toEqual(namesIn('media'))
  })

  it('are needed to call their tools', async () => {
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics' })
    await make(service, '/taxonomies/topics/terms', { slug: 'clay', label: 'Clay' })
    const args = { taxonomy: 'topics', term: 'clay', label: 'Clays' }
    expect(await callTool(service, 'taxonomy_update_term', args)).toMatchObject({
      kind: 'refused',
      code: -32602,
      message: expect.stringContaining('?toolsets=site'),
    })
    const sending = { toolsets: 'site' }
    const { item } = await resultOf(service, 'taxonomy_update_term', args, sending)
    expect(item).toMatchObject({ slug: 'clay', label: 'Clays' })
    const { token } = await service.person(30, ['content:write'])
    expectRefused(
      await callTool(service, 'taxonomy_update_term', args, { ...sending, token }),
      'content:write',
      'role 40 needed, yours is 30',
    )
  })

  it('of the history list changes as REST does, and undo them', async () => {
    await makeCollection(service, 'notes', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    const { id } = await makeItem(service, 'notes')
    const changed = await service.ask('PUT', `/content/notes/${id}`, { body: { data: { title: 'Two' } } })
    const change = changed.headers['x-octavo-change-id']
    const history = { toolsets: 'history' }
    const listed = await resultOf(service, 'changes_list', { item: id }, history)
    expect(listed).toEqual(dataOf(await service.ask('GET', `/changes?item=${id}`)))
    expect(listed.items[0]).toMatchObject({ id: change, operation: 'content.update' })
    const stranger = await service.person(20, ['content:read', 'content:write'])
    const sending = { ...history, token: stranger.token }
    expect((await resultOf(service, 'changes_list', { item: id }, sending)).items).toEqual([])
    expectRefused(
      await callTool(service, 'changes_undo', { id: change }, sending),
      'content:read',
      'role 40 needed, yours is 20',
    )
    expect((await resultOf(service, 'changes_undo', { id: change }, history)).items).toEqual([
      { collection: 'notes', id },
    ])
    expect(dataOf(await service.ask('GET', `/content/notes/${id}`)).item.data.title).toBe('First')
    expect(await callTool(service, 'changes_undo', { id: change }, history)).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining('title'),
    })
  })

  it('add the id of a change to its answer, because models do not see other members', async () => {
    await makeCollection(service, 'letters', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    const history = { toolsets: 'history' }
    const args = { collection: 'letters', data: { title: 'One' } }
    const made = await resultOf(service, 'content_create', args, history)
    const changeId = expect.stringMatching(/^[0-9A-Z]{26}$/)
    expect(made).toMatchObject({ item: { data: { title: 'One' } }, changeId })
    const { id } = made.item
    const target = { collection: 'letters', id }

    const call = {
      name: 'content_update',
      arguments: { ...target, data: { title: 'Two' }, fields: ['title'] },
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    const headers = { 'mcp-protocol-version': '2025-06-18' }
    const { result } = (await send(service, message, { ...history, headers })).body
    expect(result.structuredContent.changeId).toBe(result._meta.changeId)
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)

    const publish = { ...message, params: { name: 'content_publish', arguments: target } }
    const [bySdk] = (await send(service, [publish], history)).body
    expect(JSON.parse(bySdk.result.content[0].text).changeId).toBe(bySdk.result._meta.changeId)

    expect(await resultOf(service, 'content_update', { ...target, data: {} })).not.toHaveProperty('changeId')
    expect(await resultOf(service, 'content_get', target, history)).not.toHaveProperty('changeId')
    const tried = await resultOf(service, 'content_unpublish', { ...target, dryRun: true }, history)
    expect(tried).not.toHaveProperty('changeId')

    const { changeId: unpublished } = await resultOf(service, 'content_unpublish', target, history)
    await resultOf(service, 'changes_undo', { id: unpublished }, history)
    expect((await resultOf(service, 'content_get', target)).item.status).toBe('published')
  })

  it('of change-sets come with a grant that is limited to these', async () => {
    const { token } = await service.person(30, ['content:read', 'content:write'], 'latest', {
      changeSetsOnly: true,
    })
    const names = async (toolsets?: string): Promise<string[]> => {
      const { body } = await send(service, list, { token, ...(toolsets !== undefined && { toolsets }) })
      return body.result.tools.map(({ name }: { name: string }) => name)
    }
    expect(await names()).toEqual(namesIn('changes'))
    expect(await names('media')).toEqual(namesIn('media', 'changes'))
    const sets = bound.find(({ toolset }) => toolset === 'changes')?.tool ?? ''
    expect(await callTool(service, sets, {}, { token })).not.toMatchObject({ code: -32602 })
  })

  it('that do not exist are refused by name', async () => {
    const refused = await send(service, list, { toolsets: 'site,medai' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain('there is no toolset "medai". Did you mean "media"?')
    expect((await send(service, list, { toolsets: 'x'.repeat(300) })).status).toBe(400)
    expect((await send(service, list, { toolsets: '__proto__' })).status).toBe(400)
  })
})
