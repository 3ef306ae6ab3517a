/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  type AnyItem,
  chooseWay,
  editorPath,
  expectSaved,
  intro,
  makeCollection,
  makeItem,
  openEditor,
  openId,
  scheduleFor,
  stored,
  title,
} from './editor-steps.ts'
import { untilCaretKnown } from './rich-text-steps.ts'

const body = { slug: 'body', label: 'Body', type: 'portableText' }
const paragraph = (text: string): object[] => [
  { _type: 'block', style: 'normal', children: [{ _type: 'span', text }] },
]

describe('what can be done in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, intro, body] })
    const topics = { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] }
    await tests.admin.call('POST', '/taxonomies', topics, 201)
    const { item } = await tests.admin.call('POST', '/taxonomies/topics/terms', { label: 'Food' }, 201)
    await tests.admin.call('POST', '/taxonomies/topics/terms', { label: 'Bread', parentId: item.id }, 201)
  }, startTimeout)
  afterAll(() => tests?.close())

  const get = (id: string, collection = 'posts'): Promise<AnyItem> => stored(tests.admin, collection, id)
  const expectItem = async (id: string, expected: object): Promise<void> => {
    await expect.poll(() => get(id)).toMatchObject(expected)
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' })
  const panel = (page: Page) => page.getByRole('complementary', { name: 'About this item' })

  it(
    'writes, publishes, changes and publishes the changes, by keyboard alone',
    { tags: 'long' },
    async () => {
      const { page, complaints, context } = await openEditor(tests, 'posts')
      await page.getByLabel('Title').focus()
      await page.keyboard.type('By keyboard')
      await page.keyboard.press('Control+s')
      const id = await openId(page)
      await expectSaved(page)
      await page.keyboard.press('Control+Shift+P')
      await page.getByText('Published.', { exact: true }).waitFor()
      expect(await get(id)).toMatchObject({ status: 'published', data: { title: 'By keyboard' } })
      await page.keyboard.type(' again')
      await expectSaved(page)
      await panel(page).getByText('Visitors do not see the newest changes yet.').waitFor()
      expect((await tests.admin.call('GET', `/content/posts/${id}?view=live`)).item.data.title).toBe(
        'By keyboard',
      )
      await page.keyboard.press('Control+Shift+P')
      await page.getByText('The changes are live.').waitFor()
      expect((await tests.admin.call('GET', `/content/posts/${id}?view=live`)).item.data.title).toBe(
        'By keyboard again',
      )
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it('lists its keys, and each does what the list says', { tags: 'long' }, async () => {
    await makeCollection(tests.admin, { slug: 'notes', supports: [], fields: [title] })
    const live = await makeItem(tests.admin, 'notes', { title: 'Live' }, { status: 'published' })
    const draft = await makeItem(tests.admin, 'posts', { title: 'A draft' })
    const { page, complaints, context } = await openEditor(tests, 'posts', draft.id)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const rows = list.locator('div:has(> kbd)')
    await rows.first().waitFor()
    const reported = await rows.evaluateAll((all) =>
      all.map((row) => {
        const keys = row.querySelector('kbd')?.textContent ?? ''
        return [
          row.textContent.slice(keys.length).trim(),
          keys.replaceAll(' ', '').replace('Ctrl', 'Control'),
        ]
      }),
    )
    const keys = new Map(reported.map(([act = '', pressed = '']) => [act, pressed.replace('Esc', 'Escape')]))
    const press = (act: string) => page.keyboard.press(keys.get(act) ?? 'no key')
    await press('Close a dialog or menu')
    await list.waitFor({ state: 'detached' })
    await press('Publish')
    await expectItem(draft.id, { status: 'published' })
    await press('Search, open a screen, or run a command')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await press('Close a dialog or menu')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor({ state: 'detached' })
    // What is live at once is saved by nothing else.
    await page.goto(tests.service.baseUrl + editorPath('notes', live.id))
    await page.getByLabel('Title').fill('Saved by a key')
    await press('Save now')
    await expect
      .poll(async () => (await stored(tests.admin, 'notes', live.id)).data.title)
      .toBe('Saved by a key')
    const isFocused = () => page.evaluate<boolean>(`'focus' in document.documentElement.dataset`)
    for (const isOn of [true, false]) {
      await press('Focus mode: the title and the text alone')
      await expect.poll(isFocused).toBe(isOn)
    }
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/notes`)
    await page.getByRole('link', { name: 'Saved by a key' }).waitFor()
    await press('In a list: to its search field')
    const search = page.getByRole('searchbox', { name: 'Search by title or slug' })
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
    await search.blur()
    await press('In a list: the next row')
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Saved by a key')
    await press('In a list: the previous row')
    await press('In a list: select the row')
    await page.getByText('1 selected').waitFor()
    await press('In a list: open the row')
    await page.waitForURL(`**/content/notes/${live.id}`)
    await page.goBack()
    await page.getByRole('link', { name: 'Saved by a key' }).waitFor()
    await press('In a list: a new item')
    await page.waitForURL('**/content/notes/new')
    expect(keys.size).toBe(11)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('does not publish what lacks something, and leads there', async () => {
    const { page, context } = await openEditor(tests, 'posts')
    await page.getByLabel('Intro').fill('No title')
    await button(page, 'Publish').hover()
    await page.getByText('Required before publishing: Title').waitFor()
    await button(page, 'Publish').click()
    await page.getByText('Required', { exact: true }).waitFor()
    expect((await stored(tests.admin, 'posts', await openId(page))).data).toEqual({ intro: 'No title' })
    const isInTitle = () => page.getByLabel('Title').evaluate((field) => field === document.activeElement)
    await expect.poll(isInTitle).toBe(true)
    const missing = page.getByRole('status').filter({ hasText: 'Required before publishing:' })
    await page.getByLabel('Intro').focus()
    await missing.getByRole('button', { name: 'Title' }).click()
    await expect.poll(isInTitle).toBe(true)
    await page.keyboard.type('Now it has one')
    await button(page, 'Publish').click()
    const id = await openId(page)
    await expectItem(id, { status: 'published', data: { title: 'Now it has one', intro: 'No title' } })
    await expect.poll(() => missing.count()).toBe(0)
    await context.close()
  })

  it('takes an item off the site, and undoes it', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Off' }, { status: 'published' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await chooseWay(page, 'Unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await expectItem(item.id, { status: 'draft' })
    await undo(page).click()
    await expectItem(item.id, { status: 'published' })
    await panel(page).getByText('Live since').waitFor()
    await context.close()
  })

  it('changes the publication date, and takes that back', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Dated' }, { status: 'published' })
    const { page, context } = await openEditor(tests, 'posts', item.id, { timezoneId: 'Asia/Tokyo' })
    await panel(page).getByRole('tab', { name: 'Details' }).click()
    await button(page, 'Change the publication date').click()
    await page.getByLabel('Publication date').fill('2090-01-01T10:00')
    await button(page, 'Change the publication date').click()
    await page.getByText('Choose a time in the past.').waitFor()
    await page.getByLabel('Publication date').fill('2015-03-04T10:00')
    await button(page, 'Change the publication date').click()
    await expectItem(item.id, { publishedAt: '2015-03-04T01:00:00.000Z' })
    await undo(page).click()
    await expectItem(item.id, { publishedAt: item.publishedAt })
    await context.close()
  })

  it('schedules in the zone of the reader, and cancels that', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Later' })
    const { page, context } = await openEditor(tests, 'posts', item.id, { timezoneId: 'Asia/Tokyo' })
    await panel(page).getByRole('button', { name: 'Schedule' }).click()
    const dialog = await scheduleFor(page, '2020-01-01T10:00')
    await dialog.getByText('Choose a future time.').waitFor()
    await expect.poll(() => dialog.getByText('Asia/Tokyo').count()).toBe(1)
    await scheduleFor(page, '2090-01-01T10:00')
    await expectItem(item.id, { status: 'scheduled', scheduledAt: '2090-01-01T01:00:00.000Z' })
    await panel(page)
      .getByText(/^Goes live on 1 January 2090.*Asia\/Tokyo/)
      .waitFor()
    await chooseWay(page, 'Cancel the schedule')
    await expectItem(item.id, { status: 'draft', scheduledAt: null })
    await context.close()
  })

  it('keeps the time that was chosen when scheduling fails', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Later, if it works' })
    const { page, context } = await openEditor(tests, 'posts', item.id, { timezoneId: 'UTC' })
    await page.route('**/schedule*', (route) => route.abort())
    await chooseWay(page, 'Schedule')
    const dialog = await scheduleFor(page, '2090-01-01T10:00')
    await page.getByRole('alert').first().waitFor()
    expect(await dialog.getByLabel('Goes live on').inputValue()).toBe('2090-01-01T10:00')
    await page.unroute('**/schedule*')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expectItem(item.id, { status: 'scheduled', scheduledAt: '2090-01-01T10:00:00.000Z' })
    await expect.poll(() => dialog.count()).toBe(0)
    await context.close()
  })

  it('names the fields that visitors do not see yet, and leads to them', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Seen', intro: 'x' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { intro: 'y' } })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    const states = panel(page).getByRole('tabpanel').getByRole('list').first()
    const changed = async () => (await states.getByRole('button').allInnerTexts()).slice(0, -2)
    await expect.poll(changed).toEqual(['Intro'])
    await page.getByLabel('Title').fill('Seen soon')
    await expect.poll(changed).toEqual(['Title', 'Intro'])
    await states.getByRole('button', { name: 'Intro' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('y')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('x')
    await expect.poll(changed).toEqual(['Title'])
    await button(page, 'Publish changes').click()
    await expect.poll(() => states.getByText('Visitors do not see').count()).toBe(0)
    await page.getByLabel('Intro').fill('z')
    await expect.poll(changed).toEqual(['Intro'])
    await context.close()
  })

  it('asks for no time before it says what is missing', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { intro: 'Untitled' }, { incomplete: true })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await chooseWay(page, 'Schedule')
    await page.getByText('Required before publishing:').waitFor()
    const list = await tests.open({ path: '/_cms/admin/content/posts' })
    await list.page
      .getByRole('link', { name: / without a title$/ })
      .first()
      .waitFor()
    expect(await list.page.getByRole('link', { name: item.slug }).count()).toBe(0)
    await list.context.close()
    await expect
      .poll(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement))
      .toBe(true)
    expect(await page.getByLabel('Goes live on').count()).toBe(0)
    await page.getByLabel('Title').fill('Now it has one')
    await chooseWay(page, 'Schedule')
    await scheduleFor(page, '2090-01-01T10:00')
    await expectItem(item.id, { status: 'scheduled', data: { title: 'Now it has one' } })
    await context.close()
  })

  it('keeps the end of an item when its schedule is undone or cancelled', { tags: 'long' }, async () => {
    const unpublishAt = '2091-01-01T10:00:00.000Z'
    const item = await makeItem(tests.admin, 'posts', { title: 'Ends' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { title: 'Ends later' } })
    await tests.admin.call('POST', `/content/posts/${item.id}/schedule`, { unpublishAt })
    const { page, context } = await openEditor(tests, 'posts', item.id, { timezoneId: 'UTC' })
    const schedule = async (): Promise<void> => {
      await chooseWay(page, 'Schedule')
      await scheduleFor(page, '2090-01-01T10:00')
      await expectItem(item.id, { scheduledAt: '2090-01-01T10:00:00.000Z', unpublishAt })
    }
    await schedule()
    await undo(page).click()
    await expectItem(item.id, { scheduledAt: null, unpublishAt })
    await schedule()
    await chooseWay(page, 'Cancel the schedule')
    await expectItem(item.id, { status: 'published', scheduledAt: null, unpublishAt })
    await context.close()
  })

  it('says that an item is off the site when undoing finds its end passed', { tags: 'long' }, async () => {
    const unpublishAt = '2091-01-01T10:00:00.000Z'
    const item = await makeItem(tests.admin, 'posts', { title: 'Endet' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { title: 'Endet bald' } })
    await tests.admin.call('POST', `/content/posts/${item.id}/schedule`, { unpublishAt })
    const { page, context } = await tests.open({ path: editorPath('posts', item.id), locale: 'de-DE' })
    await button(page, 'Änderungen veröffentlichen').click()
    await expectItem(item.id, { data: { title: 'Endet bald' }, hasPendingDraft: false })
    // As if the end had passed meanwhile.
    await page.route('**/undo-publication*', (route) =>
      route.continue({
        postData: JSON.stringify({
          ...(route.request().postDataJSON() as object),
          unpublishAt: new Date(Date.now() - 1000).toISOString(),
        }),
      }),
    )
    await page.getByRole('alert').getByRole('button', { name: 'Rückgängig' }).click()
    await page.getByText('1 Eintrag ist nicht auf der Website, weil sein Ende erreicht ist.').waitFor()
    await expectItem(item.id, { status: 'draft', data: { title: 'Endet bald' } })
    await context.close()
  })

  it('compares with the live version, and discards the draft', async () => {
    const item = await makeItem(
      tests.admin,
      'posts',
      { title: 'Live', body: paragraph('One two three') },
      { status: 'published' },
    )
    await tests.admin.call('PUT', `/content/posts/${item.id}`, {
      data: { body: paragraph('One three four') },
    })
    const { page, context } = await openEditor(tests, 'posts', item.id, { reducedMotion: 'reduce' })
    await button(page, 'Compare with the live version').click()
    const dialog = page.getByRole('dialog', { name: 'Live and draft' })
    await dialog.locator('del').first().waitFor()
    await expect.poll(() => dialog.locator('del').allInnerTexts()).toEqual(['two '])
    expect((await dialog.locator('ins').allInnerTexts()).join('').trim()).toBe('four')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await chooseWay(page, 'Discard changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('The changes were discarded.').waitFor()
    expect((await get(item.id)).hasPendingDraft).toBe(false)
    await page.getByRole('textbox', { name: 'Body' }).getByText('One two three').waitFor()
    await context.close()
  })

  it('brings yesterday’s version back', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Yesterday', body: paragraph('Old words') })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, {
      data: { title: 'Today', body: paragraph('New words') },
    })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await page.getByRole('tab', { name: 'History' }).click()
    await panel(page).getByRole('listitem').last().getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('region').allInnerTexts()).toHaveLength(2)
    await button(page, 'Restore this version').click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Yesterday')
    await page.getByRole('textbox', { name: 'Body' }).getByText('Old words').waitFor()
    await expectItem(item.id, { data: { title: 'Yesterday' } })
    await expect.poll(() => panel(page).getByRole('listitem').count()).toBe(3)
    await context.close()
  })

  it('duplicates, trashes and brings back', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Twin' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Twin (Copy)')
    const copy = await openId(page)
    expect(copy).not.toBe(item.id)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
    await page.waitForURL('**/content/posts')
    const { items } = await tests.admin.call('GET', '/content/posts/trash')
    expect(items.map(({ id }: AnyItem) => id)).toContain(copy)
    await undo(page).last().click()
    await page.waitForURL(`**/content/posts/${copy}`)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Twin (Copy)')
    await context.close()
  })

  it('cuts a long title in what it asks and tells', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'W'.repeat(1000) })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.innerText()).toContain(`Move “${'W'.repeat(80)} …” to the trash?`)
    await dialog.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByText(`In the trash now: ${'W'.repeat(80)} …`, { exact: true }).waitFor()
    await context.close()
  })

  it('shows where an item stands by a dot beside the words', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Ground' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    const dots = () =>
      page
        .locator('[data-status="draft"]')
        .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge, '::before').backgroundColor))
    await expect.poll(dots).toHaveLength(1)
    expect(await dots()).not.toContain('rgba(0, 0, 0, 0)')
    await context.close()
  })

  it('shows what is in the trash as such, and brings it back', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Thrown away' })
    await tests.admin.call('DELETE', `/content/posts/${item.id}`)
    const { page, context } = await tests.open({ path: editorPath('posts', item.id) })
    await page.getByText('In the trash: Thrown away').waitFor()
    await button(page, 'Bring it back').click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Thrown away')
    await page.goto(tests.service.baseUrl + editorPath('posts', 'never-there'))
    await page.getByText('Page not found').waitFor()
    await page.getByRole('link', { name: 'To the dashboard' }).waitFor()
    await context.close()
  })

  it.each([
    // what follows the collection, and whether the service is asked for it
    ['%00', false],
    ['x'.repeat(600), false],
    ['new?translationOf=%00', true],
  ])('shows that nothing is at an address that makes no sense: %s', { tags: 'long' }, async (id, isAsked) => {
    const { page, complaints, context } = await tests.open()
    const errors: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
    await page.goto(tests.service.baseUrl + editorPath('posts', id))
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'To the dashboard' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect([complaints, errors.length]).toEqual([[], isAsked ? 1 : 0])
    await context.close()
  })

  it('changes the slug, warns of what that breaks, and says when it is taken', { tags: 'long' }, async () => {
    await makeItem(tests.admin, 'posts', { title: 'Taken' })
    const item = await makeItem(tests.admin, 'posts', { title: 'Slug' }, { status: 'published' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    const field = page.getByLabel('Slug')
    await field.fill('Not A Slug')
    await page.getByText('joined by hyphens: not-a-slug').waitFor()
    await field.fill('taken')
    await page.getByText('The slug "taken" is taken').waitFor()
    await field.fill('another')
    await page.getByText('links to the old address will not work').waitFor()
    await expectSaved(page)
    await expectItem(item.id, { slug: 'another' })
    await tests.admin.call('PATCH', '/schema/collections/posts', { urlPattern: '/blog/{slug}' })
    await page.reload()
    await field.fill('elsewhere')
    // The draft has had another slug in between; visitors still see the first one.
    await page
      .getByText('Published under slug: links to the old address lead to the new one as soon as')
      .waitFor()
    await expectSaved(page)
    await page.reload()
    await page.getByText('Published under slug: links to the old address lead to the new one').waitFor()
    await field.fill('slug')
    await expect.poll(() => page.getByText('links to the old address').count()).toBe(0)
    await expectSaved(page)
    await tests.admin.call('PATCH', '/schema/collections/posts', { urlPattern: null })
    await context.close()
  })

  it('gives an item terms, and makes new ones', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Terms' })
    const { page, context } = await openEditor(tests, 'posts', item.id, {
      viewport: { width: 1300, height: 900 },
    })
    const terms = async (): Promise<string[]> =>
      (await tests.admin.call('GET', `/content/posts/${item.id}/terms/topics`)).items.map(
        (term: AnyItem) => term.label,
      )
    const food = page.getByRole('checkbox', { name: 'Food' })
    await page.getByRole('checkbox', { name: 'Bread' }).check()
    await expectSaved(page)
    await food.check()
    await expect.poll(terms).toEqual(['Bread', 'Food'])
    await food.uncheck()
    await page.getByLabel('Search: Topics').fill('Soup')
    await button(page, /^Add “Soup”$/).click()
    await expect.poll(terms).toEqual(['Bread', 'Soup'])
    await context.close()
  })

  it(
    'shows the chosen terms among many, chooses and adds by Enter, and before the first save',
    { tags: 'long' },
    async () => {
      await makeCollection(tests.admin, { slug: 'tagged', fields: [title] })
      await tests.admin.call(
        'POST',
        '/taxonomies',
        { name: 'tags', label: 'Tags', collections: ['tagged'] },
        201,
      )
      const labels = Array.from({ length: 114 }, (_, index) => `Tag ${String(index + 1).padStart(3, '0')}`)
      for (const label of labels) await tests.admin.call('POST', '/taxonomies/tags/terms', { label }, 201)
      const { page, complaints, context } = await openEditor(tests, 'tagged', undefined, {
        viewport: { width: 1300, height: 900 },
      })
      const chosen = page.getByRole('list', { name: 'Chosen: Tags' })
      const search = page.getByLabel('Search: Tags')
      await search.fill('tag 10')
      await page.getByText('Enter chooses “Tag 100”.').waitFor()
      await search.press('Enter')
      await chosen.getByText('Tag 100').waitFor()
      await expect.poll(() => search.inputValue()).toBe('')
      const id = await openId(page)
      await search.fill('Clay')
      await page.getByText('Enter adds “Clay”.').waitFor()
      await search.press('Enter')
      await chosen.getByText('Clay').waitFor()
      await search.fill('tag 100')
      await page.getByText('“Tag 100” is chosen already.').waitFor()
      await search.press('Enter')
      // The second one is added while the list of terms lacks the first.
      await page.route('**/taxonomies/tags/terms*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        // The page may be closed by then.
        await route.continue().catch(() => undefined)
      })
      for (const label of ['Slip', 'Glaze']) {
        await search.fill(label)
        await search.press('Enter')
        await search.press('Enter')
      }
      const all = ['Clay', 'Glaze', 'Slip', 'Tag 100']
      await expect.poll(() => chosen.getByRole('listitem').allInnerTexts()).toEqual(all)
      await page.unrouteAll({ behavior: 'wait' })
      await expectSaved(page)
      await page.reload()
      await expect.poll(() => chosen.getByRole('listitem').allInnerTexts()).toEqual(all)
      await expect
        .poll(() => chosen.evaluate((list) => list.getBoundingClientRect().bottom < window.innerHeight))
        .toBe(true)
      await expectNoViolations(page)
      await chosen.getByRole('button', { name: 'Remove Tag 100' }).click()
      await expectSaved(page)
      const left = async () =>
        (await tests.admin.call('GET', `/content/tagged/${id}/terms/tags`)).items.map(
          (term: AnyItem) => term.label,
        )
      await expect.poll(left).toEqual(['Clay', 'Glaze', 'Slip'])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it(
    'uploads pictures that are pasted or dropped, with progress and errors, and goes on with the text',
    { tags: 'long' },
    async () => {
      // Another name at another try.
      const slug = `pictured_${Date.now()}`
      const image = { slug: 'cover', label: 'Cover', type: 'image' }
      await makeCollection(tests.admin, { slug, fields: [title, image, body] })
      const text = [...paragraph('one'), ...paragraph('two')]
      const item = await makeItem(tests.admin, slug, { title: 'Pictures', body: text })
      const { page, complaints, context } = await openEditor(tests, slug, item.id, {
        viewport: { width: 1024, height: 768 },
      })
      const area = page.getByRole('textbox', { name: 'Body' })
      const blocks = async (): Promise<string[]> =>
        (await stored(tests.admin, slug, item.id)).data.body.map(
          ({ _type, children }: AnyItem) => children?.map((child: AnyItem) => child.text).join('') ?? _type,
        )
      await expect.poll(async () => (await area.boundingBox())?.width).toBeGreaterThan(600)
      await area.focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('End')
      await untilCaretKnown(page)
      await give(area, 'paste', { text: 'cells', name: 'cells.png' })
      let fail = true
      await page.route(/\/_cms\/api\/media(\?|$)/, (route) =>
        fail && route.request().method() === 'POST'
          ? route.fulfill({ status: 503, contentType: 'text/html', body: 'busy' })
          : route.continue(),
      )
      await give(area, 'paste', { name: 'pasted.png' })
      const uploads = page.getByRole('region', { name: 'Uploads' })
      await uploads.getByText('1 upload has failed').waitFor()
      await expectNoViolations(page)
      fail = false
      await uploads.getByRole('button', { name: 'Try pasted.png again' }).click()
      await expect.poll(blocks).toEqual(['onecells', 'image', 'two'])
      await expect.poll(() => uploads.count()).toBe(0)
      await page.keyboard.type('Then ')
      await expect.poll(blocks).toEqual(['onecells', 'image', 'Then two'])
      await give(area.getByText('Then two'), 'drop', { name: 'dropped.png' })
      await expect.poll(blocks).toEqual(['onecells', 'image', 'Then two', 'image', ''])
      await page.keyboard.type('End')
      await expect.poll(blocks).toEqual(['onecells', 'image', 'Then two', 'image', 'End'])
      const cover = page.getByRole('group', { name: 'Cover' })
      await give(cover, 'drop', { name: 'cover.png' })
      await page.getByLabel('Alternative text').first().waitFor()
      await expect
        .poll(async () => (await stored(tests.admin, slug, item.id)).data.cover?.url)
        .toContain('.png')
      await page.unrouteAll({ behavior: 'wait' })
      let release = (): void => undefined
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\/_cms\/api\/media(\?|$)/, async (route) => {
        if (route.request().method() === 'POST') await isReleased
        // One of them was cancelled meanwhile.
        await route.continue().catch(() => undefined)
      })
      const before = (await stored(tests.admin, slug, item.id)).data.cover.url
      await give(cover, 'drop', { name: 'older.png' })
      await give(cover, 'drop', { name: 'newer picture.png' })
      await expect
        .poll(() => cover.getByRole('listitem').allInnerTexts())
        .toEqual([expect.stringContaining('newer picture.png')])
      // As in Safari before 18.4.
      await page.evaluate('delete Document.prototype.caretPositionFromPoint')
      // Drops are where one can see them.
      await area.getByText('onecells').evaluate((line) => line.scrollIntoView({ block: 'center' }))
      await give(area.getByText('onecells'), 'drop', { name: 'late.png' })
      await page.locator('[data-field="body"]').getByText('late.png').waitFor()
      await button(page, 'Publish').click()
      await page.getByText('A picture is still being uploaded').waitFor()
      expect(await get(item.id, slug)).toMatchObject({ status: 'draft' })
      await page.getByRole('link', { name: 'Media' }).click()
      await page.getByRole('dialog', { name: 'Cancel the uploads?' }).getByText('Stay').click()
      const { data } = await get(item.id, slug)
      // The text is replaced meanwhile.
      await tests.admin.call('PUT', `/content/${slug}/${item.id}`, {
        data: { body: [...paragraph('Theirs'), ...data.body] },
      })
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
      await area.getByText('Theirs').waitFor()
      release()
      await expect.poll(blocks).toEqual(['Theirs', 'onecells', 'image', 'image', 'Then two', 'image', 'End'])
      await expect.poll(async () => (await get(item.id, slug)).data.cover.url).not.toBe(before)
      const note = { name: 'notes.txt', mimeType: 'text/plain', text: '/home/notes.txt' }
      // The text of others comes at any time, and with it new elements.
      await expect.poll(() => give(area, 'drop', note)).toBe('taken')
      await expect.poll(() => give(cover, 'drop', note)).toBe('taken')
      await expect.poll(() => page.getByText('Only images can be used here.').count()).toBe(2)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it(
    'keeps a picture that comes into the text just before that of another person',
    { tags: 'long' },
    async () => {
      const slug = `shared_${Date.now()}`
      await makeCollection(tests.admin, { slug, fields: [title, body] })
      const item = await makeItem(tests.admin, slug, { title: 'Pictures', body: paragraph('one') })
      const { page, complaints, context } = await openEditor(tests, slug, item.id)
      const gate = () => Promise.withResolvers<void>()
      const [uploaded, read] = [gate(), gate()]
      await page.route(/\/_cms\/api\/media(\?|$)/, async (route) => {
        if (route.request().method() === 'POST') await uploaded.promise
        await route.continue()
      })
      await page.route(`**/_cms/api/content/${slug}/${item.id}*`, async (route) => {
        if (route.request().method() !== 'GET') return route.continue()
        const response = await route.fetch()
        await read.promise
        await route.fulfill({ response })
      })
      const text = page.locator('[data-field="body"]')
      await give(text.getByText('one'), 'drop', { name: 'late.png' })
      await text.getByText('late.png').waitFor()
      await page.getByLabel('Title').focus()
      const isRead = page.waitForRequest(
        (request) => request.method() === 'GET' && request.url().includes(item.id),
      )
      await tests.admin.call('PUT', `/content/${slug}/${item.id}`, { data: { body: paragraph('Theirs') } })
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
      await isRead
      // The text reports its changes when the browser is idle.
      await page.evaluate(`window.held = []; window.requestIdleCallback = (act) => window.held.push(act)`)
      uploaded.resolve()
      await text.locator('img').waitFor()
      read.resolve()
      await page.getByText('has changed “Body”, which you have changed, too').waitFor()
      await page.evaluate(`for (const act of window.held) act()`)
      expect(await text.locator('img').count()).toBe(1)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it(
    'keeps the terms of a published item in its draft, shows them, and brings them back',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Live terms' })
      await tests.admin.call('POST', `/content/posts/${item.id}/publish`, {})
      const { page, context } = await openEditor(tests, 'posts', item.id, {
        viewport: { width: 1300, height: 900 },
      })
      const terms = async (view: string): Promise<string[]> =>
        (await tests.admin.call('GET', `/content/posts/${item.id}/terms/topics?view=${view}`)).items.map(
          (term: AnyItem) => term.label,
        )
      const food = page.getByRole('checkbox', { name: 'Food' })
      await food.check()
      await expectSaved(page)
      await expect.poll(() => terms('latest')).toEqual(['Food'])
      expect(await terms('live')).toEqual([])
      await button(page, 'Compare with the live version').click()
      const difference = page.getByRole('dialog').getByRole('region', { name: 'Topics' })
      await difference.getByText('Food').waitFor()
      await page.keyboard.press('Escape')
      await button(page, 'Publish changes').click()
      await expect.poll(() => terms('live')).toEqual(['Food'])
      await undo(page).click()
      await expect.poll(() => terms('live')).toEqual([])
      expect(await terms('latest')).toEqual(['Food'])
      await context.close()
    },
  )

  it('offers to everyone what they may do, and no more', { tags: 'long' }, async () => {
    const contributor = await tests.person(20)
    const foreign = await makeItem(tests.admin, 'posts', { title: 'Foreign' })
    const own = await makeItem(contributor, 'posts', { title: 'Own' })
    const { page, context } = await openEditor(tests, 'posts', foreign.id, { as: contributor })
    await page.getByText('You can read this, but not change it.').waitFor()
    const borderOf = (label: string) =>
      page.getByLabel(label).evaluate((field) => getComputedStyle(field).borderTopColor)
    await expect.poll(() => borderOf('Title')).toBe('rgba(0, 0, 0, 0)')
    await expect.poll(() => page.getByLabel('Title').getAttribute('readonly')).not.toBeNull()
    expect(await button(page, 'Publish').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Slug').getAttribute('readonly')).not.toBeNull()
    await expectNoViolations(page)
    await page.goto(tests.service.baseUrl + editorPath('posts', own.id))
    await page.getByLabel('Title').fill('Own work')
    await expectSaved(page)
    expect(await button(page, 'Publish').count()).toBe(0)
    expect(await button(page, 'Schedule').count()).toBe(0)
    let asked = 0
    page.on('request', (request) => void (request.url().endsWith('/publish') && asked++))
    await page.keyboard.press('ControlOrMeta+Shift+p')
    await page.waitForTimeout(300)
    expect(asked).toBe(0)
    await context.close()
  })

  it('has room for long words on the smallest telephones', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Offen' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { intro: 'y' } })
    const path = editorPath('posts', item.id)
    const { page, context } = await tests.open({ path, locale: 'de-DE' })
    await button(page, 'Änderungen veröffentlichen').waitFor()
    await button(page, 'Mit der sichtbaren Fassung vergleichen').waitFor()
    await expectNarrow(page, 320, async () => {
      const cut = `[...document.querySelectorAll('main button, main .mantine-Button-label')]
        .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth - 16)
        .map((one) => one.textContent)`
      await expect.poll(() => page.evaluate(cut)).toEqual([])
    })
    await context.close()
  })

  it('is accessible, all of the panel open', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Open', intro: 'x' }, { status: 'published' })
    await tests.admin.call('PUT', `/content/posts/${item.id}`, { data: { intro: 'y' } })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    const closed = panel(page).locator('button[aria-expanded="false"]')
    while ((await closed.count()) > 0) await closed.first().click()
    await expectNoViolationsInAnyLook(page, 320)
    await panel(page).getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('dialog').getByLabel('Goes live on').waitFor()
    await expectNoViolationsInAnyLook(page, 320)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'History' }).click()
    await panel(page).getByRole('listitem').first().waitFor()
    await expectNoViolationsInAnyLook(page, 320)
    await context.close()
  })

  it('is there in German', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Deutsch' })
    const { page, context } = await tests.open({ path: editorPath('posts', item.id), locale: 'de-DE' })
    await button(page, 'Veröffentlichen').waitFor()
    await expect.poll(() => page.getByText('Gespeichert').count()).toBe(1)
    await context.close()
  })

  it('updates and unpublishes by one button where nothing is saved by itself', async () => {
    await makeCollection(tests.admin, { slug: 'facts', supports: [], fields: [title] })
    const item = await makeItem(tests.admin, 'facts', { title: 'Live' }, { status: 'published' })
    const { page, context } = await openEditor(tests, 'facts', item.id)
    await button(page, 'Other ways to publish').click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Unpublish'])
    await page.keyboard.press('Escape')
    expect(await button(page, 'Publish changes').count()).toBe(0)
    await page.getByLabel('Title').fill('Live at once')
    await button(page, 'Update').click()
    await expect.poll(() => get(item.id, 'facts')).toMatchObject({ data: { title: 'Live at once' } })
    await context.close()
  })

  it('leads from the language of an item to how the site gets another one', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'In English' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'Language: English (en)').click()
    await page.getByRole('menuitem', { name: 'Add a language to the site …' }).click()
    const languages = page.getByRole('region', { name: 'Languages' })
    await languages.getByText('The site is written in English (en).').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Languages')
    await languages.getByRole('combobox', { name: 'Add a language' }).fill('Germ')
    await page.getByRole('option', { name: 'German (de)' }).click()
    await languages.getByText('OCTAVO_LOCALES=en,de', { exact: true }).waitFor()
    await expectNoViolations(page)
    const { page: other, context: theirs } = await openEditor(tests, 'posts', item.id, {
      as: await tests.person(40),
    })
    await button(other, 'Publish').waitFor()
    expect(await button(other, 'Language: English (en)').count()).toBe(0)
    for (const visitor of [context, theirs]) await visitor.close()
  })

  it('needs no more of a collection than it has', async () => {
    await makeCollection(tests.admin, { slug: 'bare', supports: [], fields: [title] })
    const item = await makeItem(tests.admin, 'bare', { title: 'Bare' })
    const { page, context } = await openEditor(tests, 'bare', item.id)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('This collection keeps no earlier versions.').waitFor()
    expect(await button(page, 'Schedule').count()).toBe(0)
    await context.close()
  })
})

interface GivenFile {
  readonly name: string
  /** what comes with the file */
  readonly text?: string
  /** says that it is no picture */
  readonly mimeType?: string
}

/** Pastes a picture into an element, or drops it there, as another program does; says whether the page takes it. */
async function give(place: Locator, type: 'paste' | 'drop', given: GivenFile): Promise<'taken' | 'left'> {
  return place.evaluate(
    async (element, { type: kind, name, text, mimeType = 'image/png' }) => {
      const canvas = new OffscreenCanvas(60, 40)
      canvas.getContext('2d')?.fillRect(0, 0, name.length, 40)
      const transfer = new DataTransfer()
      transfer.items.add(new File([await canvas.convertToBlob()], name, { type: mimeType }))
      if (text !== undefined) transfer.setData('text/plain', text)
      const { left, bottom, width } = element.getBoundingClientRect()
      const options = { bubbles: true, cancelable: true }
      const isLeft = element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...options, clipboardData: transfer })
          : new DragEvent(kind, {
              ...options,
              dataTransfer: transfer,
              clientX: left + width - 2,
              clientY: bottom - 4,
            }),
      )
      return isLeft ? 'left' : 'taken'
    },
    { type, ...given },
  )
}
