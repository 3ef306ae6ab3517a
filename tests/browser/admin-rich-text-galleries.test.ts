import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTimeout } from '../setup/browser.ts'
import { type RichTextDesk, startRichTextDesk } from './rich-text-desk.ts'
import {
  type Block,
  changesOf,
  enterText,
  expectShort,
  expectTextFocused,
  valueOf,
  write,
} from './rich-text-steps.ts'

const link = { _type: 'link', _key: 'l', href: '/hills' }

function words(text: string): Block {
  return {
    _type: 'block',
    _key: `p-${text}`,
    style: 'normal',
    markDefs: [link],
    children: [{ _type: 'span', _key: 's', text, marks: ['l'] }],
  }
}

const hill = {
  _type: 'image',
  _key: 'a',
  id: '1',
  url: './picture.svg',
  alt: 'A hill',
  link: '/hills',
  title: 'T',
}
const lake = {
  _type: 'image',
  _key: 'b',
  url: 'https://example.com/lake.png',
  caption: 'The lake',
  captionContent: [words('The lake')],
}
const kept = { _type: 'htmlBlock', _key: 'c', html: '<img onerror="document.title=1" src=x>', source: 'img' }
const stored: Block = {
  _type: 'gallery',
  _key: 'g',
  images: [hill, lake, kept],
  columns: 3,
  caption: 'Around here',
  tone: 'calm',
}

