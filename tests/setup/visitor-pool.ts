import type { Page } from 'playwright-core'
import { slowdown, type TestBrowser } from './browser.ts'
import {
  type BrowserVisitor,
  collectComplaints,
  newVisitor,
  usualViewport,
  type VisitorOptions,
} from './visitor.ts'

/** What cannot be taken back: a context in which one of these was called is closed, not used again. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession'] as const

/** What tests listen to; Playwright listens to the rest of the events itself. */
const events = ['console', 'dialog', 'download', 'pageerror', 'request', 'requestfailed', 'response'] as const

/**
 * Visitors of one service, for tests that follow each other. A page that has loaded the admin before loads it in half
 * the time: a visitor whose context a test closes is emptied, and kept for the next test that wants the same options.
 */
export class VisitorPool {
  readonly #browser: TestBrowser
  /** an address of the service that shows nothing */
  readonly #home: string
  readonly #idle = new Map<string, BrowserVisitor[]>()
  #hasEnded = false

  constructor(browser: TestBrowser, baseUrl: string) {
    this.#browser = browser
    this.#home = `${baseUrl}/_cms/health`
  }

  async take(options: VisitorOptions): Promise<BrowserVisitor> {
    const key = JSON.stringify(options)
    const visitor = this.#idle.get(key)?.pop() ?? (await newVisitor(this.#browser, options))
    const close = visitor.context.close.bind(visitor.context)
    const restore = watchLasting(visitor)
    visitor.context.close = async (...args) => {
      visitor.context.close = close
      const isAltered = restore()
      // A page that is slowed down takes the processor also while it is idle.
      if (this.#hasEnded || isAltered || slowdown > 1 || !(await this.#empty(visitor, options)))
        return close(...args)
      const complaints = collectComplaints(visitor.page)
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), { ...visitor, complaints }])
    }
    return visitor
  }

  /** From now on, closing a context closes it. */
  end(): void {
    this.#hasEnded = true
  }

  /** Leaves nothing of a test; false where that cannot be, as when its page has crashed. */
  async #empty({ page, context, device }: BrowserVisitor, options: VisitorOptions): Promise<boolean> {
    try {
      for (const other of context.pages()) if (other !== page) await other.close()
      for (const event of events) page.removeAllListeners(event)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await leave(page, this.#home)
      await context.clearCookies()
      await context.clearPermissions()
      await page.setViewportSize(options.viewport ?? usualViewport)
      const { colorScheme = 'light', reducedMotion = 'no-preference' } = options
      await page.emulateMedia({ media: null, colorScheme, reducedMotion })
      await page.mouse.move(0, 0)
      await device.forget()
      return true
    } catch {
      return false
    }
  }
}

/** Goes to an address of the service that shows nothing, whatever the page asks, and removes what the admin stored. */
async function leave(page: Page, home: string): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(home)
  page.removeAllListeners('dialog')
  await page.evaluate(forget)
}

/** of the origin that a page is at */
const forget = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  for (const name of await caches.keys()) await caches.delete(name)
})()`

/** Notices calls of what cannot be taken back; restores the methods, and says whether there was one. */
function watchLasting({ page, context }: BrowserVisitor): () => boolean {
  let isAltered = false
  const watched = [page, context].flatMap((owner) =>
    lasting
      .filter((name) => name in owner)
      .map((name) => {
        const methods = owner as unknown as Record<string, (...args: unknown[]) => unknown>
        const original = methods[name]?.bind(owner)
        methods[name] = (...args) => {
          isAltered = true
          return original?.(...args)
        }
        return () => Reflect.deleteProperty(methods, name)
      }),
  )
  return () => {
    for (const restore of watched) restore()
    return isAltered
  }
}
