import type { FrameLocator } from 'playwright-core'
import { expect } from 'vitest'
import type { TestBrowser } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import type { MagazineSite } from '../setup/magazine-site.ts'

interface Shown {
  /** the address of the site for Octavo's admin */
  readonly octavo: MagazineSite
  /** of a preview link */
  readonly url: string
}

interface BesideEditor {
  readonly frame: FrameLocator
  /** the messages that the page has sent to the admin */
  messages(): Promise<Any[]>
  /** says, as the admin does, that the item was saved */
  saved(item: { readonly id: string; readonly locale: string }): Promise<void>
}

/** Opens a preview link in a frame of Octavo's origin, as the admin does beside its editor. */
async function openBesideEditor(browser: TestBrowser, { octavo, url }: Shown): Promise<BesideEditor> {
  // A real page of Octavo: Chromium keeps pages that tests make up from asking the own machine. Its policy allows no frames.
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${octavo.proxy.url}/_cms/health`)
  await page.evaluate(`(() => {
    window.got = []
    addEventListener('message', ({ data }) => { if (String(data?.type).startsWith('octavo:')) got.push(data) })
    const frame = Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)}, id: 'beside' })
    frame.style = 'position: fixed; inset: 0; width: 100%; height: 100%; z-index: 1000; background: white'
    document.body.append(frame)
  })()`)
  return {
    frame: page.frameLocator('#beside'),
    messages: () => page.evaluate<Any[]>('window.got'),
    saved: ({ id, locale }) => {
      const message = { type: 'octavo:saved', collection: 'articles', id, locale, rev: '1' }
      const { origin } = new URL(url)
      return page.evaluate(`frames[0].postMessage(${JSON.stringify(message)}, ${JSON.stringify(origin)})`)
    },
  }
}

/** A click on a marked text names its field to the editor, and each save is shown. */
export async function expectConnectedPreview(browser: TestBrowser, shown: Shown): Promise<void> {
  const path = '/content/articles/the-oven-that-never-goes-out'
  const { octavo } = shown
  const { frame, messages, saved } = await openBesideEditor(browser, shown)
  const { item } = await octavo.ask('GET', path)
  const heading = frame.getByRole('heading', { level: 1 })
  const focus = (field: string) => ({ type: 'octavo:focus', id: item.id, field })
  const last = async () => (await messages()).at(-1)
  // The page shows its text before its program runs.
  await expect
    .poll(async () => {
      await heading.click()
      return last()
    })
    .toEqual(focus('title'))
  await frame.locator('.prose p').first().click()
  await expect.poll(last).toEqual(focus('body'))
  await octavo.ask('PUT', path, { data: { title: 'Saved beside the page' } })
  await saved(item)
  await frame.getByRole('heading', { level: 1, name: 'Saved beside the page' }).waitFor()
}
