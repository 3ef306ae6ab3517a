import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { type PreviewSite, startPreviewSite } from '../setup/preview-site.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { tabsOf } from '../setup/visitor.ts'
import {
  editorPath,
  expectSaved,
  intro,
  makeCollection,
  makeItem,
  openEditor,
  title,
} from './editor-steps.ts'
import { connectedHeading, frameOf, openPane, shown } from './preview-steps.ts'

describe('the preview beside the editor', () => {
  let tests: AdminTests
  let site: PreviewSite
  let other: PreviewSite
  beforeAll(async () => {
    tests = await startAdmin()
    site = await startPreviewSite(tests.service.baseUrl)
    other = await startPreviewSite(tests.service.baseUrl)
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, intro] })
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
    await site?.close()
    await other?.close()
  })

  const setUp = async (): Promise<void> => {
    await tests.admin.call('POST', '/settings', { previewOrigins: [site.origin] })
    await tests.admin.call('PATCH', '/schema/collections/posts', { urlPattern: '/blog/{slug}' })
  }

  it('says what to set, and where', { tags: 'long' }, async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'First' })
    const { page } = await openEditor(tests, 'posts', id)
    await openPane(page)
    const pane = page.getByRole('region', { name: 'Preview' })
    await pane.getByText('Add the sites that show previews').waitFor()
    await expectNoViolationsInAnyLook(page)
    const settings = pane.getByRole('link', { name: 'Open the settings', exact: true })
    expect(await settings.getAttribute('href')).toBe('/_cms/admin/settings')
    const model = pane.getByRole('link', { name: 'Open the settings of “posts”' })
    expect(await model.getAttribute('href')).toBe('/_cms/admin/model/posts')
    await settings.click()
    const origins = page.getByRole('textbox', { name: 'Sites that show previews' })
    await origins.fill('https://example.com/path')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be an origin').waitFor()
    await origins.fill(`${site.origin}/\n\n  https://example.com`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await tests.admin.call('GET', '/settings')).previewOrigins)
      .toEqual([site.origin, 'https://example.com'])
    const author = await openEditor(tests, 'posts', id, { as: await tests.person(30) })
    await openPane(author.page)
    await author.page.getByText('An admin of this site can set this.').waitFor()
    expect(await author.page.getByRole('link', { name: /Open the settings/ }).count()).toBe(0)
    await setUp()
    const fresh = await openEditor(tests, 'posts')
    await openPane(fresh.page)
    await fresh.page.getByText('Save the item first').waitFor()
  })

  it(
    'asks to load the page anew where it was opened before the origin was allowed',
    { tags: 'long' },
    async () => {
      await setUp()
      await tests.admin.call('POST', '/settings', { previewOrigins: null })
      const { id } = await makeItem(tests.admin, 'posts', { title: 'Blocked' })
      const { page } = await openEditor(tests, 'posts', id)
      await openPane(page)
      await page.getByRole('link', { name: 'Open the settings' }).click()
      await page.getByRole('textbox', { name: 'Sites that show previews' }).fill(site.origin)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').filter({ hasText: 'All saved' }).waitFor()
      await page.goBack()
      await page.getByText('This page was opened before').waitFor()
      await page.getByRole('button', { name: 'Reload', exact: true }).click()
      await shown(page).getByRole('heading', { name: 'Blocked' }).waitFor()
      expect(await page.getByText('This page was opened before').count()).toBe(0)
    },
  )

  it(
    'shows the draft, follows each save and focuses the field whose text is clicked',
    { tags: 'long' },
    async () => {
      await setUp()
      const { id } = await makeItem(tests.admin, 'posts', { title: 'Clay', intro: 'About vases' })
      const { page, complaints } = await openEditor(tests, 'posts', id)
      await openPane(page)
      const frame = shown(page)
      await frame.getByRole('heading', { name: 'Clay' }).waitFor()
      const field = page.getByRole('textbox', { name: 'Title' })
      await field.fill('Clay and fire')
      await expectSaved(page)
      await connectedHeading(page, 'Clay and fire').waitFor()
      await frame.getByText('About vases').click()
      const focused = (): Promise<unknown> =>
        page.evaluate(`document.activeElement.closest('[data-field]')?.dataset.field`)
      await expect.poll(focused).toBe('intro')
      await frame.getByRole('heading', { name: 'Clay and fire' }).click()
      await expect.poll(focused).toBe('title')
      await frame.getByRole('button', { name: 'Not of a field' }).click()
      await page.waitForTimeout(200)
      expect(await focused()).not.toBe('intro')
      // Copied from the page, a text has no marks when it is saved.
      const marked = await frame.locator('h1').evaluate((heading) => heading.textContent)
      await page.getByRole('textbox', { name: 'Intro' }).fill(`Copied ${marked}`)
      await expectSaved(page)
      await expect
        .poll(async () => (await tests.admin.call('GET', `/content/posts/${id}`)).item.data.intro)
        .toBe('Copied Clay and fire')
      await frame.getByText('Copied Clay and fire').waitFor()
      expect(complaints).toEqual([])
    },
  )

  it('tells the frame within a second, and no other origin', { tags: 'long' }, async () => {
    await setUp()
    const { id } = await makeItem(
      tests.admin,
      'posts',
      { title: 'Message' },
      { slug: 'message', status: 'published' },
    )
    const { page } = await openEditor(tests, 'posts', id)
    // In each document of the frame: it loads anew with every save.
    await page.addInitScript(`
      if (location.origin === ${JSON.stringify(site.origin)})
        addEventListener('message', ({ data, origin }) => {
          sessionStorage.setItem('message', JSON.stringify({ ...data, origin, at: Date.now() }))
        }, { capture: true })
    `)
    await openPane(page)
    const frame = await frameOf(page)
    await connectedHeading(page, 'Message').waitFor()
    const { origin } = new URL(tests.service.baseUrl)
    let saves = 0
    await expectSomeUnder(1000, async () => {
      const changed = `Message ${++saves} more`
      const saved = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && /\/content\/posts\/\w+$/.test(answer.url()),
      )
      await page.getByRole('textbox', { name: 'Title' }).fill(changed)
      const answer = await saved
      const at = Date.now()
      const { _rev: rev } = (await answer.json()).data
      await connectedHeading(page, changed).waitFor()
      const message = JSON.parse(await frame.evaluate<string>(`sessionStorage.getItem('message')`)) as {
        at: number
      }
      expect(message).toMatchObject({
        type: 'octavo:saved',
        collection: 'posts',
        id,
        locale: 'en',
        rev,
        origin,
      })
      return message.at - at
    })
    // A page that a link leads to is of another origin: it hears nothing, and is not believed.
    await frame.evaluate(`window.name = 'other'; location.href = ${JSON.stringify(`${other.origin}/x`)}`)
    const urls = (): string[] => page.frames().map((one) => one.url())
    await expect.poll(urls).not.toContainEqual(expect.stringContaining(site.origin))
    expect(urls()).not.toContainEqual(expect.stringContaining(other.origin))
  })

  it('believes only the frame, and only fields of this item', async () => {
    await setUp()
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Believed' })
    const { page } = await openEditor(tests, 'posts', id)
    await openPane(page)
    const frame = await frameOf(page)
    await frame.getByRole('heading', { name: 'Believed' }).waitFor()
    await page
      .getByRole('button', { name: 'Back to posts' })
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .focus()
    const focused = (): Promise<unknown> =>
      page.evaluate(`document.activeElement.closest('[data-field]')?.dataset.field ?? null`)
    const send = (from: Page | Frame, message: object): Promise<unknown> =>
      from.evaluate(`parent.postMessage(${JSON.stringify(message)}, '*')`)
    const right = { type: 'octavo:focus', id, field: 'intro' }
    await send(page, right)
    await send(frame, { ...right, id: 'other' })
    await send(frame, { ...right, field: 'none' })
    await send(frame, { ...right, field: ['intro'] })
    await send(frame, { ...right, type: 'focus' })
    await page.waitForTimeout(300)
    expect(await focused()).toBeNull()
    await send(frame, right)
    await expect.poll(focused).toBe('intro')
  })

  it('has widths, opens and copies the link, and revokes it', { tags: 'long' }, async () => {
    await setUp()
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Widths' })
    const { page, complaints } = await openEditor(tests, 'posts', id, {
      viewport: { width: 1024, height: 768 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await openPane(page)
    const pane = page.getByRole('region', { name: 'Preview' })
    const widthOf = async (): Promise<unknown> => (await frameOf(page)).evaluate('innerWidth')
    await shown(page).getByRole('heading', { name: 'Widths' }).waitFor()
    await expect.poll(widthOf).toBe(1280)
    for (const [name, width] of [
      [/^Tablet/, 768],
      [/^Phone/, 390],
    ] as const) {
      await pane.getByRole('button', { name }).click()
      await expect.poll(widthOf).toBe(width)
      await expect.poll(() => pane.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(1024)
    await page.mouse.move(0, 0)
    await expectNoViolationsInAnyLook(page)
    const src = await page.locator('iframe').getAttribute('src')
    expect(await (await fetch(src ?? '')).text()).toContain('Widths')
    await pane.getByRole('link', { name: 'Open in a new tab' }).click()
    await expect.poll(() => tabsOf(page)).toContain(src)
    await page.bringToFront()
    await pane.getByRole('button', { name: /^Copy the link/ }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(src)
    await pane.getByRole('button', { name: 'Revoke the links' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the links' }).click()
    await pane.getByText('are revoked').waitFor()
    const gone = await fetch(src ?? '')
    expect(gone.status).toBe(403)
    await pane.getByRole('button', { name: 'Create a new link' }).click()
    await shown(page).getByRole('heading', { name: 'Widths' }).waitFor()
    await pane.getByRole('button', { name: 'Close the preview' }).click()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('is opened at a field by the address that marks name', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Named' })
    const { page } = await openEditor(tests, 'posts', `${id}?field=intro`)
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[data-field]')?.dataset.field`))
      .toBe('intro')
  })

  it('lets the page show no other frames', async () => {
    await setUp()
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Rahmen' })
    const answer = await fetch(tests.service.baseUrl + editorPath('posts', id), {
      headers: { cookie: tests.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    })
    expect(answer.headers.get('content-security-policy')).toContain(` ${site.origin};`)
  })
})
