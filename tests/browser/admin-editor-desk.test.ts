// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  type AnyItem,
  editorPath,
  expectSaved,
  intro,
  makeCollection,
  makeItem,
  openEditor,
  stored,
  title,
} from './editor-steps.ts'

const body = { slug: 'body', label: 'Body', type: 'portableText' }
const wide = { viewport: { width: 1440, height: 900 } }

function paragraph(text: string, style = 'normal'): object {
  return {
    _type: 'block',
    _key: text.replaceAll(/\W/g, '-'),
    style,
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text, marks: [] }],
  }
}

const story = [
  paragraph('Start', 'h2'),
  ...Array.from({ length: 30 }, (_, index) => paragraph(`Words of the start ${index}`)),
  paragraph('Middle', 'h2'),
  ...Array.from({ length: 30 }, (_, index) => paragraph(`Words of the middle ${index}`)),
  paragraph('Deep', 'h4'),
  paragraph('The end.'),
]

describe('the desk of writers', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'stories', fields: [title, intro, body] })
  }, startTimeout)
  afterAll(() => tests?.close())

  const newStory = (text: readonly object[], name = 'A story'): Promise<AnyItem> =>
    makeItem(tests.admin, 'stories', { title: name, intro: 'In short', body: text })

  it('has a focus mode with the title and the text alone, which is remembered, and which Escape leaves', async () => {
    const { id } = await newStory(story)
    const { page, context } = await openEditor(tests, 'stories', id, wide)
    const text = page.getByRole('textbox', { name: 'Body' })
    await text.waitFor()
    await text.press('Control+Shift+F')
    await expectShown(page, false)
    await page.keyboard.type('More. ')
    await expectSaved(page)
    await page.reload()
    await text.waitFor()
    await expectShown(page, false)
    await expectNoViolationsInAnyLook(page)
    // Escape closes what is open before it leaves the mode.
    await text.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await expectShown(page, false)
    await page.keyboard.press('Escape')
    await expectShown(page, true)
    await page.getByRole('button', { name: 'Focus mode' }).click()
    await expectShown(page, false)
    await page.getByRole('button', { name: 'Focus mode' }).click()
    await expectShown(page, true)
    await context.close()
  })

  it('has an outline that leads to the headings, marks the current one, and notices skipped levels', async () => {
    const { id } = await newStory(story)
    const { page, context } = await openEditor(tests, 'stories', id, wide)
    await page.getByRole('tab', { name: 'Details' }).click()
    const outline = page.getByRole('navigation', { name: 'Outline' })
    await expect.poll(() => outline.getByRole('button').allInnerTexts()).toEqual(['Start', 'Middle', 'Deep'])
    await outline.getByText('Heading 4 without a heading 3 above it').waitFor()
    await page.getByText('305 words · 1 minute to read').waitFor()
    await outline.getByRole('button', { name: 'Middle' }).click()
    await expect
      .poll(() => outline.getByRole('button', { name: 'Middle' }).getAttribute('aria-current'))
      .toBe('location')
    const heading = page.locator('[data-style="h2"]', { hasText: 'Middle' })
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
    const distance = async (): Promise<number> =>
      (await heading.evaluate((element) => element.getBoundingClientRect().top)) -
      (await toolbar.evaluate((bar) => bar.getBoundingClientRect().bottom))
    await expect.poll(distance).toBeLessThan(80)
    expect(await distance()).toBeGreaterThanOrEqual(0)
    await page.keyboard.type('The ')
    await expect
      .poll(() => outline.getByRole('button').allInnerTexts())
      .toEqual(['Start', 'The Middle', 'Deep'])
    await context.close()
  })

  it('has a handle beside each block, which adds, drags, and opens a menu', async () => {
    const { id } = await newStory(['One', 'Two', 'Three'].map((text) => paragraph(text)))
    const { page, context } = await openEditor(tests, 'stories', id, wide)
    const block = (text: string): Locator => page.getByText(text, { exact: true })
    const handle = page.getByRole('button', { name: 'Drag to move, press for more' })
    /** Points at a block, and waits until the handle stands beside it. */
    const pointAt = async (text: string): Promise<void> => {
      await block(text).hover()
      const isBeside = async (): Promise<boolean> => {
        const [own, of] = [await handle.boundingBox(), await block(text).boundingBox()]
        if (own === null || of === null) return false
        return Math.abs(own.y + own.height / 2 - of.y - of.height / 2) < of.height / 2
      }
      await expect.poll(isBeside).toBe(true)
    }
    await pointAt('One')
    await drag(page, handle, block('Three'))
    await expectStored(id, ['Two', 'Three', 'One'])
    await pointAt('Two')
    await handle.click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expectStored(id, ['Two', 'Two', 'Three', 'One'])
    await pointAt('Three')
    await handle.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expectStored(id, ['Two', 'Two', 'One'])
    await pointAt('One')
    await page.getByRole('button', { name: 'Add a block below' }).click()
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await context.close()
  })

  it.each([1024, 360])('shows the panel over the text in a window of %i pixels', async (width) => {
    const { id } = await newStory(story)
    const { page, complaints, context } = await openEditor(tests, 'stories', id, {
      viewport: { width, height: 768 },
    })
    const panel = page.getByRole('complementary', { name: 'About this item' })
    const button = page.getByRole('button', { name: 'About this item' })
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    const isInSight = async (): Promise<boolean> => ((await panel.boundingBox())?.y ?? Infinity) < 768
    await expect.poll(isInSight).toBe(false)
    await button.click()
    await expect.poll(isInSight).toBe(true)
    await panel.getByRole('tab', { name: 'History' }).click()
    await panel.getByRole('tab', { name: 'History', selected: true }).waitFor()
    await page.mouse.move(0, 0)
    await expectNoViolationsInAnyLook(page)
    await page.keyboard.press('Escape')
    await expect.poll(isInSight).toBe(false)
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.poll(isInSight).toBe(false)
    await button.click()
    await expect.poll(isInSight).toBe(true)
    await page.getByLabel('Title').focus()
    await expect.poll(isInSight).toBe(false)

    await button.click()
    await expect.poll(isInSight).toBe(true)
    // As after a click beside all controls: nothing has the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Escape')
    await expect.poll(isInSight).toBe(false)

    await button.click()
    await expect.poll(isInSight).toBe(true)
    await page.keyboard.press('Control+Shift+F')
    await panel.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Focus mode' }).click()
    await button.waitFor()
    await expect.poll(isInSight).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('has its buttons at the end of the first line on a telephone', async () => {
    const { id } = await newStory(story)
    const { page, context } = await openEditor(tests, 'stories', id, {
      viewport: { width: 360, height: 740 },
    })
    const bar = page.locator('[data-editor-bar]')
    const placeOf = async (of: Locator) =>
      (await of.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
    const areAtTheEnds = async (): Promise<boolean[]> => {
      const more = await placeOf(bar.getByRole('button', { name: 'More actions' }))
      const back = await placeOf(bar.getByRole('link').first())
      const whole = await placeOf(bar)
      return [
        whole.x + whole.width - more.x - more.width < 24,
        back.x - whole.x < 24,
        Math.abs(back.y - more.y) < 4,
      ]
    }
    await expect.poll(areAtTheEnds).toEqual([true, true, true])
    await context.close()
  })

  it('shows the title beside German labels where there is room for some of it', async () => {
    const { id } = await newStory(story, 'A rather long title of a story that nobody can read in one line')
    const { page, context } = await tests.open({
      path: editorPath('stories', id),
      viewport: { width: 1180, height: 768 },
      locale: 'de-DE',
    })
    const heading = page.locator('[data-editor-bar] h1')
    const text = heading.locator('span')
    const isSeen = async (): Promise<boolean> => {
      const [whole, part] = [await heading.boundingBox(), await text.boundingBox()]
      return whole !== null && part !== null && part.y < whole.y + whole.height && part.width >= 48
    }
    await expect.poll(isSeen).toBe(true)
    await expect.poll(() => text.evaluate((of) => of.scrollWidth > of.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 780, height: 768 })
    await expect.poll(isSeen).toBe(false)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(780)
    await context.close()
  })

  it('shows players of other sites only when asked for, in a frame that the policy allows', async () => {
    const video = { _type: 'video', _key: 'v', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'A song' }
    const other = { _type: 'embed', _key: 'e', url: 'https://example.com/player' }
    const { id } = await newStory([video, other])
    const { page, context } = await openEditor(tests, 'stories', id, wide)
    const frames: string[] = []
    await context.route('https://www.youtube-nocookie.com/**', (route) => {
      frames.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>Player</p>' })
    })
    const play = page.getByRole('button', { name: 'Show the player of YouTube' })
    await play.waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await play.click()
    await page.frameLocator('iframe[title="A song"]').getByText('Player').waitFor()
    expect(frames).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
    await context.close()
  })

  /** Whether everything is there, or the title and the text alone. */
  async function expectShown(page: Page, isAll: boolean): Promise<void> {
    for (const part of [
      page.getByRole('navigation', { name: 'Main navigation' }),
      page.getByRole('complementary', { name: 'About this item' }),
      page.getByLabel('Intro'),
    ])
      await expect.poll(() => part.isVisible()).toBe(isAll)
    for (const part of [page.getByLabel('Title'), page.getByRole('textbox', { name: 'Body' })])
      await expect.poll(() => part.isVisible()).toBe(true)
  }

  async function expectStored(id: string, texts: readonly string[]): Promise<void> {
    await expect
      .poll(async () => {
        const { data } = await stored(tests.admin, 'stories', id)
        return (data.body as AnyItem[]).map(({ children }) => children[0].text)
      })
      .toEqual(texts)
  }
})

async function drag(page: Page, handle: Locator, below: Locator): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await below.boundingBox()]
  if (from === null || to === null) throw new Error('Nothing is there to drag.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 20, { steps: 3 })
  await page.mouse.move(to.x, to.y + to.height - 2, { steps: 5 })
  await page.mouse.up()
}
