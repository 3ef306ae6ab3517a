// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations, expectNoViolationsInDark } from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { BrowserVisitor } from '../setup/visitor.ts'
import { choose, failNext, hello, makeMenu } from './admin-site-steps.ts'

/** Each screen, and each dialog over one: how to get there. */
const states: Record<string, { path: string; show: (page: Page) => Promise<void> }> = {
  sections: { path: 'sections', show: (page) => page.getByRole('link', { name: 'Opening hours' }).waitFor() },
  'a section': {
    path: 'sections/opening-hours',
    show: (page) => page.getByRole('textbox', { name: 'Content' }).waitFor(),
  },
  'a section with a mistake': {
    path: 'sections/opening-hours',
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Title' }).fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Required', { exact: true }).waitFor()
    },
  },
  menus: { path: 'menus', show: (page) => page.getByRole('link', { name: 'The main menu' }).waitFor() },
  'a menu': {
    path: 'menus/main',
    show: async (page) => {
      await page.getByRole('button', { name: 'Move Contact' }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
    },
  },
  'an entry of a menu': {
    path: 'menus/main',
    show: async (page) => {
      await page.getByRole('button', { name: 'Edit Shop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'More options' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'CSS classes' }).waitFor()
    },
  },
  'the menu of a row': {
    path: 'menus/main',
    show: async (page) => {
      await page.getByRole('button', { name: 'More actions for Shop' }).click()
      await page.getByRole('menuitem', { name: 'Move up' }).waitFor()
    },
  },
  'a question before deleting': {
    path: 'menus/main',
    show: async (page) => {
      await choose(page, 'More actions for Shop', 'Delete')
      await page.getByRole('dialog', { name: 'Delete “Shop”?' }).waitFor()
    },
  },
  taxonomies: { path: 'taxonomies', show: (page) => page.getByRole('link', { name: 'Topics' }).waitFor() },
  'a new taxonomy': {
    path: 'taxonomies',
    show: async (page) => {
      await page.getByRole('button', { name: 'New taxonomy' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Collections' }).waitFor()
    },
  },
  terms: { path: 'taxonomies/topics', show: (page) => page.getByText('Pasta', { exact: true }).waitFor() },
  'a term': {
    path: 'taxonomies/topics',
    show: async (page) => {
      await page.getByRole('button', { name: 'Edit Pasta' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Below' }).waitFor()
    },
  },
  'a taxonomy without terms': {
    path: 'taxonomies/empty',
    show: (page) => page.getByRole('heading', { name: 'No terms yet' }).waitFor(),
  },
  'widget areas': { path: 'widgets', show: (page) => page.getByRole('link', { name: 'Sidebar' }).waitFor() },
  'a widget area': {
    path: 'widgets/sidebar',
    show: (page) => page.getByRole('button', { name: 'Move About' }).waitFor(),
  },
  'a widget': {
    path: 'widgets/sidebar',
    show: async (page) => {
      await page.getByRole('button', { name: 'Edit About' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Content' }).waitFor()
    },
  },
  'a failure in a form': {
    path: 'settings',
    show: async (page) => {
      await failNext(page, 'POST', '/settings', 500)
      await page.getByRole('textbox', { name: 'Tagline' }).fill('Changed')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('form').getByRole('alert').waitFor()
    },
  },
  settings: {
    path: 'settings',
    show: (page) => page.getByRole('textbox', { name: 'Tagline' }).fill('Changed'),
  },
  'what is not there': {
    path: 'menus/nothing',
    show: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
  },
}

describe('screens of what stands around the content', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
    const { admin } = tests
    await makeMenu(tests, 'main')
    await admin.call('POST', '/sections', { title: 'Opening hours', keywords: ['shop'], content: hello }, 201)
    await admin.call('POST', '/sections', { title: 'W'.repeat(200), keywords: ['k'.repeat(200)] }, 201)
    await admin.call('POST', '/taxonomies', { name: 'topics', label: 'Topics', hierarchical: true }, 201)
    await admin.call('POST', '/taxonomies', { name: 'empty', label: 'Empty' }, 201)
    const { item } = await admin.call('POST', '/taxonomies/topics/terms', { label: 'Italian' }, 201)
    await admin.call('POST', '/taxonomies/topics/terms', { label: 'Pasta', parentId: item.id }, 201)
    await admin.call('POST', '/widget-areas', { name: 'sidebar', label: 'Sidebar' }, 201)
    const widget = { type: 'content', title: 'About', content: hello }
    await admin.call('POST', '/widget-areas/sidebar/widgets', widget, 201)
    await admin.call('POST', '/widget-areas/sidebar/widgets', { type: 'menu', menuName: 'main' }, 201)
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  describe('in light colours and in dark ones', () => {
    let visitor: BrowserVisitor
    beforeAll(async () => {
      visitor = await tests.open(looks.light)
      // Each begins anew; what is unsaved of the one before is thrown away.
      visitor.page.on('dialog', (dialog) => void dialog.accept())
    }, startTimeout)

    it.each(Object.entries(states))('%s: nothing keeps anyone out', async (_, { path, show }) => {
      const { page, complaints } = visitor
      await page.goto(`${tests.service.baseUrl}/_cms/admin/${path}`)
      await show(page)
      await expectNoViolations(page)
      await expectNoViolationsInDark(page)
      await expectNarrow(page, 360)
      expect(complaints).toEqual([])
    })
  })

  it('is shown in German', async () => {
    const { page } = await tests.open({ path: '/_cms/admin/menus/main', locale: 'de-DE' })
    await page.getByRole('button', { name: 'Contact verschieben' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.getByText('Contact: Platz 2 von 3 auf der obersten Ebene').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    const status = page.locator('[role="status"][aria-live="assertive"]').first()
    await expect.poll(() => status.innerText()).toContain('Contact ist wieder an seinem Platz.')
  })
})
