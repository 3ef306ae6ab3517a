import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { tabsOf } from '../setup/visitor.ts'
import { expectNotice, expectTitles, makeRecipe, makeRecipes, rowOf, hasFocus } from './admin-lists-steps.ts'

const path = '/_cms/admin/content/recipes'

describe('the list of a collection', () => {
  let tests: AdminTests
  let author: Person

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    author = await tests.person(30)
    const { admin } = tests
    await makeRecipe(admin, { title: 'Apple pie', minutes: 90, vegan: true, course: 'Dessert' }, 'published')
    await makeRecipe(admin, { title: 'Bread', minutes: 240, vegan: false, eaten: '2020-02-03T04:05:00Z' })
    const { id } = await makeRecipe(admin, { title: 'Curry', minutes: 30 }, 'published')
    await admin.call('PUT', `/content/recipes/${id}`, { data: { title: 'Curry of greens' } })
    const scheduled = await makeRecipe(author, { title: 'Dumplings', minutes: 45 })
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    await author.call('POST', `/content/recipes/${scheduled.id}/schedule`, { scheduledAt })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('shows the columns that one chooses, and remembers them', async () => {
    const { page, complaints, context } = await tests.open({ path, viewport: { width: 1400, height: 800 } })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await expect
      .poll(() => page.locator('thead th').allTextContents())
      .toEqual(['', 'Image', 'Title', 'Creator and schedule', 'Status', 'Changed', 'Actions'])
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Minutes', 'Vegan', 'Course', 'Last eaten', 'Created by'])
      await page.getByRole('checkbox', { name, exact: true }).check()
    await page.getByRole('checkbox', { name: 'Changed' }).uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    const cells = (title: string) => rowOf(page, title).locator('td').allTextContents()
    await expect
      .poll(() => cells('Apple pie'))
      .toEqual(['', '', 'You', 'Published', '90', 'Yes', 'Dessert', '', 'You', ''])
    await expect
      .poll(() => cells('Bread'))
      .toEqual(['', '', 'You', 'Draft', '240', 'No', '', '3 Feb 2020', 'You', ''])
    await expect
      .poll(() => cells('Dumplings'))
      .toEqual([
        '',
        '',
        `${author.name} · goes live in 24 hours`,
        'Scheduled',
        '45',
        '',
        '',
        '',
        author.name,
        '',
      ])
    expect((await cells('Curry of greens'))[3]).toBe('Unpublished changes')
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'says how many items there are, and shows them in compact rows that it remembers',
    { tags: 'long' },
    async () => {
      const { page, context } = await tests.open({ path })
      await page.getByText('4 items', { exact: true }).first().waitFor()
      const height = async () => (await rowOf(page, 'Bread').boundingBox())?.height ?? 0
      const before = await height()
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Compact rows' }).check()
      await page.keyboard.press('Escape')
      await page.reload()
      await rowOf(page, 'Bread').waitFor()
      await expect.poll(height).toBeLessThan(before - 10)
      await expectNoViolationsInAnyLook(page)
      await context.close()
    },
  )

  it('is filtered by fields and times, in the URL and in words', { tags: 'long' }, async () => {
    const { page, complaints, context } = await tests.open({ path })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    const add = async (by: string, choose: (form: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'Filter' })
      await form.getByLabel('Filter by').selectOption({ label: by })
      await choose(form)
      await expectNoViolations(page)
      await form.getByRole('button', { name: 'Apply the filter' }).click()
      await form.waitFor({ state: 'detached' })
    }
    await add('Course', (form) => form.getByLabel('Value').selectOption('Dessert'))
    await expectTitles(page, ['Apple pie'])
    await add('Vegan', (form) => form.getByLabel('Value').selectOption({ label: 'No' }))
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter: Vegan: No' }).click()
    await add('Changed', (form) => form.getByLabel('Day').fill('2020-02-01'))
    await page.reload()
    await expectTitles(page, ['Apple pie'])
    await add('Minutes', async (form) => {
      await form.getByLabel('Comparison').selectOption({ label: 'At least' })
      await form.getByLabel('Value').fill('91')
    })
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter: Minutes at least 91' }).click()
    await add('Title', (form) => form.getByLabel('Contains').fill('PIE'))
    await page.getByText('Title contains “PIE”').waitFor()
    await expectTitles(page, ['Apple pie'])
    await page.getByRole('button', { name: 'Remove the filter: Title contains “PIE”' }).click()
    await page.getByText('Changed on or after 1 Feb 2020').waitFor()
    await page.getByText('Course: Dessert').waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'Remove the filter: Course: Dessert' }).click()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('saves views with their columns, for oneself and for others', { tags: 'long' }, async () => {
    const { page, complaints, context } = await tests.open({ path: `${path}?filters=course~eq~Dessert` })
    await expectTitles(page, ['Apple pie'])
    const views = page.getByRole('group', { name: 'Saved views' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sweet')
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const sweet = views.getByRole('button', { name: 'Sweet', exact: true })
    await expect.poll(() => sweet.getAttribute('aria-pressed')).toBe('true')
    const chooseColumn = async (name: string) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name, exact: true }).check()
      await page.keyboard.press('Escape')
    }
    const minutes = page.getByRole('columnheader', { name: 'Minutes' })
    await chooseColumn('Minutes')
    await minutes.waitFor()
    await views.getByRole('button', { name: 'Update view' }).click()
    await expectNotice(page, 'Updated the view “Sweet”.')
    await views.getByRole('button', { name: 'All' }).click()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await minutes.waitFor({ state: 'detached' })
    await page.reload()
    await sweet.click()
    await expectTitles(page, ['Apple pie'])
    await minutes.waitFor()
    const actions = views.getByRole('button', { name: 'Actions for the view Sweet' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Desserts')
    await dialog.getByRole('checkbox', { name: 'Share with everyone' }).check()
    await page.keyboard.press('Enter')
    await views.getByRole('button', { name: 'Shared Desserts' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expectNoViolationsInAnyLook(page)
    const others = await tests.open({ path, as: author })
    const shared = others.page.getByRole('button', { name: 'Shared Desserts' })
    await shared.click()
    await expectTitles(others.page, ['Apple pie'])
    // What others share can be one's own default; to change it is for those who share.
    await others.page.getByRole('button', { name: 'Actions for the view Desserts' }).click()
    await others.page.getByRole('menuitem').first().waitFor()
    expect(await others.page.getByRole('menuitem').allInnerTexts()).toEqual(['Begin with this view'])
    await others.page.keyboard.press('Escape')
    await others.page.getByRole('button', { name: 'Remove the filter: Course: Dessert' }).click()
    await others.page.getByRole('button', { name: 'Save as new view' }).waitFor()
    expect(await others.page.getByRole('button', { name: 'Update view' }).count()).toBe(0)
    await others.context.close()
    await views.getByRole('button', { name: 'Actions for the view Desserts' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await views.getByRole('button', { name: 'Shared Desserts' }).waitFor({ state: 'detached' })
    await expectTitles(page, ['Apple pie'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('moves views that an earlier version kept in the browser', { tags: 'long' }, async () => {
    const { page, context } = await tests.open({ path })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    const stored = [{ name: 'Kept', search: { filters: 'course~eq~Dessert', order: 'asc' } }]
    await page.evaluate(
      (views) => localStorage.setItem('octavo-views-recipes', views),
      JSON.stringify(stored),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Kept', exact: true }).click()
    await expectTitles(page, ['Apple pie'])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('octavo-views-recipes'))).toBe(null)
    await page.reload()
    await page.getByRole('button', { name: 'Kept', exact: true }).waitFor()
    const { items } = await tests.admin.call('GET', '/views?collection=recipes')
    await tests.admin.call('DELETE', `/views/${items[0].id}`)
    await context.close()
  })

  it('is walked by keys: rows, selection, opening', async () => {
    const { page, complaints, context } = await tests.open({ path })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    for (const key of 'jjjk') await page.keyboard.press(key)
    await expect.poll(() => hasFocus(page.getByRole('link', { name: 'Curry of greens' }))).toBe(true)
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Selected items' }).getByText('1 selected').waitFor()
    await rowOf(page, 'Bread').getByRole('checkbox').click()
    await page.keyboard.press('j')
    await expect.poll(() => hasFocus(page.getByRole('link', { name: 'Apple pie' }))).toBe(true)
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Selected items' }).getByText('3 selected').waitFor()
    await page.getByRole('searchbox', { name: 'Search by title or slug' }).pressSequentially('jx')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('jx')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('searchbox').fill('')
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await page.getByRole('link', { name: 'Bread' }).focus()
    await page.keyboard.press('e')
    await page.waitForURL(/content\/recipes\/01/)
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Bread')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is ordered by its headers, which say so', async () => {
    const { page, context } = await tests.open({ path })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    const heading = page.getByRole('columnheader', { name: 'Title' })
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('none')
    await heading.getByRole('button').click()
    await expectTitles(page, ['Apple pie', 'Bread', 'Curry of greens', 'Dumplings'])
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    await heading.getByRole('button').click()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    expect(new URL(page.url()).search).toBe('?sort=title')
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Image' }).getAttribute('aria-sort'))
      .toBe(null)
    await page.reload()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await context.close()
  })

  it.each([
    ['fits', 1400],
    ['is wider than its place', 800],
  ])('keeps its headers in sight where the table %s', async (_, width) => {
    const { page, context } = await tests.open({ path, viewport: { width, height: 240 } })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    const heading = page.getByRole('columnheader', { name: 'Status' })
    const topOf = async () => Math.round((await heading.boundingBox())?.y ?? -1)
    const isInSight = async (): Promise<boolean> => {
      const top = await topOf()
      return top > -2 && top < 40
    }
    for (const scrolled of [190, 230]) {
      await page.evaluate(`window.scrollTo(0, ${scrolled})`)
      await expect.poll(isInSight).toBe(true)
    }
    // A row that a key moves to is below the headers.
    for (const key of 'jjjkkk') await page.keyboard.press(key)
    await expect
      .poll(async () => (await page.getByRole('link', { name: 'Dumplings' }).boundingBox())?.y)
      .toBeGreaterThan((await topOf()) + 20)
    await page
      .locator('table')
      .locator('..')
      .evaluate((scroller) => (scroller.scrollLeft = 60))
    const cell = page.locator('tbody td[data-column="status"]').first()
    await expect.poll(async () => (await heading.boundingBox())?.x).toBe((await cell.boundingBox())?.x)
    await context.close()
  })

  it('says that drafts stand where their live values put them, when they do', async () => {
    const { id } = await makeRecipe(tests.admin, { title: 'Zabaione' }, 'published')
    await tests.admin.call('PUT', `/content/recipes/${id}`, { data: { title: 'A dessert' } })
    const { page, context } = await tests.open({ path: `${path}?sort=title&order=asc` })
    const note = page.getByText('are sorted by their live version')
    await expectTitles(page, ['Apple pie', 'Bread', 'Curry of greens', 'Dumplings', 'A dessert'])
    await expect.poll(() => note.count()).toBe(1)
    await page.getByLabel('Status').selectOption('pending')
    await expectTitles(page, ['Curry of greens', 'A dessert'])
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    await tests.admin.call('POST', `/content/recipes/${id}/schedule`, { scheduledAt })
    await page.getByLabel('Status').selectOption('scheduled')
    await expectTitles(page, ['Dumplings', 'A dessert'])
    await tests.admin.call('POST', `/content/recipes/${id}/unschedule`, {})
    await page.goto(tests.service.baseUrl + path)
    await expectTitles(page, ['A dessert', 'Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    expect(await note.count()).toBe(0)
    await tests.admin.call('DELETE', `/content/recipes/${id}`)
    await context.close()
  })

  it('is narrowed by status and by what is typed, and the address keeps both', async () => {
    const { page, context } = await tests.open({ path })
    await page.getByLabel('Status').selectOption('published')
    await expectTitles(page, ['Curry of greens', 'Apple pie'])
    await page.keyboard.press('Escape')
    await page.locator('body').press('/')
    await page.keyboard.type('CURR')
    await expectTitles(page, ['Curry of greens'])
    // The first letters alone find it too.
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ status: 'published', q: 'CURR' })
    await page.reload()
    await expectTitles(page, ['Curry of greens'])
    await page.getByLabel('Search by title or slug').fill('greens cur')
    await expectTitles(page, ['Curry of greens'])
    await page.getByLabel('Search by title or slug').fill('nothing of the kind')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await expect.poll(() => page.getByLabel('Search by title or slug').inputValue()).toBe('')
    await context.close()
  })

  it('passes over an address that makes no sense', async () => {
    const { page, context } = await tests.open({
      path: `${path}?sort=nothing&order=up&status=odd&locale=xx&page=7`,
    })
    await expectTitles(page, ['Dumplings', 'Curry of greens', 'Bread', 'Apple pie'])
    await page.goto(`${tests.service.baseUrl}${path}?q=%00brEAD%07`)
    await expectTitles(page, ['Bread'])
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/nothing`)
    await page.getByRole('heading', { name: 'There is no such collection' }).waitFor()
    await context.close()
  })

  it('acts on one item by its menu, and takes it back', async () => {
    const { page, context } = await tests.open({ path })
    await rowOf(page, 'Bread').getByRole('button', { name: 'Actions for Bread' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Open', 'Publish', 'Duplicate', 'Move to trash'])
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await expectNotice(page, 'Published 1 item.')
    await rowOf(page, 'Bread').getByText('Published').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Bread').getByText('Draft').waitFor()

    // a menu that was open before, and one that never was
    for (const title of ['Bread', 'Apple pie']) {
      const menu = rowOf(page, title).getByRole('button', { name: `Actions for ${title}` })
      await menu.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
      await expect.poll(() => hasFocus(menu)).toBe(true)
    }
    await context.close()
  })

  it('duplicates an item', async () => {
    const { page, context } = await tests.open({ path: `${path}?q=pie` })
    await rowOf(page, 'Apple pie').getByRole('button', { name: 'Actions for Apple pie' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expectNotice(page, 'Made a copy, as a draft.')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    const { items } = await tests.admin.call('GET', '/content/recipes?q=pie&status=draft')
    await tests.admin.call('DELETE', `/content/recipes/${items[0].id}`)
    await context.close()
  })

  it('begins a new item by a key, but not while one types', async () => {
    const { page, context } = await tests.open({ path })
    await rowOf(page, 'Bread').waitFor()
    await page.getByLabel('Search by title or slug').fill('')
    await page.keyboard.type('n')
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByLabel('Search by title or slug').fill('')
    await page.getByRole('heading', { name: 'Recipes' }).click()
    await page.locator('body').press('n')
    await page.waitForURL('**/content/recipes/new')
    await context.close()
  })

  it('opens an item without loading the page anew, and in another tab for those who ask', async () => {
    const { page, context } = await tests.open({ path })
    await page.evaluate('window.isSame = true')
    const link = page.getByRole('link', { name: 'Bread' })
    await link.click({ modifiers: ['ControlOrMeta'] })
    const item = expect.stringContaining(`${path}/0`)
    await expect
      .poll(() => tabsOf(page))
      .toEqual(expect.arrayContaining([expect.stringMatching(/\/content\/recipes$/), item]))
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/content/recipes/0*')
    await expect.poll(() => page.evaluate('window.isSame')).toBe(true)
    await context.close()
  })

  it.each([
    { role: 20, menu: ['Open'], hasNew: true },
    { role: 30, menu: ['Open'], hasNew: true },
    { role: 40, menu: ['Open', 'Unpublish', 'Duplicate', 'Move to trash'], hasNew: true },
  ])(
    'offers what a role may do with what others wrote (role $role)',
    { tags: 'long' },
    async ({ role, menu, hasNew }) => {
      const { page, context } = await tests.open({ path, as: await tests.person(role) })
      await rowOf(page, 'Apple pie').getByRole('button', { name: 'Actions for Apple pie' }).click()
      await page.getByRole('menuitem').first().waitFor()
      await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(menu)
      await expect.poll(() => page.getByRole('link', { name: 'New Recipe' }).isVisible()).toBe(hasNew)
      await context.close()
    },
  )

  it('offers authors what they may do with their own', async () => {
    const { page, context } = await tests.open({ path, as: author })
    await rowOf(page, 'Dumplings').getByRole('button', { name: 'Actions for Dumplings' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Open', 'Publish', 'Unpublish', 'Duplicate', 'Move to trash'])
    await context.close()
  })

  it.each([40, 20])(
    'tells role %s who wrote what, as far as they may know',
    { tags: 'long' },
    async (role) => {
      const mayKnow = role === 40
      const as = await tests.person(role)
      const viewport = { width: 1400, height: 800 }
      const { page, context } = await tests.open({ path: '/_cms/health', as, viewport })
      const calls: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/^\/_cms\/api\/(.+\/)?users/.test(pathname)) calls.push(pathname)
      })
      await page.goto(tests.service.baseUrl + path)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Created by' }).check()
      await page.keyboard.press('Escape')
      await rowOf(page, 'Dumplings')
        .getByText(mayKnow ? author.name : 'Someone else', { exact: true })
        .first()
        .waitFor()
      expect(calls).toEqual(mayKnow ? ['/_cms/api/users/names'] : [])
      await rowOf(page, 'Dumplings').getByRole('link').click()
      await page.getByRole('tab', { name: 'Details' }).click()
      const reported = `Created by ${mayKnow ? author.name : 'somebody else'}`
      await expect.poll(() => page.getByRole('complementary').innerText()).toContain(reported)
      await context.close()
    },
  )

  it('shows markup in a title as the text that it is', async () => {
    const title = '<img src=x onerror="document.title=1"> & <script>1</script> 🥣 حساء'
    const { id } = await makeRecipe(tests.admin, { title })
    const { page, complaints, context } = await tests.open({ path: `${path}?q=onerror` })
    await expectTitles(page, [title])
    expect(await page.locator('tbody img').count()).toBe(0)
    expect(complaints).toEqual([])
    await tests.admin.call('DELETE', `/content/recipes/${id}`)
    await context.close()
  })
})
