// @module-tag long
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import type { BrowserVisitor } from '../setup/visitor.ts'
import { store } from './media-steps.ts'

const name = 'Crop and focal point'

describe('crops of pictures in the editor', () => {
  let tests: AdminTests
  let visitor: BrowserVisitor
  let page: Page
  let id: string
  let media: Any

  beforeAll(async () => {
    tests = await startAdmin()
    visitor = await tests.open({ path: '/_cms/admin/media' })
    page = visitor.page
    const { admin } = tests
    const collection = { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions'] }
    await admin.call('POST', '/schema/collections', collection, 201)
    for (const field of [
      { slug: 'title', label: 'Title', type: 'string' },
      { slug: 'cover', label: 'Cover', type: 'image' },
      { slug: 'body', label: 'Body', type: 'portableText' },
    ])
      await admin.call('POST', '/schema/collections/posts/fields', field, 201)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600">
      <rect width="600" height="600" fill="#b33"/><rect x="600" width="600" height="600" fill="#269"/></svg>`
    const buffer = await sharp(Buffer.from(svg)).png().toBuffer()
    media = await store(page, { name: 'halves.png', mimeType: 'image/png', buffer })
    const image = { _type: 'image', id: media.id }
    const body = [
      { ...image, _key: 'a' },
      { _type: 'gallery', _key: 'b', images: [{ ...image, _key: 'c', alt: 'Halves' }] },
      { _type: 'block', _key: 'd', children: [{ _type: 'span', text: 'Some text.' }] },
    ]
    const data = { title: 'Halves', cover: { id: media.id }, body }
    id = (await admin.call('POST', '/content/posts', { data }, 201)).item.id
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/posts/${id}`)
    await page.getByRole('button', { name, exact: true }).waitFor()
  }, startTimeout)
  afterAll(() => tests?.close())

  const dialog = () => page.getByRole('dialog', { name })
  const corner = (label: string) => dialog().getByRole('button', { name: label, exact: true })
  const apply = async () => {
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => dialog().count()).toBe(0)
  }
  /** The frame has its size and its proportions only with the picture. */
  const untilLoaded = async () => {
    await corner('Upper left corner').waitFor()
    const isLoaded = () =>
      dialog()
        .locator('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)
    await expect.poll(isLoaded).toBe(true)
    await dialog()
      .getByRole('radio', { name: '1:1' })
      .and(page.locator(':enabled'))
      .waitFor({ state: 'attached' })
  }
  const open = async () => {
    await page.getByRole('button', { name, exact: true }).click()
    await untilLoaded()
  }
  const stored = async (): Promise<Any> => (await tests.admin.call('GET', `/content/posts/${id}`)).item.data

  it('are chosen by proportions, and shown at once as they are answered', async () => {
    await open()
    await expectNoViolations(page)
    await dialog().getByText('1:1', { exact: true }).click()
    await apply()
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    await expect.poll(async () => (await stored()).cover).toMatchObject({ crop, width: 600, height: 600 })
    const shown = page.getByRole('group', { name: 'Cover' }).locator('img')
    await expect.poll(() => shown.getAttribute('src')).toMatch(/~crop\/2500-0-5000-10000\/.*\?w=640$/)
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(600)
  })

  it('are moved and resized by keyboard and by mouse, and kept to their proportions', async () => {
    await open()
    const frame = dialog().getByRole('group', { name: 'Frame of the part that is shown' })
    await frame.focus()
    for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowRight')
    await apply()
    await expect.poll(async () => (await stored()).cover.crop.x).toBeGreaterThan(0.3)
    const moved = (await stored()).cover.crop
    expect(moved).toMatchObject({ width: 0.5, height: 1 })
    await open()
    const box = await corner('Lower right corner').boundingBox()
    const from = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 60, from.y - 60, { steps: 4 })
    await page.mouse.up()
    await apply()
    await expect.poll(async () => (await stored()).cover.crop.width).toBeLessThan(0.48)
    const { cover } = await stored()
    expect(Math.abs(cover.width / cover.height - 1)).toBeLessThan(0.02)
  })

  it('have a focal point of the part, and give the whole picture back', async () => {
    await open()
    await dialog().getByText('Focal point', { exact: true }).first().click()
    const across = dialog().getByRole('slider', { name: 'Horizontal' })
    await across.focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
    await apply()
    await expect.poll(async () => (await stored()).cover.focalPoint?.x).toBeCloseTo(0.47, 2)
    await open()
    await dialog().getByRole('button', { name: 'Show the whole image' }).click()
    await apply()
    await expect.poll(async () => (await stored()).cover).toMatchObject({ url: media.url, width: 1200 })
    expect((await stored()).cover).not.toHaveProperty('crop')
  })

  it('are of one picture of the text, and of one of a gallery', async () => {
    await page.getByRole('button', { name: `${name}: Picture` }).click()
    await dialog().getByText('4:3', { exact: true }).click()
    await apply()
    await expect.poll(async () => (await stored()).body[0].crop).toMatchObject({ width: 0.6667, height: 1 })
    expect((await stored()).body[0]).toMatchObject({ width: 800, height: 600 })

    await page.getByRole('button', { name: 'Edit: Gallery' }).click()
    const gallery = page.getByRole('dialog', { name: 'Edit: Gallery' })
    await gallery.getByRole('button', { name: /^More for/ }).click()
    await gallery.getByRole('menuitem', { name }).click()
    await dialog().getByText('1:1', { exact: true }).click()
    await apply()
    await gallery.getByRole('button', { name: 'Apply' }).click()
    const { crop, alt } = { crop: { x: 0.25, y: 0, width: 0.5, height: 1 }, alt: 'Halves' }
    await expect.poll(async () => (await stored()).body[1].images[0]).toMatchObject({ crop, alt })
    expect((await stored()).body[0]).toHaveProperty('crop')
  })

  it('keep the size at which the text shows a picture, with the proportions of the part', async () => {
    const image = { _type: 'image', id: media.id, _key: 'a', width: 300, height: 150 }
    await tests.admin.call('PUT', `/content/posts/${id}`, { data: { body: [image] } })
    await page.reload()
    const openInText = () => page.getByRole('button', { name: `${name}: Picture` }).click()
    await openInText()
    await dialog().getByText('Focal point', { exact: true }).first().click()
    await dialog().getByRole('slider', { name: 'Horizontal' }).focus()
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft')
    await apply()
    const focalPoint = { x: 0.3, y: 0.5 }
    await expect
      .poll(async () => (await stored()).body[0])
      .toMatchObject({ focalPoint, width: 300, height: 150 })
    await openInText()
    await dialog().getByText('1:1', { exact: true }).click()
    await apply()
    await expect.poll(async () => (await stored()).body[0]).toMatchObject({ width: 300, height: 300 })
  })

  it('say when the focal point lies outside', async () => {
    const image = { _type: 'image', id: media.id, _key: 'a', focalPoint: { x: 0.1, y: 0.5 } }
    await tests.admin.call('PUT', `/content/posts/${id}`, { data: { body: [image] } })
    await page.reload()
    await page.getByRole('button', { name: `${name}: Picture` }).click()
    const note = dialog().getByText('The focal point is outside of this part')
    await untilLoaded()
    await corner('Left edge').focus()
    expect(await note.count()).toBe(0)
    for (let step = 0; step < 30; step++) await page.keyboard.press('Shift+ArrowRight')
    await note.waitFor()
    await expectNoViolations(page)
    await apply()
    await expect.poll(async () => (await stored()).body[0].crop?.x).toBeGreaterThan(0.1)
    expect((await stored()).body[0]).not.toHaveProperty('focalPoint')
  })

  it('are chosen on a phone', async () => {
    await expectNarrow(page, 360, async () => {
      await open()
      await expectNoViolations(page)
      await dialog().getByRole('button', { name: 'Cancel' }).click()
    })
    expect(visitor.complaints).toEqual([])
  })
})
