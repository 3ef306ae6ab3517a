import { operations } from '@octavo/contract/operations/registry'
import { isDestructive } from '@octavo/contract/destructive'
import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { callTool, resultOf, send, modernMeta, modernRevision } from '../setup/mcp.ts'
import {
  answerConsent,
  askToken,
  exchangeForm,
  openConsent,
  parametersOf,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
} from '../setup/oauth.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const all: readonly Operation[] = Object.values(operations).flatMap((resource) => Object.values(resource))

it('every destructive tool is asked about', () => {
  const tools = all.filter(isDestructive).flatMap(({ mcp }) => (mcp === undefined ? [] : [mcp.tool]))
  expect(tools).toEqual(
    expect.arrayContaining([
      'content_delete',
      'content_permanent_delete',
      'content_discard_draft',
      'schema_delete_collection',
      'schema_delete_field',
      'media_delete',
    ]),
  )
})

describe.each(engines)('calls that have to be confirmed, on %s', (engine) => {
  let service: TestService
  let admin: Person
  let clientId: string
  let token: string

  beforeAll(async () => {
    service = await startService(engine)
    admin = await personWithSession(service, 50)
    clientId = await registerApp(service)
    token = (await granted()).access_token
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    await makeCollection(service, 'notes', { supports: ['drafts'], fields })
  })
  afterAll(() => service.close())

  async function granted(): Promise<{ access_token: string; refresh_token: string }> {
    const request = requestFor(clientId, { scope: 'content:read content:write media:write schema:write' })
    const page = await openConsent(service, admin, request)
    const changes = {
      confirmDestructive: 'yes',
      approved: ['content:read', 'content:write', 'media:write', 'schema:write'],
    }
    const { code = '' } = parametersOf(await answerConsent(service, admin, { page, changes }))
    return (await askToken(service, exchangeForm(code, request))).body
  }
  const newPost = async (): Promise<string> => (await makeItem(service, 'posts', { state: 'published' })).id
  const isThere = async (id: string): Promise<boolean> =>
    (await service.ask('GET', `/content/posts/${id}`)).status === 200

  it('say what they would do, and do it with the token of the answer', async () => {
    const args = { collection: 'posts', id: await newPost() }
    const first = await resultOf(service, 'content_delete', args, { token })
    expect(first).toMatchObject({
      confirm: expect.any(String),
      expiresAt: new Date(service.clock.now.getTime() + limits.confirmationTime).toISOString(),
      wouldDo: 'Move an item to the trash',
      call: args,
      notice: expect.stringContaining('Nothing was done yet'),
    })
    expect(await isThere(args.id)).toBe(true)
    const { confirm } = first
    expect(await resultOf(service, 'content_delete', { ...args, confirm }, { token })).toEqual({
      success: true,
    })
    expect(await isThere(args.id)).toBe(false)
  })

  it('are refused without the rights and with a bad input, as without confirmation', async () => {
    const missing = await callTool(service, 'content_delete', { collection: 'posts' }, { token })
    expect(missing).toMatchObject({ kind: 'failed', text: expect.stringContaining('id') })
    const permanent = await service.person(30, ['content:write'], 'latest', { confirmDestructive: true })
    const args = { collection: 'posts', id: await newPost() }
    const refused = await callTool(service, 'content_permanent_delete', args, { token: permanent.token })
    expect(refused).toMatchObject({ kind: 'refused' })
  })

  it('take no token of another call, person, app or time', async () => {
    const [one, other] = [await newPost(), await newPost()]
    const args = { collection: 'posts', id: one }
    const { confirm } = await resultOf(service, 'content_delete', args, { token })
    const person = (await service.person(50, ['admin'], 'latest', { confirmDestructive: true })).token
    const app = (await granted()).access_token
    const note = (await makeItem(service, 'notes', {})).id
    const attempts: [string, string, object][] = [
      [token, 'content_delete', { collection: 'posts', id: other, confirm }],
      [token, 'content_delete', { collection: 'notes', id: note, confirm }],
      [token, 'content_discard_draft', { ...args, confirm }],
      [token, 'content_delete', { ...args, _rev: '1-x', confirm }],
      [person, 'content_delete', { ...args, confirm }],
      [app, 'content_delete', { ...args, confirm }],
      [token, 'content_delete', { ...args, confirm: `${confirm}x` }],
      [token, 'content_delete', { ...args, confirm: confirm.replace(/^\d+/, '9999999999999') }],
      [token, 'content_delete', { ...args, confirm: '' }],
    ]
    for (const [of, name, given] of attempts) {
      const again = await resultOf(service, name, { ...given }, { token: of })
      expect(again.notice, JSON.stringify(given)).toContain('Nothing was done yet')
    }
    service.clock.forward(limits.confirmationTime)
    expect(await resultOf(service, 'content_delete', { ...args, confirm }, { token })).toHaveProperty(
      'confirm',
    )
    expect([await isThere(one), await isThere(other)]).toEqual([true, true])
  })

  it('are asked about over REST too, and after a refresh', async () => {
    const tokens = await granted()
    const next = (await refresh(service, clientId, tokens)).body.access_token
    const id = await newPost()
    const first = await service.ask('DELETE', `/content/posts/${id}`, { token: next })
    expectFailure(first, '409 CONFLICT', 'Nothing was done yet')
    const { reason, confirm } = first.body.error.details
    expect(reason).toBe('confirmationNeeded')
    const headers = { 'x-octavo-confirm': confirm as string }
    const elsewhere = await service.ask('DELETE', `/content/notes/${id}`, { token: next, headers })
    expectFailure(elsewhere, '409 CONFLICT')
    dataOf(await service.ask('DELETE', `/content/posts/${id}`, { token: next, headers }))
    for (const path of [
      '/media/x',
      '/menus/x',
      '/schema/collections/notes',
      '/schema/collections/notes/fields/title',
    ])
      expectFailure(
        await service.ask('DELETE', path, { token: next }),
        '409 CONFLICT',
        'Nothing was done yet',
      )
    dataOf(await service.ask('GET', '/content/notes'))
  })

  it('writes that destroy nothing are done at once', async () => {
    const args = { collection: 'posts', id: await newPost() }
    const changed = await resultOf(service, 'content_update', { ...args, data: { title: 'B' } }, { token })
    expect(changed.item.id).toBe(args.id)
  })

  it('declines end a question of the newer revision', async () => {
    const args = { collection: 'posts', id: await newPost() }
    const headers = {
      'mcp-protocol-version': modernRevision,
      'mcp-method': 'tools/call',
      'mcp-name': 'content_delete',
    }
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
    const ask = async (more: object) =>
      (
        await send(
          service,
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'content_delete', arguments: args, _meta, ...more },
          },
          { headers, token },
        )
      ).body.result
    const asked = await ask({})
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: { method: 'elicitation/create' } },
    })
    const { requestState } = asked
    const declined = await ask({ inputResponses: { confirm: { action: 'decline' } }, requestState })
    expect(declined).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('refused') }] })
    const forged = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } }
    expect(await ask({ ...forged, requestState: `9999999999999.${'A'.repeat(43)}` })).toMatchObject({
      resultType: 'input_required',
    })
    expect(await isThere(args.id)).toBe(true)
    expect(await ask({ ...forged, requestState })).toMatchObject({ structuredContent: { success: true } })
    expect(await isThere(args.id)).toBe(false)
  })
})

describe('an official client that shows questions', () => {
  let cluster: Cluster
  let service: Node
  let url: URL

  beforeAll(async () => {
    cluster = await startCluster('sqlite', 1)
    service = cluster.nodes[0] as Node
    url = new URL(`http://127.0.0.1:${await service.listen()}/_cms/api/mcp`)
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => cluster.close())

  it.each([true, false])('asks the person, who says %s', async (agrees) => {
    const { item } = dataOf(
      await service.ask('POST', '/content/posts', { body: { data: { title: 'A' } } }),
      201,
    )
    const token = await cluster.person(50, ['admin'], { confirmDestructive: true })
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: modernRevision } } },
    )
    let asked = ''
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked = params.message
      return agrees ? { action: 'accept', content: { confirm: true } } : { action: 'decline' }
    })
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    )
    await client.listTools()
    const args = { collection: 'posts', id: item.id }
    const result = await client.callTool({ name: 'content_delete', arguments: args })
    expect(asked).toContain('Move an item to the trash')
    expect(result.isError === true).toBe(!agrees)
    expect((await service.ask('GET', `/content/posts/${item.id}`)).status).toBe(agrees ? 404 : 200)
    await client.close()
  })
})
