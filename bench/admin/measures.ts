import type { Page } from 'playwright-core'
import { longestTask } from '../../tests/browser/list-figures.ts'
import { answerTimes } from '../../tests/browser/rich-text-steps.ts'
import { articles, type AdminSite, slowed } from './site.ts'

export interface FirstView {
  /** kilobytes of compressed script that were loaded, without the headers of the answers */
  readonly script: number
  /** milliseconds from the navigation until the heading is shown and a script finds room to run */
  readonly interactive: number
}

/** The dashboard, in a browser that has nothing of the admin yet. */
export function firstView(site: AdminSite, slowDown: number): Promise<FirstView> {
  return inTab(site, async (page) => {
    const session = await slowed(page, slowDown)
    await session.send('Network.enable')
    let bytes = 0
    /** the bytes of the headers of each answer that is a script */
    const headers = new Map<string, number>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') headers.set(requestId, response.encodedDataLength)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes += encodedDataLength - (headers.get(requestId) ?? encodedDataLength)
    })
    await page.goto('/_cms/admin', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const interactive = await page.evaluate<number>(atRest)
    return { script: bytes / 1000, interactive }
  })
}

const atRest = 'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))'

export interface Opening {
  /** milliseconds from the click until the title can be edited, and until the text can */
  readonly title: number
  readonly text: number
}

export interface Openings {
  /** the first item after the list was loaded */
  readonly first: Opening
  readonly further: Opening
}

/** Opens two items of a list, one after the other. */
export function openings(site: AdminSite, slowDown: number): Promise<Openings> {
  return inTab(site, async (page) => {
    await page.goto('/_cms/admin/content/articles')
    await page.locator('tbody th a').first().waitFor()
    // A person looks at the list before the click.
    await page.waitForTimeout(2500)
    await slowed(page, slowDown)
    const first = await opening(page, 3)
    await page.goBack()
    await page.locator('tbody th a').first().waitFor()
    await page.waitForTimeout(500)
    return { first, further: await opening(page, 5) }
  })
}

/** The times are taken in the page, from the click that it receives to the frame that shows the field. */
async function opening(page: Page, row: number): Promise<Opening> {
  // The evaluation waits for a promise that is its value.
  await page.evaluate(`window.opening = new Promise((resolve) => {
    addEventListener('click', () => {
      const begin = performance.now()
      const times = {}
      const look = () => {
        const time = performance.now() - begin
        if (document.querySelector('main [data-field] input, main [data-field] textarea')) times.title ??= time
        if (document.querySelector('main [role="textbox"][contenteditable="true"] [data-pt-block]')) times.text ??= time
        if (times.title && times.text) resolve(times)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  }); 0`)
  await page.locator('tbody th a').nth(row).click()
  return page.evaluate<Opening>('window.opening')
}

/** The milliseconds within which 95 of 100 keys are answered in a text of 10,000 words. */
export function slowKey(site: AdminSite, slowDown: number): Promise<number> {
  return inTab(site, async (page) => {
    await page.goto(`/_cms/admin/content/articles/${site.long}`)
    await page.locator('[data-pt-block]').nth(80).click()
    await page.keyboard.press('End')
    await page.waitForTimeout(1000)
    const times = await answerTimes(page, sentence, slowDown)
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? NaN
  })
}

const sentence = 'the quick brown fox jumps over the lazy dog and runs on through the field beyond the river'

/** The longest task in milliseconds while a list whose rows are all loaded is scrolled. */
export function scrolling(site: AdminSite, slowDown: number): Promise<number> {
  return inTab(site, async (page) => {
    await page.goto('/_cms/admin/content/articles')
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    await page.mouse.move(600, 500)
    const loaded = async () => Number(await page.locator('table').getAttribute('aria-rowcount')) - 1
    while ((await loaded()) < articles) {
      await page.mouse.wheel(0, 4000)
      await page.waitForTimeout(50)
    }
    await page.evaluate('window.scrollTo(0, 0)')
    await page.waitForTimeout(1000)
    const session = await slowed(page, slowDown)
    return longestTask(session, async () => {
      for (let step = 0; step < 40; step++) {
        await page.mouse.wheel(0, 400)
        await page.waitForTimeout(30)
      }
    })
  })
}

async function inTab<Result>(site: AdminSite, work: (page: Page) => Promise<Result>): Promise<Result> {
  const page = await site.open()
  try {
    return await work(page)
  } finally {
    await page.context().close()
  }
}
