import { expect, it } from 'vitest'
import { isSameSearch, queryOf, searchOf } from './saved-views.ts'

const search = {
  status: 'draft',
  locale: 'de',
  q: 'pie',
  sort: 'title',
  order: 'asc',
  filters: 'terms.topics~eq~a%2Cb%7E,createdAt~gte~2027-01-01',
}

it('saves a list and shows it again', () => {
  const query = queryOf(search, { columns: ['image'], isCompact: true })
  expect(query).toEqual({
    status: 'draft',
    locale: 'de',
    q: 'pie',
    sort: 'title',
    order: 'asc',
    filters: [
      { key: 'terms.topics', operator: 'eq', value: 'a,b~' },
      { key: 'createdAt', operator: 'gte', value: '2027-01-01' },
    ],
    columns: ['image'],
    density: 'compact',
  })
  expect(searchOf(query)).toEqual(search)
})

it('saves nothing of what each reader chooses', () => {
  expect(queryOf({}, { columns: undefined, isCompact: undefined })).toEqual({})
  expect(searchOf({})).toEqual({})
})

it('compares searches by their parameters', () => {
  expect(isSameSearch(search, { ...search })).toBe(true)
  expect(isSameSearch(search, { ...search, q: 'cake' })).toBe(false)
  expect(isSameSearch({}, { q: 'pie' })).toBe(false)
})
