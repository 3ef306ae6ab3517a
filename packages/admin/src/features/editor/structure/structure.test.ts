import { describe, expect, it } from 'vitest'
import type { Field } from '../../../session/session.tsx'
import { changedAt, copyOf, entriesOf, keysOf, lacksInner, withoutDeletedMembers } from './entries.ts'
import { innerFieldsOf } from './inner-fields.ts'
import { isShown } from './show-if.ts'

const [faq, seo] = innerFieldsOf({
  id: 'outer',
  searchable: false,
  createdAt: '',
  updatedAt: '',
  options: {
    fields: [
      {
        slug: 'faq',
        type: 'json',
        options: {
          widget: 'list',
          fields: [
            { slug: 'question', type: 'string', required: true },
            { slug: 'weight', type: 'integer', defaultValue: 1 },
            {
              slug: 'of',
              type: 'json',
              options: { widget: 'list', fields: [{ slug: 'name', type: 'string' }] },
            },
          ],
        },
      },
      {
        slug: 'seo',
        type: 'json',
        options: {
          widget: 'group',
          fields: [
            { slug: 'isOn', type: 'boolean' },
            { slug: 'title', type: 'string', options: { showIf: { field: 'isOn', eq: false } } },
          ],
        },
      },
    ],
  },
}) as [Field, Field]

describe('the values of structured fields', () => {
  it('are changed by keys, which entries without one get and keep', () => {
    const before = [{ question: 'a' }, { question: 'b', _key: 'x' }, { question: 'c', _key: 'x' }]
    expect(keysOf(before)).toEqual(['entry-1', 'x', 'x-'])
    const after = changedAt(faq, before, ['x-', 'question'], () => 'd')
    expect(after).toEqual([
      { question: 'a', _key: 'entry-1' },
      { question: 'b', _key: 'x' },
      { question: 'd', _key: 'x-' },
    ])
    expect(keysOf(entriesOf(after))).toEqual(['entry-1', 'x', 'x-'])
    expect(changedAt(faq, after, ['x'], () => undefined)).toHaveLength(2)
    expect(changedAt(faq, after, ['gone', 'question'], () => 'e')).toEqual(after)
  })

  it('leave out what is empty, but where the service would put a default value', () => {
    const entry = { _key: 'x', question: 'a', weight: 2, of: [{ _key: 'y', name: 'n' }] }
    const without = ['weight', 'question', 'of'].reduce<unknown>(
      (value, slug) => changedAt(faq, value, ['x', slug], () => null),
      [entry],
    )
    expect(without).toEqual([{ _key: 'x', weight: null }])
    expect(changedAt(seo, { title: 'a' }, ['title'], () => '')).toEqual({})
  })

  it('are copied with keys of their own, and fit to changed fields', () => {
    const entry = { _key: 'x', question: 'a', of: [{ _key: 'y', name: 'n', gone: 1 }], gone: 2 }
    const copy = copyOf(faq, entry) as unknown as typeof entry
    expect(copy).toMatchObject({ question: 'a', of: [{ name: 'n' }] })
    expect([copy._key, copy.of[0]?._key]).not.toEqual(['x', 'y'])
    expect(withoutDeletedMembers(faq, [entry])).toEqual([
      { _key: 'x', question: 'a', of: [{ _key: 'y', name: 'n' }] },
    ])
  })

  it('lack what is required in entries that there are', () => {
    expect([null, [], [{ question: 'a' }]].map((value) => lacksInner(faq, value))).toEqual([
      false,
      false,
      false,
    ])
    expect([[{ question: '' }], [{}]].map((value) => lacksInner(faq, value))).toEqual([true, true])
  })

  it('show fields by the values of others', () => {
    const fields = innerFieldsOf(seo)
    const isTitleShown = (isOn: unknown, condition: object = { field: 'isOn', eq: false }) =>
      isShown({ ...(fields[1] as Field), options: { showIf: condition } }, fields, () => isOn)
    expect([undefined, false, true].map((isOn) => isTitleShown(isOn))).toEqual([true, true, false])
    expect(isTitleShown(true, { field: 'unknown', eq: 1 })).toBe(true)
    expect(isTitleShown(undefined, { field: 'isOn', exists: true })).toBe(false)
    expect(isTitleShown('b', { field: 'isOn', in: ['a', 'b'] })).toBe(true)
    expect(isTitleShown(['a'], { field: 'isOn', eq: 'a' })).toBe(true)
    expect(isTitleShown('a', { field: 'isOn', ne: 'a' })).toBe(false)
  })
})
