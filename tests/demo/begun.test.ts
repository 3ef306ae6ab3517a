import { makeDemo } from '@octavo/demo/run'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { breakingAfter, letTurnExpire } from '../setup/demo.ts'
import { engines, startService } from '../setup/service.ts'

describe.each(engines)('a demo that was begun, on %s', (engine) => {
  it('is not gone on with in collections that somebody else made since', async () => {
    const service = await startService(engine)
    await expect(makeDemo(breakingAfter(service.services, 12))).rejects.toThrow('killed')
    await letTurnExpire(service.services)
    dataOf(await service.ask('DELETE', '/schema/collections/categories?force=true'))
    const body = { slug: 'categories', label: 'Drawers', supports: [] }
    dataOf(await service.ask('POST', '/schema/collections', { body }), 201)
    const before = await service.ask('GET', '/schema')
    await expect(makeDemo(service.services)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('a collection "categories" already'),
    })
    expect((await service.ask('GET', '/schema')).text).toBe(before.text)
    await service.close()
  })
})
