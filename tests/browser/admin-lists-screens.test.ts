import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations } from '../setup/accessibility.ts'
import { type AdminTests, looks, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/visitor.ts'
import {
  expectNotice,
  expectTitles,
  isWiderThanView,
  makeRecipe,
  makeRecipes,
  rowOf,
} from './admin-lists-steps.ts'

const base = '/_cms/admin'

describe('a site that is new', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  it('begins with steps that the person may do', async () => {
    const { page, context } = await tests.open()
    await page.getByRole('heading', { name: 'Begin here' }).waitFor()
    const steps = page.getByRole('main').getByRole('link')
    expect(await steps.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/_cms/admin/model',
      '/_cms/admin/users',
      '/_cms/admin/import',
    ])
    await context.close()
    const other = await tests.open({ as: await tests.person(30) })
    await other.page.getByRole('heading', { name: 'Nothing to write yet' }).waitFor()
    await other.context.close()
  })

  it('has nothing in the trash, and says why', async () => {
    const { page, context } = await tests.open({ path: `${base}/trash` })
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
    await context.close()
  })

  it('leads from an empty list to something new', async () => {
    await makeRecipes(tests)
    const { page, context } = await tests.open({ path: `${base}/content/recipes` })
    await page.getByRole('heading', { name: 'No Recipes yet' }).waitFor()
    expect(await page.getByLabel('Search by title or slug').count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'New Recipe' }).click()
    await page.waitForURL('**/content/recipes/new')
    await context.close()
  })
})

