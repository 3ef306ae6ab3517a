// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin, untilFollowing } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  expectNotice,
  expectTitles,
  makeRecipe,
  makeManyRecipes,
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
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()
    const steps = page.getByRole('main').getByRole('link')
    await expect
      .poll(() => steps.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/_cms/admin/model', '/_cms/admin/users', '/_cms/admin/import'])
    await context.close()
    const other = await tests.open({ as: await tests.person(30) })
    await other.page.getByRole('heading', { name: 'Nothing to write yet' }).waitFor()
    await other.context.close()
  })

  it('has nothing in the trash, and says why', async () => {
    const { page, context } = await tests.open({ path: `${base}/trash` })
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
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
    await makeManyRecipes(tests, author)
  }, startTimeout)
  afterAll(() => tests?.close())

  it('shows on the dashboard what one was writing, what needs attention, what comes and who changed what', async () => {
    const { page, complaints, context } = await tests.open()
    await page.getByRole('heading', { name: 'Hello Ada Lovelace' }).waitFor()
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    const linksOf = (name: string) => region(name).getByRole('link').allTextContents()
    await expect.poll(() => linksOf('Continue writing')).toEqual(['Later'])
    await expect.poll(() => linksOf('Coming up')).toEqual(['Calendar', 'Later'])
    await expect.poll(() => linksOf('Drafts')).toEqual(['Draft of the author'])
    await region('Needs attention').getByText('Nothing needs your attention.').waitFor()
    const recent = region('Recent changes').getByRole('listitem')
    await expect
      .poll(async () => (await recent.allInnerTexts()).slice(0, 2))
      .toEqual([
        expect.stringMatching(/trashed-z\s+Moved to the trash · Ada Lovelace/i),
        expect.stringMatching(/trashed-z\s+Created · Person 1/i),
      ])
    await untilFollowing(page)
    // Later it lacks what it needs: the dashboard says so, and follows without a reload.
    await tests.admin.call(
      'POST',
      '/schema/collections/recipes/fields',
      { slug: 'serves', label: 'Serves', type: 'integer', required: true, defaultValue: 4 },
      201,
    )
    const { items } = await tests.admin.call('GET', '/content/recipes?q=Later')
    await tests.admin.call('PUT', `/content/recipes/${items[0].id}`, {
      data: { serves: null },
      incomplete: true,
    })
    await region('Needs attention').getByText('Goes live in 2 days, but 1 required field is empty.').waitFor()
    await region('Continue writing').getByText('1 field missing').waitFor()
    await expectNoViolationsInAnyLook(page)
    await tests.admin.call('DELETE', '/schema/collections/recipes/fields/serves')
    await page.getByRole('link', { name: 'New Recipe' }).click()
    await page.waitForURL('**/content/recipes/new')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows authors what they were writing, and what was edited', async () => {
    const { page, context } = await tests.open({ as: author, locale: 'de-DE' })
    const linksOf = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByRole('link').allTextContents()
    await expect.poll(() => linksOf('Weiterschreiben')).toEqual(['Draft of the author'])
    await expect.poll(() => linksOf('Zuletzt bearbeitet')).toContain('Published A')
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

  it('says no number of what is in the trash where none is known', async () => {
    await tests.admin.call('POST', '/schema/collections', { slug: 'drinks', label: 'Drinks' }, 201)
    const { page, context } = await tests.open({ path: '/_cms/admin' })
    await page.getByRole('link', { name: 'Media' }).first().waitFor()
    await page.route('**/_cms/api/overview*', (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, error: { code: 'FORBIDDEN', message: 'No.', details: {} } },
      }),
    )
    await page.goto(`${tests.service.baseUrl}${base}/trash?collection=recipes`)
    const choices = page.getByLabel('Collections').getByRole('option')
    await expect.poll(() => choices.allTextContents()).toEqual(['Drinks', 'Recipes'])
    await tests.admin.call('DELETE', '/schema/collections/drinks')
    await context.close()
  })

  it('lets authors restore their own, and delete nothing for good', async () => {
    const { page, context } = await tests.open({ path: `${base}/trash`, as: author })
    await rowOf(page, 'Trashed X').waitFor()
    expect(await rowOf(page, 'Trashed X').getByRole('button').count()).toBe(0)
    await rowOf(page, 'Trashed Z').getByRole('button', { name: 'Actions for Trashed Z' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Restore'])
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
    const dialog = page.getByRole('dialog', { name: 'Permanently delete 2 items?' })
    await dialog.getByText('2 items are removed with all of their revisions.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await rowOf(page, 'Doomed P').waitFor()
    await page.getByRole('button', { name: 'Delete permanently (2)' }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expectNotice(page, 'Permanently deleted 2 items.')
    await expect.poll(() => rowOf(page, 'Doomed P').count()).toBe(0)
    const { items } = await tests.admin.call('GET', '/content/recipes/trash')
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(doomed[0])
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(doomed[1])
    await context.close()
  })

  it.each([
    { where: 'the list', path: '/content/recipes', api: '**/content/recipes?*', shown: 'Published A' },
    { where: 'the trash', path: '/trash?collection=recipes', api: '**/recipes/trash*', shown: 'Trashed X' },
    { where: 'the dashboard', path: '', api: '**/_cms/api/overview', shown: 'Draft of the author' },
  ])('says so when $where cannot be loaded, and tries again', async ({ path, api, shown }) => {
    for (const failure of [500, null]) {
      const { page, context } = await tests.open({ path: '/_cms/admin/account' })
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
      await expect.poll(() => alert.count()).toBe(0)
      await context.close()
    }
  })
})
