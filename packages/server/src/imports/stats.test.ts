import { expect, it } from 'vitest'
import { MetaStats } from './stats.ts'
import type { ExportItem } from './wxr/records.ts'

it('items with the same long custom field are counted together', () => {
  const key = 'k'.repeat(250)
  const stats = new MetaStats()
  for (const value of ['one', 'two']) stats.add({ meta: [[key, value]], terms: [] } as unknown as ExportItem)
  expect([...stats.keys]).toEqual([['k'.repeat(200), { count: 2, samples: ['one', 'two'] }]])
})
