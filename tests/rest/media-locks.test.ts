import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { picture, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import { startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { rowsOf } from '../setup/tables.ts'

/** A change of a file counts as a change of the live items that show it, so both must not miss each other. */
describe('publishing an item while a file that it shows is changed, on postgres', () => {
  let service: TestService
  let other: Client
  beforeAll(async () => {
    service = await startService('postgres')
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'hero', type: 'image' },
        { slug: 'body', type: 'portableText' },
      ],
    })
    other = new Client({ connectionString: service.services.config.databaseUrl ?? '' })
    await other.connect()
  })
  afterAll(async () => {
    await other?.end()
    await service.close()
  })

  const waitsForRows = (): Promise<unknown[]> =>
    rowsOf(
      service,
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%media%'`,
    )

  it.each([
    ['by its id', ({ id }) => ({ hero: { id } })],
    ['in its rich text', ({ id, url }) => ({ body: [{ _type: 'image', id, url }] })],
    [
      'by its address alone',
      ({ url }) => ({
        body: [
          {
            _type: 'block',
            style: 'normal',
            markDefs: [{ _key: 'l', _type: 'link', href: url }],
            children: [{ _type: 'span', text: 'file', marks: ['l'] }],
          },
        ],
      }),
    ],
  ] as const satisfies readonly (readonly [string, (media: { id: string; url: string }) => object])[])(
    'waits for the change: %s',
    async (_, dataWith) => {
      const media = await uploaded(service, { content: await picture() })
      const { id } = await make(service, '/content/posts', { data: dataWith(media) })
      await other.query('BEGIN')
      await other.query('SELECT id FROM media WHERE id = $1 FOR UPDATE', [media.id])
      const publishing = service.ask('POST', `/content/posts/${id}/publish`)
      try {
        await vi.waitFor(async () => expect(await waitsForRows()).toHaveLength(1), { timeout: patience })
      } finally {
        await other.query('COMMIT')
      }
      dataOf(await publishing)
    },
  )
})
