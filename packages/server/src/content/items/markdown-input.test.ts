import { describe, expect, it, vi } from 'vitest'
import { Conversion } from '../rich-text/converter.ts'
import { parsedMarkdown } from './markdown-input.ts'

describe('the Markdown of a caller of whom too many calls wait', () => {
  it('is refused where there is some, and nowhere else', async () => {
    const conversion = new Conversion('person')
    vi.spyOn(conversion, 'inQueue').mockResolvedValue(null)
    const [none, refused] = await parsedMarkdown([null, 'text'], conversion)
    expect(refused?.issues[0]?.message).toContain('too many of your calls')
    expect(none).toBeNull()
  })
})
