import { expect, it } from 'vitest'
import { isSameSearch, readViews, withView } from './saved-views.ts'

const view = (name: string, search = {}) => ({ name, search })

it('replaces a view of the same name, and keeps the newest twenty', () => {
  const views = [view('Drafts'), view('Mine')]
  expect(withView(views, view('Drafts', { status: 'draft' }))).toEqual([
    view('Drafts', { status: 'draft' }),
    view('Mine'),
  ])
  const many = Array.from({ length: 20 }, (_, index) => view(String(index)))
  expect(withView(many, view('20')).map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index + 1)),
  )
})

it('knows the view that is shown', () => {
  expect(isSameSearch({ status: 'draft', q: 'pie' }, { q: 'pie', status: 'draft' })).toBe(true)
  expect(isSameSearch({ status: 'draft' }, { status: 'draft', q: 'pie' })).toBe(false)
})

it.each([undefined, 'null', '{', '[{"name":""}]', '[{"name":"x","search":{"q":1}}]', '[3]'])(
  'passes over what is stored as %j',
  (stored) => {
    expect(readViews(stored)).toEqual([])
  },
)
