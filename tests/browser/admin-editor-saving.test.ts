import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInDark } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import {
  type AnyItem,
  editorPath,
  expectSaved,
  expectState,
  intro,
  makeCollection,
  makeItem,
  openEditor,
  openId,
  stored,
  title,
} from './editor-steps.ts'

const limited = {
  status: 429,
  headers: { 'retry-after': '50' },
  json: { success: false, error: { code: 'RATE_LIMITED', message: 'Too many.', details: {} } },
}
const broken = {
  status: 500,
  json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Oh.', details: {} } },
}
const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }

describe('saving in the editor', () => {
  let tests: AdminTests
  const written = async (id: string, collection = 'posts'): Promise<AnyItem> =>
    (await stored(tests.admin, collection, id)).data
  const expectStored = async (id: string, data: object, collection?: string): Promise<void> => {
    await expect.poll(() => written(id, collection)).toMatchObject(data)
  }

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, intro] })
    await makeCollection(tests.admin, { slug: 'notes', supports: ['revisions'], fields: [title, intro] })
  }, startTimeout)
  afterAll(() => tests?.close())

  /** Intercepts every save of the page; the test decides when each continues. */
  async function holdSaves(page: Page): Promise<Route[]> {
    const held: Route[] = []
    await page.route('**/_cms/api/content/posts/*', (route) =>
      route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
    )
    return held
  }

  it.each([
    ['on a desk', { viewport: { width: 1280, height: 800 } }, 60],
    ['on a telephone, in German', { viewport: { width: 360, height: 740 }, locale: 'de-DE' }, 110],
  ])('never moves what it says of saving, %s', { tags: 'long' }, async (_, look, most) => {
    const { id, _rev } = await makeItem(tests.admin, 'posts', { title: 'Still' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${id}`, { data: { title: 'Always still' }, _rev })
    const { page, context } = await tests.open({ path: editorPath('posts', id), ...look })
    const bar = page.locator('[data-editor-bar]')
    await expectState(page, /^(Saved|Gespeichert)$/)
    const publish = bar.getByRole('button', { name: /^(Publish changes|Änderungen veröffentlichen)$/ })
    const places = async () => [await bar.boundingBox(), await publish.boundingBox()]
    const before = await places()
    expect(before[0]?.height).toBeLessThan(most)
    await page.route('**/_cms/api/content/posts/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(gateway) : route.continue(),
    )
    await page.getByLabel('Intro').fill('Not stored')
    await expectState(page, 'HTTP 502')
    expect(await places()).toEqual(before)
    await context.close()
  })

  it('makes a new item while somebody writes, who goes on writing', { tags: 'long' }, async () => {
    const { page, complaints, context } = await openEditor(tests, 'posts')
    await page.getByLabel('Intro').fill('First')
    const id = await openId(page)
    expect(await written(id)).toEqual({ intro: 'First' })
    await page.getByLabel('Title').pressSequentially('A title', { delay: 20 })
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('A title')
    await page.keyboard.type(' and more')
    await expectSaved(page)
    expect(await written(id)).toEqual({ title: 'A title and more', intro: 'First' })
    await page.reload()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('A title and more')
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'makes the slug of the whole title, though the item is saved before that is written',
    { tags: 'long' },
    async () => {
      for (const slug of ['lentil-soup', 'lentil-soup-2']) {
        const { page, context } = await openEditor(tests, 'posts')
        await page.getByLabel('Title').pressSequentially('Len')
        const id = await openId(page)
        await expectSaved(page)
        await page.keyboard.type('til soup')
        await expect.poll(async () => (await stored(tests.admin, 'posts', id)).slug).toBe(slug)
        await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe(slug)
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await page.getByText('Published.', { exact: true }).waitFor()
        await page.getByLabel('Title').fill('Another soup')
        await expectSaved(page)
        expect(await stored(tests.admin, 'posts', id)).toMatchObject({
          slug,
          data: { title: 'Another soup' },
        })
        await context.close()
      }
    },
  )

  it('saves within two seconds after the last key', { tags: 'timing' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Quick' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    let words = 'Quick one'
    await expectSomeUnder(2000, async () => {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await page.getByLabel('Title').fill((words += '!'))
      const start = performance.now()
      await saved
      const time = performance.now() - start
      await expectStored(item.id, { title: words })
      await expectSaved(page)
      return time
    })
    await context.close()
  })

  it(
    'has one save on its way over a slow network, and stores what was written last',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Slow' })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      const held = await holdSaves(page)
      const field = page.getByLabel('Title')
      await field.fill('Slow 1')
      await expect.poll(() => held.length).toBe(1)
      await field.fill('Slow 12')
      await page.getByLabel('Intro').fill('Meanwhile')
      await page.waitForTimeout(2500)
      expect(held.length).toBe(1)
      await expectState(page, 'Saving')
      await held[0]?.continue()
      await expect.poll(() => held.length).toBe(2)
      expect(held[1]?.request().postDataJSON()).toMatchObject({
        data: { title: 'Slow 12', intro: 'Meanwhile' },
      })
      await expect.poll(() => field.inputValue()).toBe('Slow 12')
      await held[1]?.continue()
      await expectSaved(page)
      expect(await written(item.id)).toEqual({ title: 'Slow 12', intro: 'Meanwhile' })
      await context.close()
    },
  )

  it(
    'tries again when an answer gets lost, is refused for a while, or the network is away',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Bumpy' })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      const mishaps = [
        (route: Route) => route.abort(),
        async (route: Route) => {
          await route.fetch()
          await route.abort()
        },
        (route: Route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'busy' }),
      ]
      await page.route('**/_cms/api/content/posts/*', (route) => {
        const mishap = route.request().method() === 'PUT' ? mishaps.shift() : undefined
        return mishap === undefined ? route.continue() : mishap(route)
      })
      await page.getByLabel('Title').fill('Bumpy road')
      await expectState(page, 'Not saved')
      await page.getByLabel('Intro').fill('Still writing')
      await expectSaved(page)
      expect(await written(item.id)).toEqual({ title: 'Bumpy road', intro: 'Still writing' })
      expect(await page.getByText('Look at both').count()).toBe(0)
      await context.close()
    },
  )

  it('keeps writing possible offline, and saves when the network is back', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Train' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await context.setOffline(true)
    await page.getByLabel('Title').fill('In the tunnel')
    await expectState(page, 'Not saved')
    await context.setOffline(false)
    await expectStored(item.id, { title: 'In the tunnel' })
    await expectSaved(page)
    await context.close()
  })

  it(
    'offers both where another has changed the same field, and merges the rest by itself',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Start', intro: 'Start' })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      const { promise: isTyped, resolve: read } = Promise.withResolvers<void>()
      // Otherwise the editor could take the title of the other over before this person changes it.
      await page.route(`**/_cms/api/content/posts/${item.id}*`, async (route) => {
        if (route.request().method() === 'GET') await isTyped
        await route.continue()
      })
      await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { title: 'Their title' } })
      await page.getByRole('textbox', { name: 'Title' }).fill('My title')
      await page.getByLabel('Intro').fill('My intro')
      read()
      await page.getByText('has changed “Title”, which you have changed, too').waitFor()
      await expectNoViolations(page)
      await expectNoViolationsInDark(page)
      await expectStored(item.id, { title: 'Their title', intro: 'My intro' })
      await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('My title')
      await page.getByRole('button', { name: 'Look at both' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect.poll(() => dialog.getByText('Their', { exact: true }).count()).toBe(1)
      await expectNoViolations(page)
      await expectNoViolationsInDark(page)
      await dialog.getByRole('button', { name: 'Take theirs' }).click()
      await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Their title')
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
      await expectStored(item.id, { title: 'My title' })
      await context.close()
    },
  )

  it('takes over what others change while nobody writes there', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Mine', intro: 'Before' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await page.getByLabel('Title').focus()
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { intro: 'Theirs', title: 'Theirs' } })
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await expect.poll(() => page.getByLabel('Intro').inputValue()).toBe('Theirs')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Mine')
    await page.getByLabel('Intro').focus()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Theirs')
    await context.close()
  })

  it('loses nothing when the session ends while somebody writes', { tags: 'long' }, async () => {
    const as = await tests.person(40)
    const item = await makeItem(as, 'posts', { title: 'Session' })
    const { page, context } = await openEditor(tests, 'posts', item.id, { as })
    await context.clearCookies()
    await page.getByLabel('Title').fill('Written after the end')
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Written after the end')
    await context.addCookies(as.cookies.map((cookie) => ({ ...cookie, url: tests.service.baseUrl })))
    await expectStored(item.id, { title: 'Written after the end' })
    await expectSaved(page)
    await context.close()
  })

  /** Writes a title in a tab that is closed before the title is saved. */
  async function leaveUnsaved(item: AnyItem, text: string) {
    const { page, context } = await openEditor(tests, 'posts', item.id)
    // What is only held goes out after all when the page is closed.
    await page.route('**/_cms/api/content/posts/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Title').fill(text)
    await expectState(page, 'Not saved')
    // A page that is closed like this gets no chance to keep more.
    const kept = `Object.entries(localStorage).some(([name, copy]) => name.includes('${item.id}') && copy.includes('${text}'))`
    await expect.poll(() => page.evaluate(kept)).toBe(true)
    const again = await context.newPage()
    await page.close()
    return { again, context, path: tests.service.baseUrl + editorPath('posts', item.id) }
  }

  it(
    'offers what a closed tab had not saved, and shows it beside what is there',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Crash', intro: 'As it is' })
      const { again, context, path } = await leaveUnsaved(item, 'Crash course')
      await again.goto(path)
      await again.getByText('Unsaved changes were found').waitFor()
      await expect.poll(() => again.getByText('In: Title', { exact: true }).count()).toBe(1)
      await again.getByRole('button', { name: 'Look at both' }).click()
      const dialog = again.getByRole('dialog', { name: 'Unsaved changes were found' })
      await expect.poll(() => dialog.locator('ins').allInnerTexts()).toEqual([' course'])
      await expect.poll(() => dialog.getByRole('region').count()).toBe(1)
      await expectNoViolations(again)
      await dialog.getByRole('button', { name: 'Restore unsaved changes' }).click()
      await expectStored(item.id, { title: 'Crash course' })
      await expectSaved(again)
      await again.reload()
      await expect.poll(() => again.getByLabel('Title').inputValue()).toBe('Crash course')
      expect(await again.getByRole('button', { name: 'Restore unsaved changes' }).count()).toBe(0)
      await context.close()
    },
  )

  it(
    'does not ask about what a closed tab left, when the item is like that by now',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Lost' })
      const { again, context, path } = await leaveUnsaved(item, 'Arrived')
      await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { title: 'Arrived' } })
      await again.goto(path)
      await again.getByLabel('Title').waitFor()
      const left = () =>
        again.evaluate(`Object.keys(localStorage).filter((name) => name.includes('${item.id}')).length`)
      await expect.poll(left).toBe(0)
      expect(await again.getByText('Unsaved changes were found').count()).toBe(0)
      await context.close()
    },
  )

  /** Waits until the screen is shown: until then the editor stays behind its URL, and goes on saving. */
  const expectMediaScreen = (page: Page) =>
    page.getByRole('heading', { name: 'Media', exact: true }).waitFor()

  it('leaves without a question when it could save, and asks when it could not', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Leave' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    // Browsers have it on encrypted addresses and on localhost only.
    await page.evaluate('delete Crypto.prototype.randomUUID')
    await page.getByLabel('Title').fill('Left')
    await page.getByRole('link', { name: 'Media' }).click()
    await expectMediaScreen(page)
    await expectStored(item.id, { title: 'Left' })
    await page.goBack()
    await page.getByLabel('Slug').fill('')
    await page.getByText('Required', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(page.url()).toContain(item.id)
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('dialog').getByText('This browser keeps it').waitFor()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expectMediaScreen(page)
    expect(await written(item.id)).toEqual({ title: 'Left' })
    await page.goBack()
    await page.getByText('Unsaved changes were found').waitFor()
    await expect.poll(() => page.getByText('In: Slug', { exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Restore unsaved changes' }).click()
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('')
    await context.close()
  })

  it('goes on by itself when the save comes while the question is open', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Late' })
    const { page, complaints, context } = await openEditor(tests, 'posts', item.id)
    const held = await holdSaves(page)
    await page.getByLabel('Title').fill('Late but there')
    await page.getByRole('link', { name: 'Media' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    expect(page.url()).toContain(item.id)
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await expectMediaScreen(page)
    await expect.poll(() => question.count()).toBe(0)
    expect(await written(item.id)).toEqual({ title: 'Late but there' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('offers a new item again that was left before it could be saved', { tags: 'long' }, async () => {
    // The editor takes an equal item, such as that of an earlier attempt of this test, for the one it has sent.
    const text = `Written before the author existed ${randomUUID()}`
    const { page, context } = await openEditor(tests, 'posts', 'new?locale=en')
    await page.route('**/_cms/api/content/posts', (route) =>
      route.request().method() === 'POST' ? route.fulfill(broken) : route.continue(),
    )
    await page.getByLabel('Intro').fill(text)
    await expectState(page, 'HTTP 500')
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expectMediaScreen(page)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('link', { name: 'posts', exact: true }).click()
    await page.getByRole('link', { name: 'New posts', exact: true }).click()
    await page.getByText('Unsaved changes were found').waitFor()
    await page.getByRole('button', { name: 'Restore unsaved changes' }).click()
    const id = await openId(page)
    await expectStored(id, { intro: text })
    await context.close()
  })

  it(
    'does not bring a person back who has left while a new item was on its way',
    { tags: 'long' },
    async () => {
      const { page, context } = await openEditor(tests, 'posts', 'new?locale=en')
      const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>()
      const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>()
      await page.route('**/_cms/api/content/posts', async (route) => {
        if (route.request().method() === 'POST') await isLeft
        await route.continue()
      })
      // The editor stays until the screen that follows it is loaded.
      await page.route('**/assets/media-library-*.js', async (route) => {
        await isLoaded
        await route.continue()
      })
      await page.getByLabel('Intro').fill('Sent over a slow network')
      await page.getByRole('link', { name: 'Media' }).click()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.waitForURL('**/admin/media')
      const created = page.waitForResponse(
        (answer) =>
          answer.request().method() === 'POST' && answer.url().endsWith('/content/posts') && answer.ok(),
      )
      leave()
      const { data } = await (await created).json()
      await expectState(page, 'Saved')
      load()
      await expectMediaScreen(page)
      expect(page.url()).toMatch(/\/admin\/media$/)
      await expectStored(data.item.id, { intro: 'Sent over a slow network' })
      await context.close()
    },
  )

  it('says that text is lost where this browser cannot keep it', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Full' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await page.evaluate(
      `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
    )
    await page.getByLabel('Slug').fill('')
    await page.getByRole('link', { name: 'Media' }).click()
    await page.getByRole('dialog').getByText('It is lost when you leave.').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(page.url()).toContain(item.id)
    await context.close()
  })

  it(
    'does not show visitors half a sentence: a live item without drafts is saved by a button',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'notes', { title: 'Live' }, { status: 'published' })
      const { page, context } = await openEditor(tests, 'notes', item.id)
      await page.getByLabel('Title').fill('Live change')
      await page.waitForTimeout(3000)
      expect(await written(item.id, 'notes')).toEqual({ title: 'Live' })
      await expectState(page, 'visitors see a change as soon as you save it')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await expectSaved(page)
      expect(await written(item.id, 'notes')).toEqual({ title: 'Live change' })
      await context.close()
    },
  )

  it.each([
    ['silence', (route: Route) => route.abort(), 'the service does not answer', ''],
    [
      'its limit',
      (route: Route) => route.fulfill(limited),
      'too many requests in a short time',
      /too many requests in a short time.*in (50|[34]\d) sec/s,
    ],
    ['its fault', (route: Route) => route.fulfill(broken), 'the service had an error (HTTP 500)', ''],
    ['a proxy', (route: Route) => route.fulfill(gateway), 'a proxy or the network', '(HTTP 502)'],
    [
      'a wall',
      (route: Route) => route.fulfill({ ...gateway, status: 403 }),
      'a proxy or the network',
      '(HTTP 403)',
    ],
  ])(
    'tells %s from other troubles, and saves as soon as it is over',
    { tags: 'long' },
    async (_, mishap, reported, further) => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Troubled' })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      let isOver = false
      await page.route('**/_cms/api/content/posts/*', (route) =>
        route.request().method() === 'PUT' && !isOver ? mishap(route) : route.continue(),
      )
      await page.getByLabel('Title').fill('Troubled text')
      await expectState(page, reported)
      await expectState(page, further)
      isOver = true
      await page.keyboard.press('ControlOrMeta+s')
      await expectSaved(page)
      expect(await written(item.id)).toEqual({ title: 'Troubled text' })
      await context.close()
    },
  )

  it.each([
    [413, 'PAYLOAD_TOO_LARGE', 'this is too large'],
    [403, 'FORBIDDEN', 'you may not change this'],
    [422, 'VALIDATION_ERROR', 'The plugin says no.'],
  ])(
    'says why the service refuses (%s), and keeps the text',
    { tags: 'long' },
    async (status, code, reported) => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Refused' })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      await page.route('**/_cms/api/content/posts/*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({
              status,
              json: { success: false, error: { code, message: 'The plugin says no.', details: {} } },
            })
          : route.continue(),
      )
      await page.getByLabel('Title').fill('Refused text')
      await expectState(page, reported)
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Refused text')
      await context.close()
    },
  )

  it('tells of fields that were taken away meanwhile, keeps their text, and shows new ones', async () => {
    await makeCollection(tests.admin, { slug: 'shifting', fields: [title, intro] })
    const item = await makeItem(tests.admin, 'shifting', { title: 'Model' })
    const { page, context } = await openEditor(tests, 'shifting', item.id)
    await page.route('**/_cms/api/content/shifting/*', (route) => {
      const isSave = route.request().method() === 'PUT'
      return isSave && route.request().postData()?.includes('intro') === true && isHeld
        ? route.abort()
        : route.continue()
    })
    let isHeld = true
    await page.getByLabel('Intro').fill('Text in a field that goes')
    await tests.admin.call('DELETE', '/schema/collections/shifting/fields/intro')
    await tests.admin.call(
      'POST',
      '/schema/collections/shifting/fields',
      { slug: 'extra', label: 'Extra', type: 'string' },
      201,
    )
    isHeld = false
    await page.getByText('The fields of this collection were changed').waitFor({ timeout: 2 * patience })
    await expect.poll(() => page.getByText('Text in a field that goes').count()).toBe(1)
    await page.getByLabel('Extra').fill('New')
    await page.getByLabel('Title').fill('Model changed')
    await expectStored(item.id, { title: 'Model changed', extra: 'New' }, 'shifting')
    await expectSaved(page)
    await context.close()
  })
})
