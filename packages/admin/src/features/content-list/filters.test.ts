import { expect, it } from 'vitest'
import type { Collection } from '../../session/session.tsx'
import { type Filter, readFilters, whereOf, withFilter, writeFilters } from './filters.ts'

const collection = {
  fields: [
    { slug: 'kind', type: 'select' },
    { slug: 'hot', type: 'boolean' },
    { slug: 'title', type: 'string' },
    { slug: 'rank', type: 'integer' },
    { slug: 'eaten', type: 'datetime' },
    { slug: 'tags', type: 'multiSelect' },
    { slug: 'body', type: 'portableText' },
  ],
} as unknown as Collection

const filters: readonly Filter[] = [
  { key: 'kind', operator: 'eq', value: 'a,b~c & d' },
  { key: 'hot', operator: 'eq', value: 'false' },
  { key: 'updatedAt', operator: 'gte', value: '2026-11-01' },
  { key: 'updatedAt', operator: 'lt', value: '2026-12-01' },
  { key: 'terms.tags', operator: 'eq', value: '01ABC' },
  { key: 'title', operator: 'contains', value: 'soup' },
  { key: 'rank', operator: 'gte', value: '-2' },
  { key: 'eaten', operator: 'lt', value: '2026-11-01' },
  { key: 'tags', operator: 'contains', value: 'a' },
]

it('reads from a URL what it has written', () => {
  expect(readFilters(collection, writeFilters(filters))).toEqual(filters)
})

it.each([
  'title~eq~x',
  'body~contains~x',
  'rank~gte~many',
  'rank~eq~2.5',
  'eaten~gte~soon',
  'tags~eq~a',
  'kind~gte~x',
  'updatedAt~gte~soon',
  'kind~eq~',
  'kind~eq~%E0',
  'nothing',
  '',
])('ignores %j in a URL', (text) => {
  expect(readFilters(collection, text)).toEqual([])
})

it('asks the service for items that meet all of them', () => {
  const day = (text: string) => new Date(`${text}T00:00`).toISOString()
  expect(whereOf(collection, filters)).toEqual({
    kind: { eq: 'a,b~c & d' },
    hot: { eq: false },
    updatedAt: { gte: day('2026-11-01'), lt: day('2026-12-01') },
    'terms.tags': { eq: '01ABC' },
    title: { contains: 'soup' },
    rank: { gte: -2 },
    eaten: { lt: day('2026-11-01') },
    tags: { contains: 'a' },
  })
})

it('replaces a filter of the same kind', () => {
  const added = { key: 'kind', operator: 'eq', value: 'other' } as const
  expect(withFilter(filters, added)).toEqual([...filters.slice(1), added])
})
