import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { startService } from '../setup/service.ts'

it('an embedded database that another process keeps locked is not available for writes', async () => {
  const service = await startService('sqlite')
  await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  const other = new Sqlite(join(service.services.config.dataDir, 'octavo.db'))
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now')
  const body = { data: { title: 'T' } }
  /** The wait for the lock is over soon. */
  const failing = async (): Promise<Awaited<ReturnType<typeof service.ask>>> => {
    const begun = now()
    clock.mockImplementation(() => (now() - begun < 200 ? now() : now() + 60_000))
    return service.ask('POST', '/content/posts', { body })
  }
  try {
    other.exec('BEGIN IMMEDIATE')
    const answer = await failing()
    expectFailure(answer, '503 UNAVAILABLE', 'database')
    expect(answer.headers['retry-after']).toBe('5')
    expect((await service.ask('GET', '/content/posts')).status).toBe(200)
    other.exec('ROLLBACK')
    clock.mockRestore()
    expect((await service.ask('POST', '/content/posts', { body })).status).toBe(201)
  } finally {
    clock.mockRestore()
    other.close()
    await service.close()
  }
})
