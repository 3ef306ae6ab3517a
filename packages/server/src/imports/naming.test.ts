import { limits } from '@octavo/contract/limits'
import { expect, it } from 'vitest'
import { planTaxonomies } from './naming.ts'

it('names of taxonomies that begin with a digit are valid, different and not too long', () => {
  const names = planTaxonomies(['9'.repeat(80), `${'9'.repeat(80)}8`, '2024'], false).map(({ name }) => name)
  expect(names).toEqual([`taxonomy_${'9'.repeat(50)}`, `taxonomy_${'9'.repeat(50)}_2`, 'taxonomy_2024'])
  expect(names.every((name) => name.length <= limits.fieldSlug)).toBe(true)
})
