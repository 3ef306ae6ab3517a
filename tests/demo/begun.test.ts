import { makeDemo } from '@octavo/demo/run'
import { readState, replaceState } from '@octavo/demo/state-store'
import type { Services } from '@octavo/server/core/context'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { censusOf } from '../setup/demo.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** The same services, whose database breaks after some transactions, as if the process were killed. */
function breakingAfter(services: Services, most: number): Services {
  let count = 0
  const database = new Proxy(services.database, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (key !== 'transaction') return value.bind(target)
      return (...args: Parameters<Services['database']['transaction']>) =>
        ++count > most ? Promise.reject(new Error('killed')) : target.transaction(...args)
    },
  })
  return { ...services, database }
}

/** What a few seconds do: the process that was killed says nothing any more. */
async function letTurnExpire({ database }: Services): Promise<void> {
  const before = await readState(database.reader)
  if (before === null) return
  const after = JSON.stringify({ ...(JSON.parse(before) as object), until: 0 })
  await database.transaction('write', (tx) => replaceState(tx, before, after))
}

describe.each(engines)('a demo that is interrupted, on %s', (engine) => {
  const env = { OCTAVO_LOCALES: 'en,de' }
  let whole: TestService
  let service: TestService

  beforeAll(async () => {
    whole = await startService(engine, { env })
    service = await startService(engine, { env })
    // Two that begin together make it once.
    const outcomes = await Promise.all([makeDemo(whole.services), makeDemo(whole.services)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['made', 'present'])
  })
  afterAll(async () => {
    await whole.close()
    await service.close()
  })

  it('goes on where it was, as often as it takes, and is the same at the end', async () => {
    // Within the collections, and within the items.
    for (const most of [40, 400]) {
      await expect(makeDemo(breakingAfter(service.services, most))).rejects.toThrow('killed')
      await letTurnExpire(service.services)
      service.clock.forward(60_000)
    }
    expect((await makeDemo(service.services)).kind).toBe('made')
    expect(await makeDemo(service.services)).toEqual({ kind: 'present' })
    expect(await censusOf(service.services)).toEqual(await censusOf(whole.services))
  }, 120_000)
})

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
