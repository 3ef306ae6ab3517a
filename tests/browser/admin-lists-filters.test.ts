// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectTitles, hasFocus, makeRecipe, makeRecipes } from './admin-lists-steps.ts'

const path = '/_cms/admin/content/recipes'
const all = ['Dumplings', 'Curry', 'Bread']

describe('the filters of a list', () => {
  let tests: AdminTests
  let author: Person
  let editor: Person

  beforeAll(async () => {
    tests = await startAdmin()
    const { admin } = tests
    await makeRecipes(tests)
    await admin.call('POST', '/schema/collections', { slug: 'writers', label: 'Writers' }, 201)
    const name = { slug: 'name', label: 'Name', type: 'string' }
    await admin.call('POST', '/schema/collections/writers/fields', name, 201)
    for (const field of [
      { slug: 'writer', label: 'Byline', type: 'reference', options: { collection: 'writers' } },
      {
        slug: 'tasters',
        label: 'Tasters',
        type: 'reference',
        options: { collection: 'writers', allowMultiple: true },
      },
      { slug: 'served', label: 'Served on', type: 'string', options: { widget: 'date' } },
      { slug: 'method', label: 'Method', type: 'portableText' },
    ])
      await admin.call('POST', '/schema/collections/recipes/fields', field, 201)
    const made = async (who: string): Promise<string> =>
      (await admin.call('POST', '/content/writers', { data: { name: who } }, 201)).item.id
    const [emily, anna] = [await made('Emily Carr'), await made('Anna Karnik')]
    const method = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Fold them.' }] }]
    author = await tests.person(30)
    editor = await tests.person(40)
    await makeRecipe(admin, { title: 'Bread', writer: emily, tasters: [anna], served: '2026-03-01' })
    await makeRecipe(author, { title: 'Curry', writer: anna, tasters: [anna, emily] })
    await makeRecipe(admin, { title: 'Dumplings', served: '2026-09-01', method })
  }, startTimeout)
  afterAll(() => tests?.close())

  const formOf = async (page: Page, by: string): Promise<Locator> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Filter' })
    await form.getByLabel('Filter by').selectOption({ label: by })
    return form
  }
  const apply = async (form: Locator): Promise<void> => {
    await form.getByRole('button', { name: 'Apply the filter' }).click()
    await form.waitFor({ state: 'detached' })
  }
  const remove = (page: Page, name: string) =>
    page.getByRole('button', { name: `Remove the filter: ${name}` }).click()

  it('take an item that is chosen by its title, for one reference and for several', async () => {
    const { page, complaints, context } = await tests.open({ path })
    await expectTitles(page, all)
    for (const [field, titles] of [
      ['Byline', ['Curry']],
      ['Tasters', ['Curry', 'Bread']],
    ] as const) {
      const form = await formOf(page, field)
      await form.getByRole('button', { name: 'Choose an item …' }).click()
      const drawer = page.getByRole('dialog', { name: 'Choose an item' })
      await expect
        .poll(() => hasFocus(drawer.getByRole('combobox', { name: 'Search by title or slug' })))
        .toBe(true)
      await page.keyboard.type('anna')
      await drawer.getByRole('option', { name: /Anna Karnik/ }).waitFor()
      await page.keyboard.press('Enter')
      await drawer.waitFor({ state: 'detached' })
      await expectTitles(page, titles)
      await page.getByText(`${field}: Anna Karnik`).waitFor()
      await page.reload()
      await expectTitles(page, titles)
      await remove(page, `${field}: Anna Karnik`)
      await expectTitles(page, all)
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  it('call no item and no term unknown while its name is loading', async () => {
    const { admin } = tests
    const [writer] = (await admin.call('GET', '/content/writers?q=Emily')).items
    const cuisines = { name: 'cuisines', label: 'Cuisines', collections: ['recipes'] }
    await admin.call('POST', '/taxonomies', cuisines, 201)
    const term = (await admin.call('POST', '/taxonomies/cuisines/terms', { label: 'Thai' }, 201)).item
    const { page, context } = await tests.open()
    const names = Promise.withResolvers<void>()
    await page.route(/\/api\/(content\/writers\/|taxonomies\/cuisines\/terms)/, async (route) => {
      await names.promise
      await route.continue()
    })
    const filters = `writer~eq~${writer.id},terms.cuisines~eq~${term.id}`
    await page.goto(`${tests.service.baseUrl}${path}?filters=${encodeURIComponent(filters)}`)
    const chips = page.getByRole('group', { name: 'Filters' })
    await expect.poll(() => chips.innerText()).toMatch(/Byline:\s+Cuisines:/)
    expect(await chips.innerText()).not.toContain('unknown')
    names.resolve()
    await chips.getByText('Byline: Emily Carr').waitFor()
    await chips.getByText('Cuisines: Thai').waitFor()
    await context.close()
  })

  it('do not let a list appear as an empty one while it is loading without them', async () => {
    const { page, context } = await tests.open({ path: `${path}?q=nothing` })
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    const items = Promise.withResolvers<void>()
    await page.route('**/_cms/api/content/recipes?*', async (route) => {
      await items.promise
      await route.continue()
    })
    const search = page.getByRole('searchbox', { name: 'Search by title or slug' })
    await search.fill('')
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByRole('heading', { name: /^No / }).count()).toBe(0)
    items.resolve()
    await expectTitles(page, all)
    await context.close()
  })

  it('take the item that was typed, when Enter comes before the service has found it', async () => {
    const { page, context } = await tests.open({ path })
    const form = await formOf(page, 'Byline')
    await form.getByRole('button', { name: 'Choose an item …' }).click()
    const drawer = page.getByRole('dialog', { name: 'Choose an item' })
    // What was changed last comes first, until there is a text to search for.
    await drawer.getByRole('option').first().getByText('Anna Karnik').waitFor()
    const { promise: isFound, resolve: find } = Promise.withResolvers<void>()
    await page.route(/\/content\/writers\?.*emily/, async (route) => {
      await isFound
      await route.continue()
    })
    const asked = page.waitForRequest(/\/content\/writers\?.*emily/)
    await drawer.getByRole('combobox', { name: 'Search by title or slug' }).fill('emily')
    await page.keyboard.press('Enter')
    await asked
    find()
    await page.getByText('Byline: Emily Carr').waitFor()
    await expectTitles(page, ['Bread'])
    await context.close()
  })

  it('take any person for those who edit what others write, found by name', async () => {
    const { page, complaints, context } = await tests.open({ path, as: editor })
    const form = await formOf(page, 'Created by')
    const person = form.getByRole('combobox', { name: 'Person' })
    await person.fill('person 1')
    await form.getByRole('option', { name: author.name }).click()
    await expectNoViolations(page)
    await apply(form)
    await expectTitles(page, ['Curry'])
    await page.getByText(`Created by: ${author.name}`).waitFor()
    await expectNoViolationsInAnyLook(page)
    expect(complaints).toEqual([])
    await context.close()
    const own = await tests.open({ path, as: author })
    const ownForm = await formOf(own.page, 'Created by')
    await ownForm.getByRole('combobox', { name: 'Person' }).click()
    await expect.poll(() => ownForm.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['You'])
    await ownForm.getByRole('option', { name: 'You' }).click()
    await apply(ownForm)
    await expectTitles(own.page, ['Curry'])
    expect(own.complaints).toEqual([])
    await own.context.close()
  })

  it('ask of any field whether it is empty, and of dates whether they come before', async () => {
    const { page, complaints, context } = await tests.open({ path })
    const narrow = async (field: string, comparison: string, value?: string) => {
      const form = await formOf(page, field)
      await form.getByLabel(/Comparison|When/).selectOption({ label: comparison })
      if (value !== undefined) await form.getByLabel('Day').fill(value)
      await apply(form)
    }
    await narrow('Method', 'Is not empty')
    await expectTitles(page, ['Dumplings'])
    await remove(page, 'Method: not empty')
    await narrow('Byline', 'Is empty')
    await expectTitles(page, ['Dumplings'])
    await remove(page, 'Byline: empty')
    await narrow('Served on', 'On or before', '2026-03-01')
    await expectTitles(page, ['Bread'])
    await remove(page, 'Served on on or before 1 Mar 2026')
    await narrow('Scheduled', 'Is empty')
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Scheduled' })
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await remove(page, 'Scheduled: empty')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the default view of a list', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    await makeRecipe(tests.admin, { title: 'Bread', course: 'Main' })
    await makeRecipe(tests.admin, { title: 'Crumble', course: 'Dessert' })
  }, startTimeout)
  // A repeated test finds the views of its first run.
  beforeEach(async () => {
    for (const { id } of (await tests.admin.call('GET', '/views?collection=recipes')).items)
      await tests.admin.call('DELETE', `/views/${id}`)
    const query = { filters: [{ key: 'course', operator: 'eq', value: 'Dessert' }] }
    await tests.admin.call('POST', '/views', { collection: 'recipes', name: 'Sweet', query }, 201)
  })
  afterAll(() => tests?.close())

  it('is what the list begins with, until all items are chosen again or it is deleted', async () => {
    const { page, complaints, context } = await tests.open({ path })
    const views = page.getByRole('group', { name: 'Saved views' })
    const sweet = views.getByRole('button', { name: /^Sweet/ })
    const choose = async (name: string) => {
      await views.getByRole('button', { name: 'Actions for the view Sweet' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await expectTitles(page, ['Crumble', 'Bread'])
    await sweet.click()
    await choose('Begin with this view')
    await page.getByText('This list now begins with “Sweet” for you.').waitFor()
    await views.getByRole('img', { name: 'Your default view' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('link', { name: 'Recipes', exact: true }).first().click()
    await expectTitles(page, ['Crumble'])
    await expect.poll(() => sweet.getAttribute('aria-pressed')).toBe('true')
    await views.getByRole('button', { name: 'All' }).click()
    await expectTitles(page, ['Crumble', 'Bread'])
    await page.reload()
    await expectTitles(page, ['Crumble', 'Bread'])
    // An address that says what it shows is not replaced.
    await page.goto(`${tests.service.baseUrl}${path}?q=bread`)
    await expectTitles(page, ['Bread'])
    await page.getByLabel('Search by title or slug').fill('')
    await expectTitles(page, ['Crumble', 'Bread'])
    await page.goto(`${tests.service.baseUrl}${path}`)
    await expectTitles(page, ['Crumble'])
    await choose('Begin with all items')
    await page.getByText('This list now begins with all items for you.').waitFor()
    await page.goto(`${tests.service.baseUrl}${path}`)
    await expectTitles(page, ['Crumble', 'Bread'])
    await sweet.click()
    await choose('Begin with this view')
    await page.getByText('This list now begins with “Sweet” for you.').first().waitFor()
    await choose('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted the view “Sweet”.').waitFor()
    await page.goto(`${tests.service.baseUrl}${path}`)
    await expectTitles(page, ['Crumble', 'Bread'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('does not replace a list in use when it becomes known late', async () => {
    const { admin } = tests
    const query = { filters: [{ key: 'course', operator: 'eq', value: 'Main' }] }
    const { item } = await admin.call('POST', '/views', { collection: 'recipes', name: 'Hearty', query }, 201)
    await admin.call('POST', '/views/default', { collection: 'recipes', id: item.id })
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/trash' })
    let answers = 0
    await page.route('**/_cms/api/views?*', async (route) => {
      answers += 1
      if (answers > 1) await expectTitles(page, ['Crumble', 'Bread'])
      await (answers > 1 ? route.continue() : route.fulfill({ status: 503, body: 'Not yet' }))
    })
    await page.getByRole('link', { name: 'Recipes', exact: true }).first().click()
    const hearty = page.getByRole('button', { name: /^Hearty/ })
    await hearty.waitFor()
    await page.waitForTimeout(300)
    await expectTitles(page, ['Crumble', 'Bread'])
    // A person who comes back begins with it.
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('link', { name: 'Recipes', exact: true }).first().click()
    await expectTitles(page, ['Bread'])
    expect(answers).toBeGreaterThan(1)
    expect(complaints.filter((one) => !one.includes('503'))).toEqual([])
    await context.close()
  })
})
