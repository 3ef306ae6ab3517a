import { limits } from '@octavo/contract/limits'
import { expect, it } from 'vitest'
import type { Note } from './prepare.ts'
import { referenceValue } from './reference-value.ts'

it.each([
  { isList: true, most: limits.references },
  { isList: false, most: 1 },
])('references beyond the limit of a field are noted (list: $isList)', ({ isList, most }) => {
  const notes: Note[] = []
  const valueOf = (count: number): unknown =>
    referenceValue(
      { field: 'related', ids: Array.from({ length: count }, (_, index) => `id-${index}`), isList },
      notes,
    )
  expect([valueOf(most)].flat()).toHaveLength(most)
  expect(notes).toEqual([])
  expect([valueOf(most + 3)].flat()).toHaveLength(most)
  expect(notes.map(({ because }) => because)).toEqual([
    [{ remark: 'referencesLeftOut', params: { field: 'related', count: 3, most } }],
  ])
})
