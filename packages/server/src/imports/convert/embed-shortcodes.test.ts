import { describe, expect, it } from 'vitest'
import { convertContent } from './convert.ts'

describe('shortcodes of pages of other sites', () => {
  it.each([
    [
      '[youtube https://www.youtube.com/watch?v=JaNH56Vpg-A&w=640&h=385]',
      'video',
      'https://www.youtube.com/watch?v=JaNH56Vpg-A',
    ],
    [
      '[youtube=http://www.youtube.com/watch?v=JaNH56Vpg-A]',
      'video',
      'http://www.youtube.com/watch?v=JaNH56Vpg-A',
    ],
    ['[youtube https://youtu.be/JaNH56Vpg-A?t=42&amp;w=9]', 'video', 'https://youtu.be/JaNH56Vpg-A?t=42'],
    ['[youtube id="JaNH56Vpg-A"]', 'video', 'https://www.youtube.com/watch?v=JaNH56Vpg-A'],
    ['[vimeo 141358]', 'video', 'https://vimeo.com/141358'],
    ['[wpvideo MRFUPzJg]', 'video', 'https://videopress.com/v/MRFUPzJg'],
    ['[videopress MRFUPzJg w=600]', 'video', 'https://videopress.com/v/MRFUPzJg'],
    ['[dailymotion id=x8oma9]', 'video', 'https://www.dailymotion.com/video/x8oma9'],
    [
      '[slideshare id=5342235&doc=camprock-101002163655-phpapp01]',
      'embed',
      'https://www.slideshare.net/slideshow/embed_code/5342235',
    ],
    ['[tweet 20]', 'htmlBlock', null],
    ['[tweet 1234567]', 'post', 'https://twitter.com/i/status/1234567'],
    [
      '[soundcloud url="https://api.soundcloud.com/tracks/1"]',
      'embed',
      'https://api.soundcloud.com/tracks/1',
    ],
    [
      '[spotify spotify:track:4bz7uB4edifWKJXSDxwHcs]',
      'embed',
      'https://open.spotify.com/track/4bz7uB4edifWKJXSDxwHcs',
    ],
  ])('%s', (text, type, url) => {
    for (const content of [text, `<!-- wp:shortcode -->\n${text}\n<!-- /wp:shortcode -->`]) {
      const [block, ...others] = convertContent(content).blocks
      expect(others).toEqual([])
      expect(block).toMatchObject(url === null ? { _type: type, html: text } : { _type: type, url })
    }
  })

  it.each(['[youtube javascript:alert(1)]', '[youtube]', '[wpvideo ../../etc]', '[slideshare id=&doc=x]'])(
    '%s, which names no page, is kept as it was',
    (text) => {
      expect(convertContent(text).blocks).toMatchObject([
        { _type: 'htmlBlock', source: 'shortcode', html: text },
      ])
    },
  )

  it('between text, and as an example in double brackets', () => {
    const { blocks } = convertContent('Before [youtube JaNH56Vpg-A] after\n\nUse [[youtube JaNH56Vpg-A]].')
    const texts = blocks.map(({ _type, children }) => [
      _type,
      (children as { text: string }[] | undefined)?.map(({ text }) => text).join(''),
    ])
    expect(texts).toEqual([
      ['block', 'Before'],
      ['video', undefined],
      ['block', 'after'],
      ['block', 'Use [youtube JaNH56Vpg-A].'],
    ])
  })
})
