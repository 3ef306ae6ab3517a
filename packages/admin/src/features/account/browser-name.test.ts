import { describe, expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

const known: [string, string][] = [
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/156.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 16; Pixel) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux)', 'Linux'],
]

describe('browserName', () => {
  it.each(known)('%s', (userAgent, name) => {
    expect(browserName(userAgent, 'on')).toBe(name)
  })

  it('says nothing of what it does not know', () => {
    expect(browserName('curl/8.5.0', 'on')).toBeNull()
    expect(browserName(null, 'on')).toBeNull()
  })
})
