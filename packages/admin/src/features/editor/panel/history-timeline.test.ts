import type { Change } from '@octavo/contract/operations/changes'
import { expect, it } from 'vitest'
import type { Revision } from '../revision.ts'
import { type HistoryEntry, historyOf, sessionsOf } from './history-timeline.ts'

const at = (minute: number) => `2026-11-26T08:${String(minute).padStart(2, '0')}:00.000Z`
const revision = (id: string, minute: number) => ({ id, createdAt: at(minute) }) as Revision
const change = (id: string, minute: number, revisionId?: string): Change => ({
  id,
  at: at(minute),
  operation: 'content.update',
  interface: 'rest',
  person: null,
  app: null,
  items: [{ collection: 'posts', id: 'item', name: 'posts/one', before: {}, after: { revisionId } }],
  parts: [],
  isComplete: true,
})

it('puts the change beside the version that it made, and others between', () => {
  const revisions = { items: [revision('r2', 3), revision('r1', 1)], hasMore: false }
  const changes = { items: [change('c3', 3, 'r2'), change('c2', 2), change('c1', 1, 'r1')], hasMore: false }
  const found = historyOf('item', revisions, changes)
  expect(found.map(({ key, change: made }) => [key, made?.id])).toEqual([
    ['r2', 'c3'],
    ['c2', 'c2'],
    ['r1', 'c1'],
  ])
  expect(found[0]?.older?.id).toBe('r1')
})

it('goes back as far as both are loaded', () => {
  const revisions = { items: [revision('r2', 8), revision('r1', 1)], hasMore: false }
  const changes = { items: [change('c3', 9), change('c2', 8, 'r2')], hasMore: true }
  expect(historyOf('item', revisions, changes).map(({ key }) => key)).toEqual(['c3', 'r2'])
  const all = historyOf('item', revisions, { ...changes, hasMore: false })
  expect(all.map(({ key, change: made }) => [key, made?.id])).toEqual([
    ['c3', 'c3'],
    ['r2', 'c2'],
    ['r1', undefined],
  ])
})

it('groups the versions of a session of writing, and nothing else', () => {
  const entry = (id: string, minute: number, authorId = 'ada', kind = 'save'): HistoryEntry => ({
    key: id,
    at: at(minute),
    revision: { ...revision(id, minute), authorId, kind } as Revision,
    older: revision(`before ${id}`, minute),
    change: null,
  })
  const other: HistoryEntry = {
    key: 'c',
    at: at(40),
    revision: null,
    older: undefined,
    change: change('c', 40),
  }
  const entries = [
    entry('a', 59),
    entry('b', 58),
    entry('c', 45),
    other,
    entry('d', 39, 'ada', 'publish'),
    entry('e', 38, 'grace'),
    entry('f', 37, 'grace'),
    entry('g', 20, 'grace'),
  ]
  const groups = sessionsOf(entries)
  expect(groups.map((group) => [group.entry.key, group.earlier.map(({ key }) => key)])).toEqual([
    ['a', ['b', 'c']],
    ['c', []],
    ['d', []],
    ['e', []],
    ['f', []],
    ['g', []],
  ])
  expect(groups[0]?.entry.older?.id).toBe('before c')
  expect(groups.flatMap((group) => [group.entry, ...group.earlier])).toHaveLength(entries.length)
})
