import { describe, expect, it } from 'vitest'
import { isSameFile, originalOf, shownAddress } from './origins.ts'

const same: [string, string][] = [
  ['https://old.example/2019/05/photo.jpg', 'https://cdn.other/wp/photo-300x200.jpg'],
  ['https://old.example/photo-scaled.jpg', 'https://old.example/photo-1024x768.jpg'],
  ['https://old.example/photo.jpg', 'https://i0.wp.example/old.example/photo.jpg?resize=300%2C200'],
  ['https://old.example/gr%C3%BCn.png', 'https://old.example/grün.png#x'],
  ['https://old.example/a-e1612345678901-150x150.png', '/wp-content/a.PNG'],
]
const other: [string, string][] = [
  ['https://old.example/photo.jpg', 'https://cdn.other/abc.png'],
  ['https://old.example/video.mp4', 'https://old.example/paper.pdf'],
  ['https://old.example/photo.jpg', 'https://old.example/photo-2.jpg'],
  ['https://old.example/photo.jpg', 'https://old.example/photo.png'],
  ['https://old.example/photo.jpg', 'https://cdn.other/'],
]

describe('files of an export', () => {
  it.each(same)('%s is the same as %s', (one, two) => expect(isSameFile(one, two)).toBe(true))
  it.each(other)('%s is another than %s', (one, two) => expect(isSameFile(one, two)).toBe(false))

  it.each(['-300x200', '-scaled', '-rotated', '-e1612345678901'])('%s is a form of the original', (form) =>
    expect(originalOf(`old.example/a${form}.jpg`)).toBe('old.example/a.jpg'),
  )

  it('of an unknown site only the path is shown', () => {
    expect(shownAddress('https://blog.invalid/a/b?c')).toBe('/a/b?c')
    expect(shownAddress('https://blog.invalid.example/a')).toBe('https://blog.invalid.example/a')
    expect(shownAddress('https://blog.invalid')).toBe('')
  })
})
