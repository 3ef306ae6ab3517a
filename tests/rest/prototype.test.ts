import { describe, expect, it } from 'vitest'
import { engines, startService } from '../setup/service.ts'

describe.each(engines)('keys that reach for prototypes on %s', (engine) => {
  it('are refused wherever they stand, and change nothing', async () => {
    const service = await startService(engine)
    const posts = { slug: 'posts', label: 'Posts' }
    await service.ask('POST', '/schema/collections', { body: posts })
    await service.ask('POST', '/schema/collections/posts/fields', {
      body: { slug: 'any', label: 'Any', type: 'json' },
    })
    const bodies = [
      '{"__proto__":{"status":"published"}}',
      '{"data":{"__proto__":{"any":1}}}',
      '{"data":{"any":{"deep":[{"__proto__":null}]}}}',
    ]
    for (const body of bodies) {
      const answer = await service.ask('POST', '/content/posts', { body })
      expect(answer.status, body).toBe(400)
      expect(answer.body.error.details.issues[0].path).toContain('__proto__')
    }
    const named = await service.ask('POST', '/schema/collections', {
      body: '{"slug":"pages","label":"Pages","__proto__":{"labelSingular":"INHERITED"}}',
    })
    expect(named.status).toBe(400)
    expect((await service.ask('GET', '/content/posts')).body.data.items).toEqual([])
    await service.close()
  })
})