describe('dashboard, lists, trash and search', () => {
  let tests: AdminTests
  let author: Person

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    author = await tests.person(30)
    const { admin } = tests
    for (const letter of 'ABC') await makeRecipe(admin, { title: `Published ${letter}` }, 'published')
    await makeRecipe(author, { title: 'Draft of the author', intro: 'Published soon.' })
    const { id } = await makeRecipe(admin, { title: 'Later' })
    const scheduledAt = new Date(Date.now() + 2 * 86_400_000 + 60_000).toISOString()
    await admin.call('POST', `/content/recipes/${id}/schedule`, { scheduledAt })
    for (const letter of 'XYZ') {
      const recipe = await makeRecipe(letter === 'Z' ? author : admin, { title: `Trashed ${letter}` })
      await admin.call('DELETE', `/content/recipes/${recipe.id}`)
    }
  }, startTimeout)
  afterAll(() => tests?.close())

  it('shows on the dashboard what changed, what is scheduled and what waits', async () => {
    const { page, complaints, context } = await tests.open()
    await page.getByRole('heading', { name: 'Hello Ada Lovelace' }).waitFor()
    const linksOf = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByRole('link').allTextContents()
    await expect.poll(() => linksOf('Scheduled'), { timeout: patience }).toEqual(['Later'])
    expect(await linksOf('Changed last')).toEqual([
      'Later',
      'Draft of the author',
      'Published C',
      'Published B',
      'Published A',
    ])
    expect(await linksOf('Not on the site yet')).toEqual(['Draft of the author'])
    await page.getByText('goes live in 2 days').waitFor()
    await page.getByText('3 published · 1 draft').waitFor()
    await page.getByRole('link', { name: 'New Recipe' }).click()
    await page.waitForURL('**/content/recipes/new')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('brings back from the trash, which can be taken back', async () => {
    const { page, context } = await tests.open({ path: `${base}/trash` })
    await expectTitles(page, ['Trashed Z', 'Trashed Y', 'Trashed X'])
    await rowOf(page, 'Trashed Y').getByRole('button', { name: 'Actions for Trashed Y' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expectTitles(page, ['Trashed Z', 'Trashed X'])
    await expectNotice(page, 'Restored 1 item.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTitles(page, ['Trashed Y', 'Trashed Z', 'Trashed X'])
    await context.close()
  })

  it('lets authors restore their own, and delete nothing for good', async () => {
    const { page, context } = await tests.open({ path: `${base}/trash`, as: author })
    await rowOf(page, 'Trashed X').waitFor()
    expect(await rowOf(page, 'Trashed X').getByRole('button').count()).toBe(0)
    await rowOf(page, 'Trashed Z').getByRole('button', { name: 'Actions for Trashed Z' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Restore'])
    await context.close()
  })

  it('deletes for good only after saying what is lost', async () => {
    const doomed: string[] = []
    for (const letter of 'PQ') {
      const { id } = await makeRecipe(tests.admin, { title: `Doomed ${letter}` })
      await tests.admin.call('DELETE', `/content/recipes/${id}`)
      doomed.push(id)
    }
    const { page, context } = await tests.open({ path: `${base}/trash?collection=recipes` })
    for (const letter of 'PQ') await rowOf(page, `Doomed ${letter}`).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete permanently (2)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 items for good?' })
    await dialog.getByText('2 items are removed with all of their revisions.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await rowOf(page, 'Doomed P').waitFor()
    await page.getByRole('button', { name: 'Delete permanently (2)' }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expectNotice(page, 'Deleted 2 items for good.')
    await expect.poll(() => rowOf(page, 'Doomed P').count(), { timeout: patience }).toBe(0)
    const { items } = await tests.admin.call('GET', '/content/recipes/trash')
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(doomed[0])
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(doomed[1])
    await context.close()
  })

  it.each([
    { where: 'the list', path: '/content/recipes', api: '**/content/recipes?*', shown: 'Published A' },
    { where: 'the trash', path: '/trash?collection=recipes', api: '**/recipes/trash*', shown: 'Trashed X' },
    { where: 'the dashboard', path: '', api: '**/_cms/api/overview', shown: 'Published A' },
  ])('says so when $where cannot be loaded, and tries again', async ({ path, api, shown }) => {
    for (const failure of [500, null]) {
      const { page, context } = await tests.open({ path: '/_cms/account' })
      await page.route(api, (route) =>
        failure === null
          ? route.abort()
          : route.fulfill({
              status: failure,
              json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Internal error' } },
            }),
      )
      await page.goto(tests.service.baseUrl + base + path)
      const alert = page.getByRole('main').getByRole('alert')
      await alert.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
      await page.unrouteAll()
      await alert.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(shown).first().waitFor()
      await context.close()
    }
  })

  describe.each(Object.entries(looks))('in the look %s', (_, look) => {
    it.each(Object.entries(views))('%s is open to everyone', async (_name, { path, show }) => {
      const { page, complaints, context } = await tests.open({ ...look, path: base + path })
      await show(page)
      await expectNoViolations(page)
      expect(await isWiderThanView(page)).toBe(false)
      expect(complaints).toEqual([])
      await context.close()
    })
  })
})

/** Each state of a screen that is looked at: how to get there. */
const views: Record<string, { path: string; show: (page: Page) => Promise<void> }> = {
  'the dashboard': { path: '', show: async (page) => page.getByText('goes live in 2 days').waitFor() },
  'a list': { path: '/content/recipes', show: async (page) => rowOf(page, 'Published A').waitFor() },
  'a list with a selection and a menu': {
    path: '/content/recipes',
    show: async (page) => {
      await rowOf(page, 'Published A').getByRole('checkbox').check()
      await page.getByRole('region', { name: 'Selected items' }).waitFor()
      await rowOf(page, 'Published B').getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Open' }).waitFor()
      await settle(page)
    },
  },
  'the choice of columns': {
    path: '/content/recipes',
    show: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Vegan' }).check()
      await settle(page)
    },
  },
  'the trash': { path: '/trash', show: async (page) => rowOf(page, 'Trashed X').waitFor() },
  'the search': {
    path: '/search?q=published',
    show: async (page) => page.getByRole('region', { name: 'On the site', exact: true }).waitFor(),
  },
  'the palette': {
    path: '/content/recipes',
    show: async (page) => {
      await rowOf(page, 'Published A').waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('publ')
      await page.getByRole('option', { name: 'Published A' }).waitFor()
      await settle(page)
    },
  },
}

/** What fades in has its colours a moment later. */
function settle(page: Page): Promise<void> {
  return page.waitForTimeout(400)
}
