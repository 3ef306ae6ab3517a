// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { startTimeout } from '../setup/browser.ts'
import { base, type FilledSite, knownPaths, routePaths, startFilledSite, untilShown } from './every-screen.ts'

it('knows every screen of the router', () => {
  expect(routePaths.length).toBeGreaterThan(30)
  expect(knownPaths.toSorted()).toEqual(routePaths.toSorted())
})

describe('every screen', () => {
  let site: FilledSite

  beforeAll(async () => {
    site = await startFilledSite()
  }, startTimeout)
  afterAll(() => site?.close())

  it('is where the command palette leads to', async () => {
    const { page, complaints, context } = await site.tests.open()
    await untilShown(page)
    const open = async (typed: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      const field = page.getByRole('combobox', { name: 'Search and commands' })
      await field.fill(typed)
      return page.getByRole('listbox', { name: 'Search and commands' })
    }
    /** Each choice leads to another path than the one before. */
    const choose = async (typed: string, option: RegExp): Promise<string> => {
      const before = new URL(page.url()).pathname
      const list = await open(typed)
      await list.getByRole('option', { name: option }).first().click()
      await list.waitFor({ state: 'detached' })
      await page.waitForURL(({ pathname }) => pathname !== before)
      return new URL(page.url()).pathname.slice(base.length)
    }
    const reached = new Set<string>([await choose('account', /^Your account$/)])
    const commands = await open('')
    const screens = commands.getByRole('group', { name: 'Go to' }).getByRole('option')
    await screens.first().waitFor()
    const names = await screens.allInnerTexts()
    await page.keyboard.press('Escape')
    await commands.waitFor({ state: 'detached' })
    for (const name of names) reached.add((await choose(name, new RegExp(`^${name}$`))) || '/')
    reached.add(await choose('clay', /^Search everywhere for “clay”$/))
    const single = routePaths.filter((path) => !path.includes('$'))
    expect(single.filter((path) => !reached.has(path))).toEqual([])
    const item = site.addressOf('/content/$collection/$id')
    const found = [
      ['articles', /^Articles$/, '/content/articles'],
      ['new recipe', /^New Recipe$/, '/content/recipes/new'],
      ['seconds, and', /^Seconds, and why we love them.*Article/, item],
      ['main menu', /^Main menu.*Menus$/, '/menus/main'],
      ['note on prices', /^A note on prices.*Sections$/, '/sections/note-on-prices'],
      ['tags', /^Tags.*Taxonomies$/, '/taxonomies/tags'],
      ['sidebar', /^Sidebar.*Widget areas$/, '/widgets/sidebar'],
      ['articles', /^Articles.*Content model$/, '/model/articles'],
      ['every setting', /^Every setting.*Plugins$/, '/plugins/every-setting'],
      ['autumn', /^Autumn issue.*Change-sets$/, site.addressOf('/change-sets/$set')],
    ] as const
    for (const [typed, option, path] of found)
      expect([typed, await choose(typed, option)]).toEqual([typed, path])
    expect(complaints).toEqual([])
    await context.close()
  })

  describe.each(['en-GB', 'de-DE'])('in the language of %s', (locale) => {
    it.each(knownPaths)('%s is accessible in light and dark colours, and fits on a phone', async (path) => {
      const { page, complaints, context } = await site.tests.open({
        path: base + site.addressOf(path),
        locale,
      })
      await untilShown(page)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await expectNoViolationsInAnyLook(page)
      expect(complaints).toEqual([])
      await context.close()
    })
  })
})
