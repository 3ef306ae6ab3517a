// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectNarrow,
  expectNoViolations,
  expectNoViolationsInAnyLook,
  expectNoViolationsInDark,
} from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { isWiderThanView, makeManyRecipes, makeRecipes, rowOf } from './admin-lists-steps.ts'

/** Each state of a screen that is looked at: how to get there. */
const views: Record<string, { path: string; show: (page: Page) => Promise<void> }> = {
  'the dashboard': {
    path: '',
    show: async (page) => page.getByRole('heading', { name: 'Coming up' }).waitFor(),
  },
  'a list': { path: '/content/recipes', show: async (page) => rowOf(page, 'Published A').waitFor() },
  'a list with a selection and a menu': {
    path: '/content/recipes',
    show: async (page) => {
      await rowOf(page, 'Published A').getByRole('checkbox').check()
      await page.getByRole('region', { name: 'Selected items' }).waitFor()
      await rowOf(page, 'Published B').getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Open' }).waitFor()
    },
  },
  'the choice of columns': {
    path: '/content/recipes',
    show: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Vegan' }).check()
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
    },
  },
}

describe('dashboard, lists, trash and search are open to everyone', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    await makeManyRecipes(tests, await tests.person(30))
  }, startTimeout)
  afterAll(() => tests?.close())

  it.each(Object.entries(views))('%s, in every look', async (_, { path, show }) => {
    const { page, complaints, context } = await tests.open({ path: `/_cms/admin${path}` })
    await show(page)
    expect(await isWiderThanView(page)).toBe(false)
    await expectNoViolationsInAnyLook(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('a notification that offers to undo what was done, in every look', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/content/recipes' })
    await rowOf(page, 'Published C').getByRole('button', { name: 'Actions for Published C' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Took 1 item off the site.' })
    const undo = notice.getByRole('button', { name: 'Undo' })
    // It stays open while the pointer is over it.
    await notice.hover()
    await expectNoViolations(page)
    await expectNoViolationsInDark(page)
    await expectNarrow(page, 360, async () => {
      await notice.hover()
      await expectNoViolations(page)
      const isWithin = async (): Promise<boolean[]> => {
        const { x = -1, width = 0 } = (await notice.boundingBox()) ?? {}
        return [x >= 0, x + width <= 360]
      }
      await expect.poll(isWithin).toEqual([true, true])
    })
    await undo.click()
    await rowOf(page, 'Published C').getByText('Published', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('keeps states on one line, and acts on two, on a telephone', async () => {
    const { page, context } = await tests.open({ ...looks.narrow, path: '/_cms/admin/search?q=draft' })
    const state = page.getByRole('region', { name: 'Not on the site' }).getByText('Draft', { exact: true })
    await expect.poll(async () => (await state.boundingBox())?.height).toBeLessThan(28)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/recipes`)
    for (const title of ['Published A', 'Later']) await rowOf(page, title).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected items' })
    await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(105)
    await context.close()
  })
})
