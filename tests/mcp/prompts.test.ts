import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modernMeta, modernRevision, send } from '../setup/mcp.ts'
import { startService, type TestService } from '../setup/service.ts'
import type { Answer } from '../setup/service.ts'

describe('prompts', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.close())

  const ask = (method: string, params: object = {}): Promise<Answer> =>
    send(service, { jsonrpc: '2.0', id: 1, method, params })
  const get = (name: string, given: object): Promise<Answer> => ask('prompts/get', { name, arguments: given })

  it('are listed with their arguments', async () => {
    const { prompts } = (await ask('prompts/list')).body.result
    expect(prompts).toMatchObject([
      { name: 'review_drafts', title: 'Review drafts', arguments: [{ name: 'collection', required: true }] },
      { name: 'translate', arguments: [{ name: 'collection' }, { name: 'id' }, { name: 'locale' }] },
    ])
  })

  it('can be kept for an hour in the newer revision', async () => {
    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'prompts/list' }
    const body = { jsonrpc: '2.0', id: 1, method: 'prompts/list', params: { _meta: modernMeta } }
    expect((await send(service, body, { headers })).body.result).toMatchObject({ ttlMs: 3_600_000 })
  })

  it('have the arguments in their text', async () => {
    const { messages } = (await get('translate', { collection: 'posts', id: 'hello', locale: 'de' })).body
      .result
    expect(messages).toHaveLength(1)
    for (const word of ['posts', 'hello', 'de', 'translationOf'])
      expect(messages[0].content.text).toContain(word)
  })

  it.each([
    ['an unknown prompt', 'translat', { collection: 'a' }, 'Did you mean'],
    ['a missing argument', 'translate', { collection: 'a', id: 'b' }, 'locale'],
    ['an unknown argument', 'review_drafts', { collection: 'a', more: 'b' }, 'more'],
    ['an empty argument', 'review_drafts', { collection: ' ' }, 'collection'],
    ['a long argument', 'review_drafts', { collection: 'x'.repeat(201) }, 'collection'],
  ])('%s is refused', async (_, name, given, said) => {
    const { error } = (await get(name, given)).body
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) })
  })

  it('need a token', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'prompts/list' }
    expect((await send(service, body, { token: null })).status).toBe(401)
  })
})
