import { expect, it } from 'vitest'
import { readViews } from './stored-views.ts'

it('reads the views of an earlier version', () => {
  const views = [{ name: 'A', search: { q: '1' } }]
  expect(readViews(JSON.stringify([...views, { name: 'B', search: [] }]))).toEqual(views)
})

it.each(['null', '{', '[{"name":""}]', '[{"name":"x","search":{"q":1}}]', '[3]'])(
  'passes over what is stored as %j',
  (stored) => {
    expect(readViews(stored)).toEqual([])
  },
)
