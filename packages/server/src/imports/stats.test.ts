import { expect, it } from 'vitest'
import { MetaStats } from './stats.ts'
import type { ExportItem } from './wxr/records.ts'

it('the fields for embedded pages, which have a hash in their names, are one of those left out', () => {
  const stats = new MetaStats()
  const hash = '26afb00b3c55411ff47bd585cbb4a4eb'
  const meta = [`_oembed_${hash}`, `_oembed_time_${hash}`, '_oembed_of_mine', '_edit_last'].map((key) => [
    key,
    '1',
  ])
  stats.add({ meta, terms: [] } as unknown as ExportItem)
  expect([...stats.leftOut]).toEqual(['_oembed_…', '_oembed_of_mine', '_edit_last'])
})

it('items with the same long custom field are counted together', () => {
  const key = 'k'.repeat(250)
  const stats = new MetaStats()
  for (const value of ['one', 'two']) stats.add({ meta: [[key, value]], terms: [] } as unknown as ExportItem)
  expect([...stats.keys]).toEqual([['k'.repeat(200), { count: 2, samples: ['one', 'two'] }]])
})
