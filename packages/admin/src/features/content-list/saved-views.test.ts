import { expect, it } from 'vitest'
import { readViews, shownView, withView } from './saved-views.ts'

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
  const views = [view('Drafts', { status: 'draft' }), view('Pies', { status: 'draft', q: 'pie' })]
  const shown = (search: Record<string, string>) => shownView(views, search, (known) => known)?.name
  expect(shown({ q: 'pie', status: 'draft' })).toBe('Pies')
  expect(shown({ status: 'draft' })).toBe('Drafts')
  expect(shown({ q: 'pie' })).toBeUndefined()
})

it('knows a view with a filter that the list no longer has, so that it can be removed', () => {
  const views = [view('Hot', { status: 'draft', filters: 'gone~eq~true' })]
  const known = ({ status = '' }: Record<string, string>) => ({ status })
  expect(shownView(views, { status: 'draft' }, known)?.name).toBe('Hot')
})

it('takes one stored view of each name, and no endless names', () => {
  const stored = [
    view('A', { q: '1' }),
    view('A', { q: '2' }),
    view('x'.repeat(61)),
    { name: 'B', search: [] },
  ]
  expect(readViews(JSON.stringify(stored))).toEqual([view('A', { q: '2' })])
})

it.each([undefined, 'null', '{', '[{"name":""}]', '[{"name":"x","search":{"q":1}}]', '[3]'])(
  'passes over what is stored as %j',
  (stored) => {
    expect(readViews(stored)).toEqual([])
  },
)
