import { describe, expect, it } from 'vitest'
import { isSafeLink, isSafeUrl, unsafeLinks } from './url.ts'

describe('links of rich text', () => {
  it.each([
    '',
    'https://example.com/a?b=1&colon=2#c',
    'HTTP://example.com',
    'mailto:a@example.com',
    'tel:+4930123',
    '/path:with/colon',
    '#place',
    '?page=2',
    '../other/page.html',
    'about?at=12:30',
    'javascript%3Aalert(1)',
  ])('may lead to %j', (address) => expect(isSafeLink(address)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'java\u200Bscript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    'javascript&#0000058alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&#10;script&#58;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'view-source:https://example.com',
    '//example.com/path',
    '/\\example.com',
    '\\\\example.com',
    '&sol;/example.com',
    'https:example.com',
    'https://',
  ])('may not lead to %j', (address) => expect(isSafeLink(address)).toBe(false))

  it('are stricter where the page is not known: nothing relative', () => {
    expect(['/a', '#a', 'https://a.example'].every(isSafeUrl)).toBe(true)
    expect(['', 'a', '../a', '?a'].some(isSafeUrl)).toBe(false)
    expect(['/&sol;a.example', '/&#47;a.example', '/&bsol;a.example'].some(isSafeUrl)).toBe(false)
  })

  it('are found under the keys that hold addresses, wherever they are', () => {
    const bad = 'javascript:1'
    const blocks = [
      { _type: 'block', markDefs: [{ href: bad }], children: [{ text: bad, note: bad }] },
      { _type: 'columns', columns: [{ blocks: [{ _type: 'image', url: bad, alt: bad, link: 'ok' }] }] },
      { imageUrl: bad, button_link: bad, HREF: bad, curl: bad, src: [bad, { poster: bad }], code: bad },
      { 'xlink:href': bad, buttonHREF: bad, buttonurl: bad, formAction: bad, action: bad },
    ]
    const paths = unsafeLinks(blocks, { most: 100 }).map(({ path }) => path.join('.'))
    expect(paths).toEqual([
      '0.markDefs.0.href',
      '1.columns.0.blocks.0.url',
      '2.imageUrl',
      '2.button_link',
      '2.HREF',
      '2.src.0',
      '2.src.1.poster',
      '3.xlink:href',
      '3.buttonHREF',
      '3.buttonurl',
      '3.formAction',
    ])
    expect(unsafeLinks(blocks, { most: 2 })).toHaveLength(2)
    expect(unsafeLinks(blocks, { most: 2, isAllowed: (address) => address === bad })).toEqual([])
  })
})
