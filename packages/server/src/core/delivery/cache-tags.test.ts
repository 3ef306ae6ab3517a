import { limits } from '@octavo/contract/limits'
import { describe, expect, it } from 'vitest'
import { cacheTagsOf } from './cache-tags.ts'

const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => prefix.padEnd(26, '0') + String(index))

describe('the tags of an answer', () => {
  it('name all parts as long as there is room', () => {
    const parts = { collections: ['posts'], items: ['i1', 'i2', 'i1'], terms: ['t1'], media: ['m1'] }
    expect(cacheTagsOf(parts)).toBe('c-posts,t-t1,m-m1,i-i1,i-i2')
    expect(cacheTagsOf({ collections: [], media: 'many' })).toBe('m-many')
  })

  it.each(['collections', 'terms', 'media'] as const)('say that there are more %s than fit', (kind) => {
    const parts = { collections: ['posts'], items: names(500, 'item'), [kind]: names(500, kind) }
    const tags = cacheTagsOf(parts)
    expect(tags.split(',')).toContain(`${kind[0]}-many`)
    expect(`s-taxonomies,${tags}`.length).toBeLessThanOrEqual(limits.cacheTags)
  })

  it('cover items that do not fit by their collections', () => {
    const tags = cacheTagsOf({ collections: ['posts', 'pages'], items: names(500, 'item') })
    expect(tags).toMatch(/^c-posts,c-pages,i-/)
    expect(tags).not.toContain('many')
  })
})
