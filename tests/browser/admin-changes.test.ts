// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, looks, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import { isWiderThanView, makeRecipe, makeRecipes } from './admin-lists-steps.ts'

const path = '/_cms/admin/changes'

describe('the list of changes', () => {
  let tests: AdminTests
  let author: Person
  let id: string

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    author = await tests.person(30)
    id = (await makeRecipe(tests.admin, { title: 'Dumplings', minutes: 45 })).id
    await tests.admin.call('PUT', `/content/recipes/${id}`, { data: { minutes: 50 } })
    await tests.admin.call('PUT', `/content/recipes/${id}`, { data: { minutes: 60, intro: 'Steamed.' } })
    await makeRecipe(author, { title: 'Bread of the author' })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('names who changed what, and undoes it; what was edited since is named with its fields', async () => {
    const { page, complaints, context } = await tests.open({ path: `${path}?type=content` })
    const entries = page.locator('ol[aria-label="Changes"] > li')
    await expect.poll(() => entries.count()).toBe(4)
    await expect.poll(() => entries.nth(0).innerText()).toMatch(/Item created Bread of the author\s+Person 1/)
    await expect.poll(() => entries.nth(1).innerText()).toMatch(/Item changed Dumplings\s+Ada Lovelace/)

    // The older change of the same field: it names the item and the field, and changes nothing.
    await entries.nth(2).getByRole('button', { name: /^Undo/ }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was undone, because this was edited since:').waitFor()
    await expect.poll(() => alert.innerText()).toMatch(/Dumplings: Minutes/)
    await expectNoViolationsInAnyLook(page)

    await entries.nth(1).getByRole('button', { name: 'Details' }).click()
    await entries
      .nth(1)
      .getByRole('row', { name: /minutes 50 60/ })
      .waitFor()
    await entries.nth(1).getByRole('button', { name: /^Undo/ }).press('Enter')
    await expect.poll(() => entries.count()).toBe(5)
    await expect.poll(() => entries.nth(0).innerText()).toMatch(/Change undone Dumplings/)
    const { item } = await tests.admin.call('GET', `/content/recipes/${id}`)
    expect([item.data.minutes, item.data.intro ?? null]).toEqual([50, null])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows one’s own alone where one chooses it, and authors no others', async () => {
    const { page, context } = await tests.open({ path })
    const rows = page.getByRole('list', { name: 'Changes' })
    await rows.getByText('Bread of the author').waitFor()
    await page.getByLabel('Changes of').selectOption('You')
    await page.waitForURL(/whose=own/)
    await expect.poll(() => rows.getByText('Bread of the author').count()).toBe(0)
    // What an app did is marked with its name, and can be shown alone.
    await page.route('**/_cms/api/changes?*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Any
      const [first] = answer.data.items
      if (first !== undefined) Object.assign(first, { app: { id: 'app-1', name: 'Quill' }, interface: 'mcp' })
      await route.fulfill({ response, json: answer })
    })
    await page.reload()
    await rows.getByText('with Quill').waitFor()
    expect(await rows.getByText('Bread of the author').count()).toBe(0)
    await expectNoViolationsInAnyLook(page)
    const asked = page.waitForRequest(/changes\?.*clientId=app-1/)
    await page.getByLabel('App', { exact: true }).selectOption('Quill')
    await asked
    await page.getByText('No changes').waitFor()
    await page.getByLabel('App', { exact: true }).selectOption('With and without an app')
    await rows.getByText('with Quill').waitFor()
    await context.close()
    const other = await tests.open({ path, as: author, locale: 'de-DE', ...looks.narrow })
    const own = other.page.getByRole('list', { name: 'Änderungen' }).getByRole('listitem')
    await expect.poll(() => own.count()).toBe(1)
    expect(await other.page.getByLabel('Änderungen von').count()).toBe(0)
    expect(await isWiderThanView(other.page)).toBe(false)
    await other.context.close()
  })

  it('shows no names of the log while the titles of items are loading', async () => {
    const { page, context } = await tests.open()
    const titles = Promise.withResolvers<void>()
    await page.route('**/_cms/api/content/recipes?*ids=*', async (route) => {
      await titles.promise
      await route.continue()
    })
    await page.goto(`${tests.service.baseUrl}${path}?type=content`)
    const entries = page.locator('ol[aria-label="Changes"] > li')
    await entries.getByText('Person 1').waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/bread-of-the-author/)
    titles.resolve()
    await entries.getByRole('link', { name: 'Bread of the author' }).waitFor()
    await context.close()
  })

  it('links taxonomies for all who may see their screen', async () => {
    const former = await tests.person(40)
    const taxonomy = { name: 'cuisines', label: 'Cuisines', collections: ['recipes'] }
    await former.call('POST', '/taxonomies', taxonomy, 201)
    const { items } = await tests.admin.call('GET', `/admin/users?search=${former.email}`)
    await tests.admin.call('PATCH', `/admin/users/${items[0].id}`, { role: 20 })
    const { page, context } = await tests.open({ path, as: former })
    const entry = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await entry
      .getByRole('link', { name: /cuisines/ })
      .first()
      .click()
    await expect.poll(() => page.url()).toMatch(/\/taxonomies\/cuisines$/)
    await page.getByRole('heading', { level: 1, name: 'Cuisines' }).waitFor()
    await context.close()
  })

  it('names changes of the site in plain words, and undoes them', async () => {
    await tests.admin.call('POST', '/menus', { name: 'main', label: 'Main' }, 201)
    await tests.admin.call('PUT', '/menus/main', { label: 'Other' })
    const { page, complaints, context } = await tests.open({ path })
    await page.getByLabel('About').selectOption('Menus')
    await page.waitForURL(/type=menu/)
    const entries = page.locator('ol[aria-label="Changes"] > li')
    await expect.poll(() => entries.count()).toBe(2)
    await expect.poll(() => entries.first().innerText()).toMatch(/Menu renamed main/)
    await entries.nth(0).getByRole('button', { name: 'Details' }).click()
    await entries
      .nth(0)
      .getByRole('row', { name: /Label Main Other/ })
      .waitFor()
    await entries.nth(1).getByRole('button', { name: /^Undo/ }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was undone, because this was edited since:').waitFor()
    await expect.poll(() => alert.innerText()).toMatch(/Menu main: Label/)
    await entries.nth(0).getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => entries.count()).toBe(3)
    expect((await tests.admin.call('GET', '/menus/main')).item.label).toBe('Main')
    expect(complaints).toEqual([])
    await context.close()
    const german = await tests.open({ path: `${path}?type=menu`, locale: 'de-DE' })
    const rows = german.page.getByRole('list', { name: 'Änderungen' })
    await rows.getByText('Menü main').first().waitFor()
    await german.context.close()
  })

  it('is reached from the history of an item, for this item', async () => {
    const { page, context } = await tests.open({ path: `/_cms/admin/content/recipes/${id}` })
    await page.getByRole('tab', { name: 'History' }).click()
    // The newest change took back what the one before did; taking it back again brings that into the open editor.
    const minutes = page.getByLabel('Minutes')
    await expect.poll(() => minutes.inputValue()).toBe('50')
    const undo = page.getByRole('button', { name: /^Undo the change of/ })
    await expect.poll(() => undo.count()).toBe(4)
    await undo.first().click()
    await expect.poll(() => minutes.inputValue()).toBe('60')
    await expect.poll(() => page.getByRole('tabpanel').getByRole('listitem').count()).toBe(5)
    await page.getByText('Undone', { exact: true }).waitFor()
    // Others have changed the same since.
    await undo.nth(2).click()
    await page.getByRole('alert').getByText('Nothing was undone').waitFor()
    await expectNoViolationsInAnyLook(page)
    // That the item was made is taken back only after a question.
    await undo.last().click()
    await page.getByRole('dialog', { name: 'Undo the creation of the item?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'All changes of this item' }).click()
    await page.waitForURL(/\/changes\?item=/)
    const rows = page.getByRole('list', { name: 'Changes' })
    await rows.getByText('Dumplings').first().waitFor()
    expect(await rows.getByText('Bread of the author').count()).toBe(0)
    await page.getByLabel('Changes of').selectOption('You')
    await page.waitForURL(/whose=own/)
    expect(page.url()).toContain(`item=${id}`)
    await page.getByLabel('Changes of').selectOption('Everyone')
    await page.getByRole('button', { name: 'Show all items' }).click()
    await rows.getByText('Bread of the author').waitFor()
    await context.close()
  })

  it('names the item that has taken an address since', async () => {
    const { id: moved, slug } = await makeRecipe(tests.admin, { title: 'Moved away' })
    await tests.admin.call('PUT', `/content/recipes/${moved}`, { slug: `${slug}-moved` })
    await tests.admin.call('POST', '/content/recipes', { data: { title: 'Newcomer' }, slug }, 201)
    const { page, context } = await tests.open({ path: `${path}?item=${moved}` })
    const entries = page.locator('ol[aria-label="Changes"] > li')
    await expect.poll(() => entries.count()).toBe(2)
    await entries.first().getByRole('button', { name: /^Undo/ }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was undone').waitFor()
    await expect.poll(() => alert.innerText()).toContain(`${slug}: slug`)
    expect(await alert.getByRole('link').count()).toBe(0)
    await context.close()
  })
})
