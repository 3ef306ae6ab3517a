import { describe, expect, it } from 'vitest'
import { Others, peopleOf } from './others.ts'

const entry = (userId: string, field: string | null) => ({
  itemId: 'i',
  userId,
  name: userId.toUpperCase(),
  field,
  openedAt: '2026-01-01T00:00:00.000Z',
})

describe('the other people who have an item open', () => {
  it('is one entry for each person, with all fields', () => {
    const entries = [entry('b', 'title'), entry('a', null), entry('b', 'text'), entry('b', 'title')]
    expect(peopleOf(entries)).toEqual([
      { userId: 'b', name: 'B', fields: ['title', 'text'] },
      { userId: 'a', name: 'A', fields: [] },
    ])
  })

  it('is announced when it differs', () => {
    const others = new Others()
    let count = 0
    others.subscribe(() => count++)
    others.setPeople([entry('a', null)])
    others.setPeople([entry('a', null)])
    others.setPeople([entry('a', 'title')])
    others.setPeople([])
    expect(count).toBe(3)
  })
})
