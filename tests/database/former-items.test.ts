import { formerItems } from '@octavo/server/platform/database/migrations/060-former-items'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(engines)('items that were deleted before it was recorded where they were, on %s', (engine) => {
  it('are taken from the audit log', async () => {
    const service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    try {
      const fields = [{ slug: 'title', type: 'string' }]
      for (const slug of ['posts', 'pages'])
        await makeCollection(service, slug, { supports: ['drafts'], fields })
      const german = { data: {}, locale: 'de', status: 'published' }
      const { item } = dataOf(await service.ask('POST', '/content/posts', { body: german }), 201)
      dataOf(await service.ask('DELETE', `/content/posts/${item.id}`))
      const page = await makeItem(service, 'pages', { state: 'trash' })
      await makeItem(service, 'posts', { state: 'trash' })
      for (const path of [`posts/${item.id}`, `pages/${page.id}`])
        dataOf(await service.ask('DELETE', `/content/${path}/permanent`))
      dataOf(await service.ask('DELETE', '/schema/collections/pages'))
      const stored = () => rowsOf(service, 'SELECT * FROM former_items ORDER BY id')
      const recorded = await stored()
      expect(recorded).toEqual([
        { id: item.id, collection_id: expect.stringMatching(/.{26}/), locale: 'de' },
        { id: page.id, collection_id: expect.stringMatching(/.{26}/), locale: 'en' },
      ])
      const escaped = String.raw`'{"locale":"de","data.title":"\u0000"}'`
      await service.services.database.transaction('write', async (tx) => {
        await tx.run('DELETE FROM former_items', [])
        await tx.run(
          `INSERT INTO audit_log (id, door, action, target_type, target_id, target_name, facts_before)
            VALUES ('0', 'rest', 'content.deletePermanently', 'content', 'old', 'posts/old', ${escaped})`,
          [],
        )
        for (const statement of formerItems)
          if (typeof statement === 'object' && 'embedded' in statement)
            await tx.run(engine === 'sqlite' ? statement.embedded : statement.server, [])
      })
      // The collection of the other one is gone.
      expect(await stored()).toEqual([
        recorded[0],
        { ...recorded[1], collection_id: '' },
        { id: 'old', collection_id: recorded[0]?.['collection_id'], locale: engine === 'sqlite' ? 'de' : '' },
      ])
    } finally {
      await service.close()
    }
  })
})