describe('galleries in rich text', () => {
  let desk: RichTextDesk
  let page: Page

  beforeAll(async () => {
    desk = await startRichTextDesk()
    page = desk.page
  }, startTimeout)
  afterAll(() => desk?.close())

  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => dialog().getByRole('button', { name, exact: true })
  const entry = (place: number) =>
    dialog().getByRole('list', { name: 'Pictures' }).getByRole('listitem').nth(place)

  async function edit(block: Block = stored): Promise<void> {
    await desk.open({ value: [block] })
    await page.getByRole('button', { name: 'Edit: Gallery' }).click()
    await button('Cancel').waitFor()
  }

  async function apply(): Promise<Block> {
    await button('Apply').click()
    await expect.poll(() => dialog().count()).toBe(0)
    return (await valueOf(page))[0] ?? { _type: '' }
  }

  it('are made of several pictures at once, in the form that the importer writes', async () => {
    await desk.open()
    await enterText(page)
    await write(page, '/gal')
    await page.getByRole('option', { name: /^Gallery/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(2)
    await entry(1).getByLabel('Description').fill('Another hill')
    await entry(1).getByLabel('Caption').fill('At noon')
    await dialog().getByLabel('Columns').fill('13')
    await dialog().getByText('A whole number from 1 to 12.').waitFor()
    await dialog().getByLabel('Columns').fill('2.5')
    await button('Insert').click()
    await dialog().getByText('This is not a whole number.').waitFor()
    await dialog().getByLabel('Columns').fill('2')
    await button('Insert').click()
    await expectShort(page, ['<gallery>', ''])
    const anyKey = expect.any(String) as string
    const picture = { _type: 'image', _key: anyKey, id: '01HARNESS', url: './picture.svg', alt: 'A hill' }
    expect((await valueOf(page))[0]).toEqual({
      _type: 'gallery',
      _key: anyKey,
      images: [
        { ...picture, width: 640, height: 320 },
        { ...picture, id: '01SECOND', alt: 'Another hill', width: 640, height: 320, caption: 'At noon' },
      ],
      columns: 2,
    })
    await expectTextFocused(page)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await valueOf(page)).some(({ _type }) => _type === 'gallery')).toBe(false)
  })

  it('take pictures one after the other where no more can be chosen, and none without a library', async () => {
    await desk.open({ pickMany: undefined, value: [] })
    await page.evaluate(() => {
      const { harness } = window as unknown as { harness: { set: (props: object) => void } }
      harness.set({ pickMany: undefined })
    })
    await enterText(page)
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Gallery' }).click()
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(1)
    await button('Add pictures').click()
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(2)
    await desk.open({ hasPicker: false, value: [stored] })
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Table' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Gallery' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit: Gallery' }).click()
    await entry(0).waitFor()
    expect(await button('Add pictures').count()).toBe(0)
  })

  it('are the same to the letter when nothing was changed', async () => {
    await edit()
    await entry(0).getByLabel('Description').fill('other')
    await entry(0).getByLabel('Description').fill('A hill')
    await button('Apply').click()
    await expect.poll(() => dialog().count()).toBe(0)
    expect(JSON.stringify((await valueOf(page))[0])).toBe(JSON.stringify(stored))
    expect(await changesOf(page)).toBe(0)
  })

  it('change in their words, and keep all else', async () => {
    await edit()
    await entry(2).getByText('This is not a picture.').waitFor()
    expect(await dialog().locator('img[onerror]').count()).toBe(0)
    await entry(0).getByLabel('Description').fill('')
    await entry(0).getByLabel('Caption').fill('<b>שלום</b>')
    await entry(1).getByLabel('Caption').fill('The great lake')
    await dialog().getByLabel('Columns').fill('')
    await dialog().getByLabel('Caption', { exact: true }).fill('x'.repeat(2000))
    const { alt: _, ...withoutAlt } = hill
    const expected = {
      ...stored,
      images: [
        { ...withoutAlt, caption: '<b>שלום</b>' },
        {
          ...lake,
          caption: 'The great lake',
          captionContent: [
            {
              ...words('The lake'),
              children: [{ _type: 'span', _key: 's', text: 'The great lake', marks: ['l'] }],
            },
          ],
        },
        kept,
      ],
      columns: undefined,
      caption: 'x'.repeat(2000),
    }
    expect(await apply()).toEqual(expected)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => valueOf(page)).toEqual([stored])
  })

  it('are put in order by keyboard, by menu and by drag, and lose a picture only until it is had back', async () => {
    await edit()
    const order = () =>
      dialog()
        .getByRole('listitem')
        .getByRole('button', { name: /^Move / })
        .evaluateAll((handles) => handles.map((handle) => handle.ariaLabel))
    await entry(0)
      .getByRole('button', { name: /^Move / })
      .focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(1)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(order).toEqual(['Move Picture 1: The lake', 'Move Picture 2: A hill', 'Move Picture 3'])
    await entry(2).getByRole('button', { name: /^More/ }).click()
    await dialog().getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(order).toEqual(['Move Picture 1: The lake', 'Move Picture 2', 'Move Picture 3: A hill'])
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().getByRole('menu').count()).toBe(0)
    await expect.poll(() => dialog().count()).toBe(1)
    const grip = (place: number) => entry(place).getByRole('button', { name: /^Move / })
    // Waits until the rows have reached their places.
    for (const place of [0, 2]) await grip(place).hover({ trial: true })
    const from = await grip(0).boundingBox()
    const to = await grip(2).boundingBox()
    if (from === null || to === null) throw new Error('The handles are not in sight.')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 8, to.y + 40, { steps: 12 })
    // As people do, it is let go when it is seen where it would be.
    await dialog()
      .getByRole('status')
      .filter({ hasText: 'Picture 1: The lake: place 3 of 3' })
      .waitFor({ state: 'attached' })
    await page.mouse.up()
    await expect.poll(order).toEqual(['Move Picture 1', 'Move Picture 2: A hill', 'Move Picture 3: The lake'])
    await entry(1).getByRole('button', { name: /^More/ }).click()
    await dialog().getByRole('menuitem', { name: 'Remove the picture' }).click()
    await expect.poll(order).toHaveLength(2)
    await button('Undo').click()
    await expect.poll(order).toHaveLength(3)
    await button('Redo').click()
    expect((await apply())['images']).toEqual([kept, lake])
  })

  it('need a picture, and ask before what was written is thrown away', async () => {
    await edit({ _type: 'gallery', _key: 'g', images: [hill] })
    await entry(0).getByRole('button', { name: /^More/ }).click()
    await dialog().getByRole('menuitem', { name: 'Remove the picture' }).click()
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(0)
    await button('Apply').click()
    await dialog().getByRole('alert').filter({ hasText: 'A gallery needs a picture.' }).waitFor()
    await button('Cancel').click()
    await button('Discard').click()
    expect((await valueOf(page))[0]).toMatchObject({ images: [hill] })
  })

  it('of a form that nobody knows are shown, and kept', async () => {
    const strange = { _type: 'gallery', _key: 'g', images: ['a.png'] }
    await desk.open({ value: [strange] })
    expect(await page.getByRole('button', { name: 'Edit: Gallery' }).count()).toBe(0)
    expect(await valueOf(page)).toEqual([strange])
  })
})
