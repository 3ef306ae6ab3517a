import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const services = new Map<string, TestService>()
const tidying = new Map<TestService, (signal: AbortSignal) => Promise<void>>()

beforeAll(async () => {
  for (const engine of engines) {
    const service = await startService(engine)
    services.set(engine, service)
    const { live } = service.services.indexers
    tidying.set(service, live.tidy.bind(live))
    // Only the tests call it, not the job of the service.
    vi.spyOn(live, 'tidy').mockResolvedValue()
  }
})
afterAll(async () => {
  for (const service of services.values()) await service.close()
})

/** Publishes items one by one; the search behind each writes its words into the index. */
async function filled(engine: string): Promise<TestService> {
  const service = services.get(engine) as TestService
  await makeSearchable(service, 'posts')
  for (let index = 0; index < 6; index++) {
    await publishItem(service, 'posts', { title: `word${index} everywhere` })
    await titles(service, `word${index}`)
  }
  return service
}

async function numberOf({ services: { database } }: TestService, sql: string): Promise<number> {
  const [row] = await database.reader.rows<{ n: number }>(sql, [])
  return Number(row?.n)
}

async function tidy(service: TestService): Promise<void> {
  await tidying.get(service)?.(new AbortController().signal)
}

it('joins the segments of the index on sqlite', async () => {
  const service = await filled('sqlite')
  const segments = 'SELECT count(DISTINCT segid) AS n FROM search_index_idx'
  const before = await numberOf(service, segments)
  expect(before).toBeGreaterThan(3)
  await tidy(service)
  expect(await numberOf(service, segments)).toBe(1)
  expect(await titles(service, 'word3')).toEqual(['word3 everywhere'])
  expect(await titles(service, 'everywhere')).toHaveLength(6)
})

it('empties the list of pending entries on postgres', async () => {
  const service = await filled('postgres')
  await tidy(service)
  const pages = `SELECT gin_clean_pending_list('search_index_words') AS n`
  expect(await numberOf(service, pages)).toBe(0)
  expect(await titles(service, 'everywhere')).toHaveLength(6)
  await publishItem(service, 'posts', { title: 'later everywhere' })
  await titles(service, 'later')
  expect(await numberOf(service, pages)).toBeGreaterThan(0)
})
