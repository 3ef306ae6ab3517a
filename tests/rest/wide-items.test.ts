import { limits } from '@octavo/contract/limits'
import { describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService } from '../setup/service.ts'

/** characters that no compression makes shorter */
const noise = (seed: number): string =>
  Array.from({ length: 200 }, (_, index) =>
    String.fromCharCode(33 + ((Math.imul(seed * 977 + index + 1, 0x9e37_79b1) >>> 8) % 94)),
  ).join('')

const texts = Math.floor(limits.columnsPerCollection / 2)

// 23 characters are the longest that PostgreSQL keeps in the row itself.
describe.each(engines)('a collection of as many texts as there can be, on %s', (engine) => {
  it('keeps items whose texts are all long, and refuses one text more', { tags: 'long' }, async () => {
    const service = await startService(engine)
    const fields = Array.from({ length: texts }, (_, index) => ({ slug: `text_${index}`, type: 'string' }))
    await makeCollection(service, 'wide', { supports: ['drafts', 'revisions'], fields })
    for (const length of [23, 200]) {
      const data = Object.fromEntries(fields.map(({ slug }, index) => [slug, noise(index).slice(0, length)]))
      const body = { data, status: 'published' }
      const { item } = dataOf(await service.ask('POST', '/content/wide', { body }), 201)
      expect(item.data).toEqual(data)
    }
    const add = (slug: string, type: string) =>
      service.ask('POST', '/schema/collections/wide/fields', { body: { slug, type, label: slug } })
    expectFailure(await add('more', 'text'), '400 SCHEMA_ERROR', String(limits.columnsPerCollection))
    dataOf(await add('kind', 'datetime'), 201)
    const widened = await service.ask('PATCH', '/schema/collections/wide/fields/kind', {
      body: { type: 'string' },
    })
    expectFailure(widened, '400 SCHEMA_ERROR', String(limits.columnsPerCollection))
    await service.close()
  })
})
