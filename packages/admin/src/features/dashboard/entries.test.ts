import type { Change } from '@octavo/contract/operations/changes'
import { expect, it } from 'vitest'
import { itemsOf, recentChanges, splitTimes } from './entries.ts'
import { unsavedIn } from './unsaved-copies.ts'

function change(id: string, operation: string, person: string, ...items: readonly string[]): Change {
  return {
    id,
    at: `2026-01-01T00:00:0${id}.000Z`,
    operation,
    interface: 'rest',
    person: { id: person, name: person },
    app: null,
    items: items.map((item) => ({ collection: 'posts', id: item, name: item, before: null, after: null })),
    parts: [],
    isComplete: true,
  }
}

const changes = [
  change('5', 'content.update', 'ada', 'one'),
  change('4', 'content.publish', 'ben', 'two', 'three'),
  change('3', 'content.update', 'ada', 'one'),
  change('2', 'content.update', 'ben', 'one'),
  change('1', 'content.create', 'ada', 'one'),
]

it('shows the saves of one text by one person once, at the time of the last', () => {
  const shown = recentChanges(changes, 10).map(({ key, verb, others }) => [key, verb, others])
  expect(shown).toEqual([
    ['5', 'changed', 0],
    ['4', 'published', 1],
    ['2', 'changed', 0],
    ['1', 'created', 0],
  ])
  expect(recentChanges(changes, 2)).toHaveLength(2)
})

it('names the items of changes once, the last changed first', () => {
  expect(itemsOf(changes, 2).map(({ id }) => id)).toEqual(['one', 'two'])
})

it('tells what is overdue from what comes', () => {
  const entry = (at: number) => ({ at: new Date(at).toISOString() }) as never
  const now = Date.parse('2026-01-01T12:00:00Z')
  const { overdue, coming } = splitTimes([entry(now - 600_000), entry(now - 60_000), entry(now + 1)], now)
  expect([overdue.length, coming.length]).toEqual([1, 2])
})

it('finds the unsaved texts of one person, the newest first, whatever else the browser keeps', () => {
  const id = (letter: string) => `01J${letter.repeat(23)}`
  const stored: [string, string][] = [
    [`octavo-unsaved:ada:posts:${id('A')}:tab`, JSON.stringify({ at: 1000 })],
    [`octavo-unsaved:ada:posts:${id('B')}:tab`, JSON.stringify({ at: 3000 })],
    [`octavo-unsaved:ada:posts:${id('A')}:other`, JSON.stringify({ at: 2000 })],
    [`octavo-unsaved:ada:posts:new-de:tab`, JSON.stringify({ at: 3000 })],
    [`octavo-unsaved:ben:posts:${id('C')}:tab`, JSON.stringify({ at: 3000 })],
    [`octavo-unsaved:ada:posts:${id('D')}:tab`, 'no JSON'],
    ['octavo-unsaved:%E0%A4%A', '{}'],
  ]
  const storage = {
    length: stored.length,
    key: (index: number) => stored[index]?.[0] ?? null,
    getItem: (key: string) => stored.find(([name]) => name === key)?.[1] ?? null,
  } as Storage
  const found = unsavedIn(storage, 'ada', 100_000)
  expect(found.map(({ id: one, at }) => [one, at])).toEqual([
    [id('B'), 3000],
    [id('A'), 2000],
  ])
})
