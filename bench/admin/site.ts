import type { CDPSession, Page } from 'playwright-core'
import { callFrom, setUp } from '../../tests/browser/steps.ts'
import { startOwnBrowser } from '../../tests/setup/browser.ts'
import { type PagesService, startPages } from '../../tests/setup/pages.ts'
import { newVisitor } from '../../tests/setup/visitor.ts'

/** A site with articles, as the admin shows it to a person who is signed in. */
export interface AdminSite {
  /** a new tab of the browser, with an empty cache */
  open(): Promise<Page>
  /** the id of an article of 10,000 words */
  readonly long: string
  close(): Promise<void>
}

/** number of articles in the list */
export const articles = 1000

/** Starts a service with articles and a browser, which `close` ends. */
export async function startSite(): Promise<AdminSite> {
  const browser = await startOwnBrowser()
  const service = await startPages({ isOwnProcess: true })
  const { page, context: signedIn } = await newVisitor(browser)
  await setUp(page, service)
  await makeCollection(page)
  for (let made = 1; made < articles; made += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, articles - made) }, (_, index) =>
        create(page, { title: `Article ${made + index}`, intro: 'What it is about.', body: bodyOf(12) }),
      ),
    )
  const long = await create(page, { title: 'Ten thousand words', body: bodyOf(160) })
  const cookies = await signedIn.cookies()
  await signedIn.close()
  return {
    long,
    open: async () => {
      const context = await browser.newContext({
        baseURL: service.baseUrl,
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
      })
      await context.addCookies(cookies)
      return context.newPage()
    },
    close: () => end(browser, service),
  }
}

async function end(browser: { close(): Promise<void> }, service: PagesService): Promise<void> {
  await browser.close()
  await service.close()
}

async function makeCollection(page: Page): Promise<void> {
  const supports = ['drafts', 'revisions', 'scheduling', 'search']
  await callFrom(page, 'POST', '/schema/collections', { slug: 'articles', label: 'Articles', supports })
  const fields = [
    { slug: 'title', type: 'string', required: true },
    { slug: 'intro', type: 'text' },
    { slug: 'body', type: 'portableText' },
    { slug: 'cover', type: 'image' },
    { slug: 'kind', type: 'select', validation: { options: ['Essay', 'News'] } },
  ]
  for (const field of fields)
    await callFrom(page, 'POST', '/schema/collections/articles/fields', { label: field.slug, ...field })
}

async function create(page: Page, data: object): Promise<string> {
  const { data: created, error } = await callFrom(page, 'POST', '/content/articles', { data })
  if (created === undefined) throw new Error(`An article could not be made: ${JSON.stringify(error)}`)
  return created.item.id as string
}

/** So many blocks of about 63 words: paragraphs, headings and entries of lists, as articles have them. */
function bodyOf(blocks: number): object[] {
  return Array.from({ length: blocks }, (_, index) => ({
    _type: 'block',
    _key: `k${index}`,
    style: index % 12 === 0 ? 'h2' : 'normal',
    ...(index % 9 > 6 && { listItem: 'bullet', level: 1 }),
    markDefs: [],
    children: [
      { _type: 'span', _key: 'a', text: 'some words of a long article '.repeat(7), marks: [] },
      { _type: 'span', _key: 'b', text: 'in bold ', marks: ['strong'] },
      { _type: 'span', _key: 'c', text: 'and more words that follow '.repeat(4), marks: [] },
    ],
  }))
}

/** Slows the processor of a page. */
export async function slowed(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return session
}
