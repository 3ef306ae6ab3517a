import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { modernMeta, modernRevision, send } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Listed {
  uri: string
  name: string
  title: string
  description: string
}

const about = { name: 'test', version: '1' }

describe.each(engines)('resources on %s', (engine) => {
  let service: TestService
  let live = ''
  let draft = ''

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const supports = ['drafts', 'revisions']
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'views', type: 'integer' },
      { slug: 'body', type: 'portableText' },
      { slug: 'notes', type: 'portableText' },
    ]
    await makeCollection(service, 'articles', { supports, fields })
    await makeCollection(service, 'empty', { supports, fields })
    await makeCollection(service, 'pages', { supports, fields })
    const data = { title: 'Live one', views: 3, body: '# Head\n\nA _text_.', notes: 'A note.' }
    live = await create('articles', { data, status: 'published' })
    draft = await create('pages', { data: { title: 'Draft one' }, locale: 'de' })
  })
  afterAll(() => service.close())

  const create = async (collection: string, body: object): Promise<string> =>
    dataOf(await service.ask('POST', `/content/${collection}?format=markdown`, { body }), 201).item.id
  const ask = async (method: string, params: object = {}, token?: string): Promise<Any> =>
    (
      await send(
        service,
        { jsonrpc: '2.0', id: 1, method, params },
        { ...(token !== undefined && { token }) },
      )
    ).body
  const read = (uri: string, token?: string): Promise<Any> => ask('resources/read', { uri }, token)
  const uriOf = (collection: string, id: string): string => `octavo://content/${collection}/${id}`
  const listAll = async (token?: string): Promise<Listed[]> => {
    const all: Listed[] = []
    let cursor: string | undefined
    do {
      const { result } = await ask('resources/list', cursor === undefined ? {} : { cursor }, token)
      all.push(...result.resources)
      cursor = result.nextCursor
    } while (cursor !== undefined)
    return all
  }

  it('are announced', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: about }
    expect((await ask('initialize', params)).result.capabilities).toEqual({
      tools: {},
      prompts: {},
      resources: {},
    })
  })

  it('are the items of all collections and locales', async () => {
    const all = await listAll()
    expect(all).toMatchObject([
      {
        uri: uriOf('articles', live),
        name: 'live-one',
        title: 'Live one',
        description: 'articles: published, en',
      },
      { uri: uriOf('pages', draft), title: 'Draft one', description: 'pages: draft, de' },
    ])
  })

  it('have a template', async () => {
    const { resourceTemplates } = (await ask('resources/templates/list')).result
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'octavo://content/{collection}/{id}' }])
  })

  it('are read as Markdown, with the values in front', async () => {
    const { contents } = (await read(uriOf('articles', live))).result
    expect(contents).toMatchObject([{ uri: uriOf('articles', live), mimeType: 'text/markdown' }])
    const { text } = contents[0]
    for (const line of [
      'collection: "articles"',
      'status: "published"',
      'data.title: "Live one"',
      'data.views: 3',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toContain('---\n\n<!-- field: body -->\n\n# Head\n\nA _text_.')
    expect(text).toContain('<!-- field: notes -->\n\nA note.')
    const bySlug = (await read(uriOf('articles', 'live-one'))).result.contents[0].text
    expect(bySlug).toBe(text)
  })

  it('are bounded: what has no room is named or cut', async () => {
    const line = `${'word '.repeat(30)}\n\n`
    const data = { title: 'x'.repeat(40_000), body: line.repeat(1100), notes: line.repeat(1100) }
    const id = await create('pages', { data })
    const { text } = (await read(uriOf('pages', id))).result.contents[0]
    expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024)
    expect(text).toContain('leftOut: ["the rest of data.notes"]')
    expect(text).toContain('<!-- cut: content_get with section')
    await service.ask('DELETE', `/content/pages/${id}`)
  })

  it('follow the rights of the caller', async () => {
    const subscriber = (await service.person(10, ['content:read'])).token
    expect((await listAll(subscriber)).map(({ uri }) => uri)).toEqual([uriOf('articles', live)])
    expect((await read(uriOf('pages', draft), subscriber)).error).toMatchObject({ code: -32602 })
    const site = (await service.person(50, ['content:read'], 'live')).token
    expect((await listAll(site)).map(({ uri }) => uri)).toEqual([uriOf('articles', live)])
    const limits = { collections: ['pages'] }
    const limited = (await service.person(40, ['content:read'], 'latest', limits)).token
    expect((await listAll(limited)).map(({ uri }) => uri)).toEqual([uriOf('pages', draft)])
    expect((await read(uriOf('articles', live), limited)).error).toMatchObject({ code: -32602 })
    const german = (await service.person(40, ['content:read'], 'latest', { locales: ['de'] })).token
    expect((await listAll(german)).map(({ uri }) => uri)).toEqual([uriOf('pages', draft)])
    const ofMedia = (await service.person(40, ['media:read'])).token
    for (const answer of [
      await ask('resources/list', {}, ofMedia),
      await read(uriOf('pages', draft), ofMedia),
    ])
      expect(answer.error).toMatchObject({
        code: -32600,
        message: 'Insufficient scope: requires content:read',
      })
  })

  it('of what is in the trash are gone', async () => {
    const id = await create('pages', { data: { title: 'Gone' } })
    await service.ask('DELETE', `/content/pages/${id}`)
    expect((await listAll()).map(({ title }) => title)).not.toContain('Gone')
    const { error } = await read(uriOf('pages', id))
    expect(error).toMatchObject({ code: -32602, data: { uri: uriOf('pages', id) } })
    expect(error.data).toEqual({ uri: uriOf('pages', id) })
  })

  it.each([
    ['no address', 'nonsense'],
    ['another scheme', 'file:///etc/passwd'],
    ['an unknown collection', 'octavo://content/nothing/abc'],
    ['another part', 'octavo://media/01J'],
    ['a wrong encoding', 'octavo://content/pages/%E0%A4%A'],
    ['a query', 'octavo://content/pages/draft-one?view=live'],
    ['a long one', `octavo://content/pages/${'x'.repeat(100_000)}`],
  ])('%s is refused', async (_, uri) => {
    const { error } = await read(uri)
    expect(error).toMatchObject({ code: -32602, data: { uri: uri.slice(0, 200) } })
    expect(JSON.stringify(error).length).toBeLessThan(1000)
  })

  it.each([
    ['that is none', 'nonsense!'],
    ['with half a byte', 'pages.0'],
    ['of no list', 'pages.00AB'],
    ['that is long', 'x'.repeat(10_000)],
    ['that is empty', ''],
  ])('a cursor %s is refused', async (_, cursor) => {
    expect((await ask('resources/list', { cursor })).error).toMatchObject({ code: -32602 })
  })

  it('come page by page, each once', async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `Many ${index}`)
    const ids: string[] = []
    for (const title of titles) ids.push(await create('empty', { data: { title } }))
    const { result } = await ask('resources/list')
    expect(result.resources).toHaveLength(50)
    expect(result.nextCursor).toEqual(expect.any(String))
    const all = (await listAll()).map(({ uri }) => uri)
    expect(all.toSorted()).toEqual(
      [uriOf('articles', live), uriOf('pages', draft), ...ids.map((id) => uriOf('empty', id))].toSorted(),
    )
  })

  it('say in the newer revision how long they can be kept', async () => {
    const ttlOf = async (method: string, params = {}): Promise<unknown> => {
      const name = (params as { uri?: string }).uri
      const headers = {
        'mcp-protocol-version': modernRevision,
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': name }),
      }
      const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta } }
      return (await send(service, body, { headers })).body.result.ttlMs
    }
    expect(await ttlOf('resources/list')).toBe(0)
    expect(await ttlOf('resources/read', { uri: uriOf('articles', live) })).toBe(0)
    expect(await ttlOf('resources/templates/list')).toBe(3_600_000)
  })

  it('are read by the official clients of both lines', async () => {
    await service.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.server.server.address() as { port: number }
    const url = new URL(`http://127.0.0.1:${port}/_cms/api/mcp`)
    const requestInit = { headers: { authorization: `Bearer ${service.token}` } }
    const old = new OldClient(about)
    await old.connect(new OldTransport(url, { requestInit }) as never)
    const pinned = { versionNegotiation: { mode: { pin: modernRevision } } } as const
    const current = new NewClient(about, pinned)
    await current.connect(new NewTransport(url, { requestInit }))
    for (const client of [old, current]) {
      const { resources } = await client.listResources()
      const uri = uriOf('articles', live)
      expect(resources.map((resource) => resource.uri)).toContain(uri)
      expect(await client.readResource({ uri })).toMatchObject({
        contents: [{ uri, mimeType: 'text/markdown' }],
      })
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1)
      await expect(client.readResource({ uri: uriOf('articles', 'nothing') })).rejects.toMatchObject({
        code: -32602,
      })
      await client.close()
    }
  })
})
