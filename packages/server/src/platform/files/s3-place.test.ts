import { describe, expect, it } from 'vitest'
import { s3PlaceOf } from './s3-place.ts'

describe('the place of files in S3', () => {
  it('has its prefix decoded', () => {
    expect(s3PlaceOf('s3://bucket/a%20site/', 'OCTAVO_FILES_URL').prefix).toBe('a site/')
    expect(s3PlaceOf('s3://bucket', 'OCTAVO_FILES_URL').prefix).toBe('')
  })

  it('is refused with one sentence where a percent sign is not encoded', () => {
    expect(() => s3PlaceOf('s3://bucket/100%', 'OCTAVO_FILES_URL')).toThrow(
      'OCTAVO_FILES_URL has a prefix with a bare "%"; write it as %25.',
    )
  })
})
