import { describe, expect, it } from 'vitest'
import { termRows } from './term-tree.ts'

const terms = [
  { id: '1', label: 'Food', parentId: null },
  { id: '2', label: 'Bread', parentId: '1' },
  { id: '3', label: 'Rye bread', parentId: '2' },
  { id: '4', label: 'Travel', parentId: null },
  { id: '5', label: 'Orphan', parentId: 'gone' },
]
const shown = (search: string): string[] =>
  termRows(terms, search).map(({ term, depth }) => `${'-'.repeat(depth)}${term.label}`)

describe('terms as a list', () => {
  it('stand below their parents', () => {
    expect(shown('')).toEqual(['Food', '-Bread', '--Rye bread', 'Travel', 'Orphan'])
  })

  it('are found with what they stand below', () => {
    expect(shown(' RYE ')).toEqual(['Food', '-Bread', '--Rye bread'])
    expect(shown('nothing')).toEqual([])
  })
})
