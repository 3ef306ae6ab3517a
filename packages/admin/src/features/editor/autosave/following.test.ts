import { describe, expect, it } from 'vitest'
import { draftOf } from './draft-setup.ts'
import { followingSlug } from './following.ts'
import { type DraftState, type Item, slugKey } from './state.ts'

function draft(title: string, slug: string, changes: Partial<Item> = {}): DraftState {
  return draftOf({ title }, { slug, ...changes })
}

describe('the slug of a draft', () => {
  it('follows the title that it was made from', () => {
    expect(followingSlug(draft('Len', 'len'), { title: 'Lentil soup' })).toBe('lentil-soup')
    expect(followingSlug(draft('Len', 'len-12'), { title: 'Lentil soup' })).toBe('lentil-soup')
  })

  it('follows the first title of an item that had none', () => {
    const item = draft('', '01jzzzzzzzzzzzzzzzzzzzzzzz')
    expect(followingSlug(item, { title: 'Soup' })).toBe('soup')
  })

  it('stays where it was written by hand, or is being written', () => {
    expect(followingSlug(draft('Len', 'my-own'), { title: 'Lentil' })).toBeUndefined()
    expect(followingSlug(draft('Len', 'len-2b'), { title: 'Lentil' })).toBeUndefined()
    expect(followingSlug(draft('Len', 'len'), { title: 'Lentil', [slugKey]: 'x' })).toBeUndefined()
    const typing = { ...draft('Len', 'len'), edits: { [slugKey]: { value: 'A b', problem: 'slug' } } }
    expect(followingSlug(typing, { title: 'Lentil' })).toBeUndefined()
    const open = { ...draft('Len', 'len'), focus: { key: slugKey, shown: 'len', isOvertaken: false } }
    expect(followingSlug(open, { title: 'Lentil' })).toBeUndefined()
  })

  it('stays once visitors may know it', () => {
    for (const changes of [{ status: 'published' }, { publishedAt: '2026-01-31T09:00:00.000Z' }] as const)
      expect(followingSlug(draft('Len', 'len', changes), { title: 'Lentil' })).toBeUndefined()
  })

  it('stays while the title is empty, or makes the same', () => {
    expect(followingSlug(draft('Len', 'len'), { title: null })).toBeUndefined()
    expect(followingSlug(draft('Len', 'len'), { title: 'LEN!' })).toBeUndefined()
    expect(followingSlug(draft('Len', 'len'), { intro: 'x' })).toBeUndefined()
  })
})
