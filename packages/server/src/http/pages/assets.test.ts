import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findAsset } from './assets.ts'

const folder = new URL('../../../browser/style/', import.meta.url)

it('one style sheet has all pieces, what people have set in their system last', () => {
  const sheet = findAsset('style.css')
  expect(sheet?.mediaType).toBe('text/css; charset=utf-8')
  const joined = sheet?.bytes.toString() ?? ''
  const pieces = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  expect(pieces.filter((piece) => !joined.includes(piece))).toEqual([])
  expect(joined).toHaveLength(pieces.join('').length)
  expect(joined.endsWith(readFileSync(new URL('preferences.css', folder), 'utf8'))).toBe(true)
})
