import { describe, expect, it } from 'vitest'
import { sharesOf } from './phase-shares.ts'

const usual = {
  options: { dryRun: false, includeComments: true },
  analyzed: { comments: 12 },
  hasMedia: true,
}

const works = {
  'a run with all parts': usual,
  'a run without files': { ...usual, hasMedia: false },
  'a run without comments in the export': { ...usual, analyzed: { comments: 0 } },
  'a run that leaves comments out': { ...usual, options: { dryRun: false, includeComments: false } },
  'a dry run': { ...usual, options: { dryRun: true, includeComments: true }, hasMedia: false },
}

describe('the shares of the phases of an import', () => {
  it.each(Object.entries(works))('are 100 percent together in %s', (_, work) => {
    const shares = Object.values(sharesOf(work))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100)
    expect(shares.every((share) => share >= 0)).toBe(true)
  })

  it('are nothing for phases that a run skips', () => {
    expect(sharesOf(works['a run without files']).media).toBe(0)
    expect(sharesOf(works['a run without comments in the export']).comments).toBe(0)
    expect(sharesOf(works['a dry run'])).toMatchObject({ schema: 0, media: 0, parents: 0 })
  })

  it('are mostly those of files and items, which take the time', () => {
    const { media, items } = sharesOf(usual)
    expect(media + items).toBeGreaterThan(60)
    expect(sharesOf(works['a dry run']).items).toBeGreaterThan(60)
  })
})
