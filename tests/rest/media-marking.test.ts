import { markWritten } from '@octavo/server/content/media/marking'
import { describe, expect, it, vi } from 'vitest'
import { makeCollection } from '../setup/content.ts'
import { engines, startService } from '../setup/service.ts'

describe.each(engines)('references that nodes of an older release write, on %s', (engine) => {
  it('are not looked for in a database that was new with this release', async () => {
    const service = await startService(engine)
    const fields = [{ slug: 'cover', type: 'image' }]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    const { services } = service
    const rows = vi.spyOn(services.database.reader, 'rows')
    // Of its own: jobs of the service may write meanwhile.
    const transaction = vi.fn<() => void>()
    const database = Object.assign(Object.create(services.database), { transaction })
    await markWritten({ ...services, database, clock: () => new Date() }, new AbortController().signal)
    // Jobs of the service read at any time, but nothing that holds content.
    const statements = rows.mock.calls.map(([sql]) => sql)
    expect(statements).toContainEqual(expect.stringContaining('FROM migrations'))
    expect(statements.filter((sql) => /FROM (sections|widgets|revisions|content_)/.test(sql))).toEqual([])
    expect(transaction).not.toHaveBeenCalled()
    await service.close()
  })
})
