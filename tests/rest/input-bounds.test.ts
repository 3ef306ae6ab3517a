import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, send } from '../setup/mcp.ts'
import { send as sendToOAuth } from '../setup/oauth.ts'
import { startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'meta', type: 'json' },
  { slug: 'body', type: 'portableText' },
  { slug: 'tags', type: 'multiSelect', validation: { options: ['a', 'b'] } },
  { slug: 'related', type: 'reference', options: { collection: 'posts', allowMultiple: true } },
]

const members = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"key${index}":1`).join(',')
const list = (count: number, element: string): string => `[${Array(count).fill(element).join(',')}]`
const post = (data: string): string => `{"data":${data}}`

/** bytes that no answer to bad input needs */
const largeAnswer = 100_000

describe('bounds on input', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' } })
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
  })
  afterAll(() => service.close())

  it.each([
    ['members of one object', post(`{${members(20_001)}}`), '20,000'],
    [
      'members of an object deep in JSON',
      post(`{"meta":[1,{"a":"\\"{","b":{${members(20_001)}}}]}`),
      '20,000',
    ],
    ['the same member again and again', post(`{${list(20_001, '"title":1').slice(1, -1)}}`), '20,000'],
    ['values', post(`{"meta":${list(300_001, '1')}}`), '300,000'],
    ['objects', post(`{"meta":${list(150_001, '{}')}}`), '300,000'],
    ['levels', post(`{"meta":${'['.repeat(300_001)}${']'.repeat(300_001)}}`), '300,000'],
  ])('a body with too many %s is refused before it is read', async (_, body, mention) => {
    const answer = await service.ask('POST', '/content/posts', { body })
    expectFailure(answer, '413 PAYLOAD_TOO_LARGE', mention)
    const overMcp = await send(service, body)
    expect([overMcp.status, overMcp.body.error.code]).toEqual([413, -32000])
    expect(overMcp.body.error.message).toContain(mention)
  })

  const initialize = (capabilities: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":${capabilities},"clientInfo":{"name":"a","version":"1"}}}`
  it.each([
    ['capabilities', initialize(`{"experimental":{${members(1000)}}}`)],
    ['deep capabilities', initialize(`{"experimental":{"a":${list(1000, '{}')}}}`)],
    ['metadata', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${members(1000)}}}}`],
    ['parameters', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${members(1000)}}}`],
    ['members', `{"jsonrpc":"2.0","id":1,"method":"tools/list",${members(1000)}}`],
    ['results', `{"jsonrpc":"2.0","id":1,"result":{${members(1000)}}}`],
    [
      'arguments beside others',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"a":1},"name":"content_get","arguments":{${members(1000)}}}}`,
    ],
  ])(
    'a message over MCP with too many values in its %s is refused before the SDK validates it',
    async (_, body) => {
      const mention = 'it has at most 1,000 values beside those in the arguments of its tool'
      const answer = await send(service, body)
      expect([answer.status, answer.body.error.code]).toEqual([413, -32000])
      expect(answer.body.error.message).toContain(mention)
      if (!body.includes('"initialize"')) expect((await send(service, `[${body}]`)).text).toContain(mention)
    },
  )

  it('a message over MCP may have many values in the arguments of its tool', async () => {
    const data = `{"title":"T","meta":${list(5000, '1')}}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"a":1},"name":"content_create","arguments":{"collection":"posts","data":${data}}}}`
    const answer = await send(service, body)
    expect([answer.status, answer.body.result.isError], answer.text).toEqual([200, undefined])
  })

  it.each([
    ['unknown fields', `{${members(20_000)}}`, 'data.key99'],
    ['elements that are no choice', `{"tags":${list(1000, '"x"')}}`, 'data.tags.99'],
    ['references that are none', `{"related":${list(1000, '1')}}`, 'data.related.99'],
    ['blocks that are none', `{"body":${list(200_000, '1')}}`, 'data.body.99'],
    [
      'children that are none',
      `{"body":[{"_type":"block","children":${list(140_000, '{}')}}]}`,
      'data.body.0.children.99._type',
    ],
    ['unsafe texts', `{"meta":${list(200_000, '"\\u0000"')}}`, 'data.meta.99'],
  ])('of many %s a hundred are named', async (_, data, last) => {
    const answer = await service.ask('POST', '/content/posts', { body: post(data) })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toHaveLength(100)
    expect(issuePaths(answer).at(-1)).toBe(last)
    expect(answer.text.length).toBeLessThan(largeAnswer)
    const args = { collection: 'posts', data: JSON.parse(data) as unknown }
    const outcomeOfTool = await callTool(service, 'content_create', args)
    expect(outcomeOfTool).toMatchObject({ kind: 'failed', text: expect.stringMatching(/- and \d+ more/) })
    expect(JSON.stringify(outcomeOfTool).length).toBeLessThan(largeAnswer)
  })

  it('says how many more problems there are, and guesses what was meant for the first five', async () => {
    const body = post(`{${Array.from({ length: 2000 }, (_, index) => `"titl${index}":1`).join(',')}}`)
    const { error } = (await service.ask('POST', '/content/posts', { body })).body
    expect(error.message).toContain('and 1995 more')
    expect(error.details.more).toBe(1900)
    const hinted = error.details.issues.filter(({ message }: { message: string }) => message.includes('mean'))
    expect(hinted).toHaveLength(5)
  })

  it.each([
    ['POST', '/content/posts', `{${members(20_000)}}`],
    ['POST', '/schema/collections/posts/fields/reorder', `{"fieldSlugs":${list(200_000, '1')}}`],
    ['POST', '/schema/collections', `{"slug":"x","label":"X",${members(19_000)}}`],
    ['POST', '/menus', `{"name":"x","label":"X","more":${list(140_000, '{}')}}`],
    ['POST', '/settings', `{"title":"${'x'.repeat(2_000_000)}"}`],
  ])('%s %s takes so many values and characters beside content', async (method, path, body) => {
    const answer = await service.ask(method, path, { body })
    expectFailure(answer, '400 VALIDATION_ERROR', 'an input has at most')
    expect(issuePaths(answer).length).toBeLessThan(2)
    expect(answer.text.length).toBeLessThan(1000)
  })

  it('arguments of a tool have the same bounds', async () => {
    const outcomeOfTool = await callTool(service, 'content_list', {
      collection: 'posts',
      fields: Array(200_000).fill('x'),
    })
    expect(outcomeOfTool).toMatchObject({ kind: 'failed', text: expect.stringContaining('10000 values') })
  })

  it('a long key is cut in the answer', async () => {
    const body = post(`{"${'x'.repeat(1_000_000)}":1}`)
    const answer = await service.ask('POST', '/content/posts', { body })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.text.length).toBeLessThan(5000)
  })

  it.each([
    '/setup/admin',
    '/setup/admin/verify',
    '/auth/invite/accept',
    '/auth/magic-link/send',
    '/auth/passkey/options',
    '/auth/passkey/verify',
  ])('%s takes 64 KB of anybody', async (path) => {
    const ask = (length: number) =>
      service.ask('POST', path, {
        token: null,
        headers: { 'x-octavo-request': '1' },
        body: `{"x":"${'x'.repeat(length - 8)}"}`,
      })
    expectFailure(await ask(65_537), '413 PAYLOAD_TOO_LARGE', '64 KB')
    expect(outcome(await ask(65_536))).not.toMatch(/^413/)
  })

  const filled = (part: (index: number) => string, length = 60_000): string => {
    const parts: string[] = []
    for (let index = 0, size = 0; size < length; index++) {
      const next = part(index)
      parts.push(next)
      size += next.length
    }
    return parts.join('')
  }

  it.each([
    ['unknown keys', `{${filled((index) => `"key${index}":1,`)}"x":1}`, '1,000'],
    ['numbers', `{"response":[${filled(() => '1,')}1]}`, '1,000'],
    ['empty lists', `{"response":[${filled(() => '[],')}1]}`, '1,000'],
    ['nested lists', `{"response":${'['.repeat(101)}${']'.repeat(101)}}`, 'levels'],
    ['lists that never close', `{"response":${'['.repeat(60_000)}`, '1,000'],
  ])('the body of a public operation is refused before it is parsed: %s', async (_, body, mention) => {
    const paths = ['/auth/passkey/options', '/auth/magic-link/send', '/setup/admin', '/oauth/token']
    for (const path of paths) {
      const headers = { 'x-octavo-request': '1', 'content-type': 'application/json' }
      const answer = await service.ask('POST', path, { token: null, headers, body })
      expect([path, answer.status]).toEqual([path, 413])
      expect(answer.text).toContain(mention)
    }
  })

  it.each(['/setup/status', '/content/posts', '/media/file/none.png'])(
    'an address with thousands of parameters is refused without naming them: %s',
    async (path) => {
      const query = Array.from({ length: 2000 }, (_, index) => `p${index}`).join('&')
      const answer = await service.ask('GET', `${path}?${query}`)
      expectFailure(answer, '400 VALIDATION_ERROR', 'at most 100')
      expect(answer.text.length).toBeLessThan(500)
    },
  )

  it('what is sent to an unknown address is not read', async () => {
    const sending = { token: null, headers: { 'content-type': 'application/json' }, body: '{' }
    expectFailure(await service.ask('POST', '/nothing', sending), '404 NOT_FOUND')
    expectFailure(await service.ask('PUT', '/setup/status', sending), '405 METHOD_NOT_ALLOWED')
  })

  it('a request of an app that no browser could come back to is refused', async () => {
    const answer = await sendToOAuth(service, 'POST', '/_cms/oauth/authorize', {
      form: { client_id: '%'.repeat(9000) },
    })
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined])
  })

  it('a public operation takes as many values as people need', async () => {
    const body = `{${filled((index) => `"key${index}":1,`, 10_000)}"x":1}`
    const answer = await service.ask('POST', '/auth/passkey/options', { token: null, body })
    expectFailure(answer, '400 VALIDATION_ERROR')
  })
})
