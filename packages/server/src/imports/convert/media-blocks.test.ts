import { expect, it } from 'vitest'
import { Findings } from './block.ts'
import { galleryOfField } from './media-blocks.ts'

it('pictures of a gallery beyond the limit are counted as lost', () => {
  const findings = new Findings()
  const ids = Array.from({ length: 503 }, (_, index) => String(index + 1))
  expect(galleryOfField(findings, ids)['images']).toHaveLength(500)
  expect([...findings.lost]).toEqual([['picture of a gallery', 3]])
})
