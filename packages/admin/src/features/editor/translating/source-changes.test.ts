import { expect, it } from 'vitest'
import type { Field } from '../../../session/session.tsx'
import { changedFields, revisionAt, translatedAt } from './source-changes.ts'

const revision = (createdAt: string) => ({ createdAt })
const field = (slug: string, translatable = true) => ({ slug, translatable }) as Field

it('finds the version of the source that a translation was made of', () => {
  const revisions = [revision('2026-11-03T00:00:00Z'), revision('2026-11-02T00:00:00Z')]
  expect(revisionAt(revisions, '2026-11-02T12:00:00.000Z')).toBe(revisions[1])
  expect(revisionAt(revisions, '2026-11-03T00:00:00.000Z')).toBe(revisions[0])
  expect(revisionAt(revisions, '2026-11-01T00:00:00.000Z')).toBeUndefined()
})

it('names the fields to translate again, and none whose value all translations share', () => {
  const fields = [field('title'), field('intro'), field('price', false)]
  const before = { title: 'Bread', intro: null, price: 4 }
  const now = { title: 'Bread and salt', intro: '', price: 5 }
  expect([...changedFields(fields, before, now)]).toEqual(['title'])
})

it('takes no save of a shared value for a translation', () => {
  const fields = [field('title'), field('price', false)]
  const version = (day: number, title: string, price: number) => ({
    createdAt: `2026-11-0${day}T00:00:00Z`,
    data: { title, price },
  })
  const shared = [version(3, 'Brot', 6), version(2, 'Brot', 5), version(1, 'Brot', 4)]
  expect(translatedAt(fields, shared)).toBe('2026-11-01T00:00:00Z')
  expect(translatedAt(fields, [version(4, 'Brote', 6), ...shared])).toBe('2026-11-04T00:00:00Z')
  expect(translatedAt(fields, [version(4, 'Brot', 6), ...shared])).toBe('2026-11-04T00:00:00Z')
  expect(translatedAt(fields, [])).toBeUndefined()
})
