import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { importExport, reportOf } from '../setup/exports.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const start = Date.parse('2020-06-01T12:00:00.000Z')
const posts = 100

describe.each(engines)('scheduled posts whose time passes during the import, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it('become live with that time, and later ones stay scheduled', async () => {
    let seconds = 0
    // Each look at the clock takes a second, so that the times of some posts pass between conversion and writing.
    // However long it takes on a busy machine, those of the later half do not.
    const most = (posts * 5) / 2
    Object.defineProperty(service.clock, 'now', {
      get: () => new Date(start + Math.min(seconds++, most) * 1000),
    })
    const items = Array.from({ length: posts }, (_, index) => ({
      title: `Post ${index}`,
      name: `post-${index}`,
      status: 'future',
      date: new Date(start + index * 5000).toISOString().slice(0, 19).replace('T', ' '),
    }))
    const job = await importExport(service, { items })
    const rows = await reportOf(service, job.analysisId)
    expect(rows.filter(({ outcome }) => outcome !== 'created')).toEqual([])
    const { items: made } = dataOf(await service.ask('GET', `/content/posts?limit=${posts}`))
    expect(made).toHaveLength(posts)
    expect(new Set(made.map(({ status }: Any) => status))).toEqual(new Set(['published', 'scheduled']))
    for (const { slug, status, scheduledAt, publishedAt } of made as Any[]) {
      const time = new Date(start + Number(slug.slice('post-'.length)) * 5000).toISOString()
      expect([status, scheduledAt ?? publishedAt], slug).toEqual([
        scheduledAt === null ? 'published' : 'scheduled',
        time,
      ])
    }
  })
})
