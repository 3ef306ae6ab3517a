import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { renderPicture } from '../making/files.ts'
import { planPictures } from '../plan/attachments.ts'
import { calendarFrom } from '../plan/planned-item.ts'
import { drawPicture } from './picture.ts'
import { type Scene, scenes } from './scene.ts'

const size = { width: 1600, height: 1000 }

describe('a picture of the demo', () => {
  it.each(Object.keys(scenes) as Scene[])(
    'of the scene %s is the same every time, and no other is',
    (scene) => {
      expect(drawPicture('one', scene, size)).toBe(drawPicture('one', scene, size))
      expect(drawPicture('one', scene, size)).not.toBe(drawPicture('another', scene, size))
    },
  )

  it('has no number that is none', () => {
    for (const scene of Object.keys(scenes) as Scene[])
      expect(drawPicture('one', scene, size)).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('is a JPEG of its size and less than 100 kB', async () => {
    for (const { key, content } of planPictures(calendarFrom(new Date('2026-06-15T10:20:30Z')))) {
      if (content.kind !== 'picture') throw new Error(`${key} is no picture`)
      const bytes = await renderPicture(key, content)
      const { format, width, height } = await sharp(bytes).metadata()
      expect([key, format, width, height]).toEqual([key, 'jpeg', content.width, content.height])
      expect(bytes.length, key).toBeLessThan(100_000)
    }
  })
})
