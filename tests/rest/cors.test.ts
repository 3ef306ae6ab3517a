import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCollection, makeItem } from '../setup/content.ts'
import { startService, type TestService } from '../setup/service.ts'

const origin = 'https://app.example.com'

describe('requests of browsers from other origins', () => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService('sqlite', {
      env: { OCTAVO_CORS_ORIGINS: `${origin},https://b.example.com` },
    })
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    id = (await makeItem(service, 'posts')).id
  })
  afterAll(() => service.close())

  it.each(['/content/posts/ID', '/content/posts', '/schema/collections', '/content/posts/none', '/none'])(
    'may read %s when the origin is allowed, and not when it is another',
    async (path) => {
      const ask = async (from: string): Promise<unknown> =>
        (await service.ask('GET', path.replace('ID', id), { headers: { origin: from } })).headers[
          'access-control-allow-origin'
        ]
      expect(await ask(origin)).toBe(origin)
      expect(await ask('https://evil.example')).toBeUndefined()
    },
  )

  it('lets scripts see the tag of an item, and tells caches that the origin matters', async () => {
    const { headers } = await service.ask('GET', `/content/posts/${id}`, { headers: { origin } })
    for (const name of ['ETag', 'Content-Range', 'Accept-Ranges']) {
      expect(headers['access-control-expose-headers']).toContain(name)
    }
    expect(headers['vary']).toMatch(/origin/i)
    expect(headers['etag']).toMatch(/^".+"$/)
  })

  it('answers what browsers ask beforehand', async () => {
    const answer = await service.ask('OPTIONS', `/content/posts/${id}`, {
      token: null,
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('PUT')
    expect(answer.headers['access-control-allow-headers']).toContain('if-match')
  })
})
