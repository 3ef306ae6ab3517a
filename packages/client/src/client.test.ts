import { operationList } from '@octavo/contract/operations/registry'
import { describe, expect, it } from 'vitest'
import { createClient, OctavoApiError } from './client.ts'

interface Sent {
  url: string
  init: RequestInit
}

/** A client of a service that records requests and returns prepared answers. */
function clientOf(answer: () => Response = () => Response.json({ success: true, data: {} })) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return answer()
  }
  return { sent, client: createClient({ baseUrl: 'https://cms.example.com/', token: 'cms_pat_x', fetch }) }
}

async function failureOf(call: Promise<unknown>): Promise<OctavoApiError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(OctavoApiError)
  return error as OctavoApiError
}

describe('the client', () => {
  it('has a function for every operation that REST opens, and for no other', () => {
    const { client } = clientOf()
    const names = Object.entries(client).flatMap(([resource, calls]) =>
      Object.keys(calls).map((verb) => `${resource}.${verb}`),
    )
    expect(names).toEqual(operationList.filter(({ rest }) => rest !== undefined).map(({ name }) => name))
  })

  it('places an input in path, query and body', async () => {
    const { client, sent } = clientOf()
    await client.content.publish(
      { collection: 'posts', id: 'über/uns?', locale: 'de', _rev: '3' },
      { ifMatch: '3' },
    )
    const [{ url, init }] = sent as [Sent]
    expect(url).toBe('https://cms.example.com/_cms/api/content/posts/%C3%BCber%2Funs%3F/publish?locale=de')
    expect(init).toMatchObject({ method: 'POST', body: '{"_rev":"3"}' })
    expect(Object.fromEntries(new Headers(init.headers))).toEqual({
      authorization: 'Bearer cms_pat_x',
      'content-type': 'application/json',
      'if-match': '"3"',
    })
  })

  it('sends no body, and no type of one, where there is nothing to say', async () => {
    const { client, sent } = clientOf()
    await client.content.publish({ collection: 'posts', id: 'x', _rev: undefined })
    await client.content.delete({ collection: 'posts', id: 'x', _rev: '3' })
    expect(sent.map(({ init }) => [init.body, new Headers(init.headers).has('content-type')])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(sent[1]?.url).toMatch(/\/x\?_rev=3$/)
  })

  it.each(['', '.', '..'])('refuses %j in a path, where it would lead elsewhere', async (fieldSlug) => {
    const { client, sent } = clientOf()
    const error = await failureOf(client.schema.deleteField({ collectionSlug: 'posts', fieldSlug }))
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: 'fieldSlug', message: 'must not be empty, "." or ".."' }] },
    })
    expect(sent).toEqual([])
  })

  it.each([
    ['where.rating.gte', { rating: { gte: undefined } }],
    ['where.or.1.author', { or: [{ rating: 1 }, { author: undefined }] }],
    ['where.rating.in.0', { rating: { in: [undefined] } }],
  ])('refuses a filter without a value at %s, which would find or change more', async (path, where) => {
    const { client, sent } = clientOf()
    for (const call of [
      client.content.list({ collection: 'posts', where }),
      client.content.bulk({ collection: 'posts', where, action: 'delete' }),
    ]) {
      const { code, message, details } = await failureOf(call)
      expect([code, message]).toEqual(['VALIDATION_ERROR', expect.stringContaining(`${path}: must not be`)])
      expect(details['issues']).toMatchObject([{ path }])
    }
    await client.content.list({ collection: 'posts', where: undefined })
    await client.content.bulk({ collection: 'posts', where: { author: 'x' }, action: 'delete' })
    expect(sent.map(({ init }) => init.body)).toEqual([null, '{"where":{"author":"x"},"action":"delete"}'])
  })

  it('reports an error of the service with all details', async () => {
    const body = { success: false, error: { code: 'CONFLICT', message: 'Changed.', details: { _rev: '4' } } }
    const { client } = clientOf(() =>
      Response.json(body, { status: 409, headers: { 'x-request-id': 'abc-1' } }),
    )
    expect(await failureOf(client.schema.listCollections())).toMatchObject({
      name: 'OctavoApiError',
      code: 'CONFLICT',
      status: 409,
      message: 'Changed.',
      details: { _rev: '4' },
      requestId: 'abc-1',
    })
  })

  it.each([
    ['seconds', () => '7', 7],
    ['a time', () => new Date(Date.now() + 60_000).toUTCString(), 60],
    ['a time that is over', () => new Date(0).toUTCString(), 0],
    ['nonsense', () => 'soon', null],
  ])('reports when to try again, given as %s', async (_, value, expected) => {
    const { client } = clientOf(
      () => new Response('busy', { status: 429, headers: { 'retry-after': value() } }),
    )
    const { retryAfter } = await failureOf(client.schema.listCollections())
    if (expected === null) expect(retryAfter).toBe(null)
    else expect(Math.abs((retryAfter ?? Infinity) - expected)).toBeLessThanOrEqual(1)
  })

  it.each([
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    [
      'a page of something else',
      () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['JSON of something else', () => Response.json([1])],
    ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
  ])('does not take %s for an answer', async (_, answer) => {
    const { client } = clientOf(answer)
    expect(await failureOf(client.schema.export({ format: 'typescript' }))).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      requestId: null,
    })
  })
})
