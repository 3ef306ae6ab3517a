import { expect, it } from 'vitest'
import { expectedKind, isOfKind } from './media-names.ts'

it.each([
  ['https://example.com/a.jpg', 'image/png', true],
  ['https://example.com/a.jpg', 'text/html', false],
  ['https://example.com/a.m4a', 'video/mp4', true],
  ['https://example.com/a.ogv', 'application/ogg', true],
  ['https://example.com/a.mp3', 'image/png', false],
])('takes what is behind %s for its kind: %s, %s', (url, mimeType, isTaken) => {
  const kind = expectedKind(url)
  expect(kind).not.toBeNull()
  expect(isOfKind(mimeType, kind ?? '')).toBe(isTaken)
})
