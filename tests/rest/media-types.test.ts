import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploaded } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const opus = bytes(
  'OggS',
  [0, 2],
  Array.from({ length: 20 }, () => 0),
  [1, 19],
  'OpusHead',
  [1, 2, 0, 0],
)
const icon = bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 40, 1, 0, 0, 22, 0, 0, 0])
const ttf = bytes([0, 1, 0, 0, 0, 10], 'rest of the font')
const lateHtml = `some text ${'first '.repeat(2000)}<html>`
const packet = (counter: number): Buffer => bytes([0x47, 0x40, 0, 0x10 + counter], Array(184).fill(0xff))
const transport = Buffer.concat([0, 1, 2, 3, 4].map(packet))
/** the header of a compound file, the container of the older Office formats */
const compound = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Array(504).fill(0))
const svgBody = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 24 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
  <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg xmlns="&ns_svg;"/>`

describe.each(engines)('honest files on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const rows: [what: string, content: string | Buffer, declared: string, taken: string][] = [
    ['Opus', opus, 'audio/ogg', 'audio/ogg'],
    ['Opus', opus, 'audio/opus', 'audio/opus'],
    ['Opus', opus, 'application/octet-stream', 'audio/ogg'],
    ['an icon', icon, 'image/vnd.microsoft.icon', 'image/x-icon'],
    ['an icon', icon, 'image/x-icon', 'image/x-icon'],
    ['a font', ttf, 'application/x-font-ttf', 'font/ttf'],
    ['a font', ttf, 'font/ttf', 'font/ttf'],
    ['rich text', '{\\rtf1\\ansi hello}', 'text/rtf', 'application/rtf'],
    ['SVG of Illustrator', illustrator, 'image/svg+xml', 'image/svg+xml'],
    [
      'SVG behind a licence',
      `<!-- ${'licence '.repeat(2000)}-->${svgBody}`,
      'image/svg+xml',
      'image/svg+xml',
    ],
    [
      'SVG with a prefix',
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
      'image/svg+xml',
    ],
    ['SVG', svgBody, 'text/xml', 'application/xml'],
    [
      'a PDF behind empty lines',
      '\r\n\n%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF',
      'application/pdf',
      'application/pdf',
    ],
    ['a PDF behind empty lines', '\n%PDF-1.4\n\0%%EOF', 'application/octet-stream', 'application/pdf'],
    ['a Word document', compound, 'application/msword', 'application/msword'],
    ['an Excel document', compound, 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['an archive', gzipSync('x'), 'application/x-tgz', 'application/x-tgz'],
    [
      'Markdown that begins with HTML',
      '<h1 align="center">Title</h1>\n\nText',
      'text/markdown',
      'text/markdown',
    ],
    ['a page', '\ufeff<!doctype html><p>x', 'text/html', 'text/html'],
    ['text of one letter', 'G'.repeat(20_000), 'text/plain', 'text/plain'],
    [
      'text with the letter where packets begin',
      `${'G011'.padEnd(187)}\n`.repeat(9),
      'text/plain',
      'text/plain',
    ],
    ['text that begins like a bitmap', 'BMW and other makes', 'text/plain', 'text/plain'],
    ['text that begins like music', 'ID3 is a form of tags', 'text/markdown', 'text/markdown'],
    ['text that begins like a picture', 'GIF89a is a format', 'text/plain', 'text/plain'],
    ['text that begins like sound', 'RIFFaaaaWAVEfmt ', 'text/csv', 'text/csv'],
    ['a transport stream', transport, 'video/mp2t', 'video/mp2t'],
    ['SVG of many letters', `<!DOCTYPE ${'svg'.repeat(20_000)}`, 'text/plain', 'text/plain'],
    ['a page as text', '<!doctype html><p>x', 'text/plain', 'text/plain'],
    ['text that turns into a page', lateHtml, 'text/plain', 'text/plain'],
    ['JSON', ' {"asset":{}}', 'model/gltf+json', 'model/gltf+json'],
    ['a playlist', '#EXTM3U\n', 'audio/x-mpegurl', 'audio/x-mpegurl'],
    ['a pixmap', '/* XPM */', 'image/x-xpixmap', 'image/x-xpixmap'],
    ['a script', 'alert(1)', 'text/javascript', 'application/javascript'],
    ['something else', bytes([7, 0, 1, 255]), 'application/x-thing', 'application/x-thing'],
    [
      'something else',
      bytes([7, 0, 1, 255]),
      'application/x-apple-diskimage',
      'application/x-apple-diskimage',
    ],
    ['nothing', '', 'text/plain', 'text/plain'],
  ]

  it.each(rows.map(([what, content, ...types]) => [what, ...types, content] as const))(
    '%s, declared as %s, is %s',
    async (_, declared, taken, content) => {
      expect((await uploaded(service, { content, type: declared })).mimeType).toBe(taken)
    },
  )
})
