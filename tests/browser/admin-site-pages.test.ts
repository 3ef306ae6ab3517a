import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  agree,
  choose,
  expectAnnounced,
  expectProblem,
  expectNotified,
  failNext,
  hello,
} from './admin-site-steps.ts'

describe('sections, widget areas and settings', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  it('a section is made, written, found and deleted', { tags: 'long' }, async () => {
    const { admin } = tests
    // A repeated test finds those of its first run.
    for (const { slug } of (await admin.call('GET', '/sections')).items)
      await admin.call('DELETE', `/sections/${slug}`)
    const { page, complaints } = await tests.open({ path: '/_cms/admin/sections' })
    await page.getByRole('button', { name: 'New section' }).click()
    const dialog = page.getByRole('dialog', { name: 'New section' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(dialog.getByRole('textbox', { name: 'Title' }), 'Required')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Opening hours')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/sections/opening-hours')

    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.type('From nine to five.')
    await page.getByRole('combobox', { name: 'Keywords' }).fill('times')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Slug' }).fill('Hours!')
    await save.click()
    await expectProblem(page.getByRole('textbox', { name: 'Slug' }), '“hours” would be right')
    await page.getByRole('textbox', { name: 'Slug' }).fill('hours')
    // Ctrl S saves as well, with what was typed a moment ago.
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Sundays too.')
    await page.keyboard.press('Control+s')
    await page.waitForURL('**/sections/hours')
    await page.getByText('All saved').waitFor()
    const { item } = await admin.call('GET', '/sections/hours')
    expect(item).toMatchObject({ title: 'Opening hours', keywords: ['times'] })
    expect(JSON.stringify(item.content)).toContain('From nine to five. Sundays too.')

    await page.getByRole('link', { name: 'All sections' }).click()
    await page.waitForURL('**/sections')
    await admin.call('POST', '/sections', { title: 'Legal note', content: hello }, 201)
    await page.reload()
    const links = page.getByRole('list', { name: 'Sections' }).getByRole('link')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Legal note', 'Opening hours'])
    await page.getByRole('searchbox').fill('TIMES')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Opening hours'])
    await page.waitForURL('**/sections?q=TIMES')
    await page.getByRole('searchbox').fill('xyz')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await choose(page, 'More actions for Opening hours', 'Delete')
    expect(await agree(page, 'Delete the section “Opening hours”?')).toContain('“hours”')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Legal note'])
    expect(complaints).toEqual([])
  })

  it('leaving a section with unsaved work asks; a failure keeps what was typed', async () => {
    const { admin } = tests
    await admin.call('POST', '/sections', { title: 'Contact', slug: 'contact' }, 201)
    await admin.call('POST', '/sections', { title: 'Other', slug: 'other' }, 201)
    const { page } = await tests.open({ path: '/_cms/admin/sections/contact' })
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Get in touch')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('link', { name: 'Menus' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    await failNext(page, 'PUT', '/sections/contact', 0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('The service cannot be reached').first().waitFor()
    await expect.poll(() => title.inputValue()).toBe('Get in touch')
    await page.getByRole('textbox', { name: 'Slug' }).fill('other')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectProblem(page.getByRole('textbox', { name: 'Slug' }), 'is taken')
    // A property that only another user changes meanwhile is not overwritten.
    await admin.call('PUT', '/sections/contact', { description: 'From elsewhere' })
    await page.getByRole('textbox', { name: 'Slug' }).fill('contact')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All saved').waitFor()
    const { item } = await admin.call('GET', '/sections/contact')
    expect(item).toMatchObject({ title: 'Get in touch', description: 'From elsewhere' })
  })

  it(
    'what was written a moment ago is asked for and discarded with the rest, in a section and in a widget',
    { tags: 'long' },
    async () => {
      const { admin } = tests
      await admin.call('POST', '/sections', { title: 'Parking', slug: 'parking' }, 201)
      await admin.call('POST', '/widget-areas', { name: 'header', label: 'Header' }, 201)
      const { page } = await tests.open({ path: '/_cms/admin/sections' })
      await page.getByRole('link', { name: 'Parking' }).click()
      const content = page.getByRole('textbox', { name: 'Content' })
      await content.click()
      await page.keyboard.type('Behind the house')
      await page.evaluate(() => history.back())
      const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
      await leaving.getByRole('button', { name: 'Stay' }).click()
      await content.getByText('Behind the house').waitFor()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await expect.poll(() => content.innerText()).not.toContain('Behind')
      await content.click()
      await page.keyboard.type('Behind it')

      let isAsked = false
      page.once('dialog', (dialog) => {
        isAsked = true
        void dialog.accept()
      })
      await page.reload()
      expect(isAsked).toBe(true)
      await content.click()
      await page.keyboard.type('In front of it')
      isAsked = false
      page.once('dialog', (dialog) => {
        isAsked = true
        void dialog.accept()
      })
      await page.goto(`${tests.service.baseUrl}/_cms/admin/widgets/header`)
      expect(isAsked).toBe(true)

      await page.getByRole('button', { name: 'Add a widget' }).click()
      await content.click()
      await page.keyboard.type('Hello')
      await page.keyboard.press('Escape')
      await leaving.getByRole('button', { name: 'Stay' }).click()
      await content.getByText('Hello').waitFor()
    },
  )

  it(
    'a widget area is made and filled, and its widgets are ordered by keyboard',
    { tags: 'long' },
    async () => {
      const { admin } = tests
      // A repeated test finds those of its first run.
      for (const { name } of (await admin.call('GET', '/widget-areas')).items)
        await admin.call('DELETE', `/widget-areas/${name}`)
      await admin.call('POST', '/menus', { name: 'main', label: 'Main' }, 201)
      const { page, complaints } = await tests.open({ path: '/_cms/admin/widgets' })
      await page.getByRole('button', { name: 'New area' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).fill('Sidebar')
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await page.waitForURL('**/widgets/sidebar')

      const dialog = page.getByRole('dialog', { name: 'New widget' })
      const add = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Add a widget' }).click()
        await dialog.waitFor()
      }
      const save = dialog.getByRole('button', { name: 'Add', exact: true })
      await add()
      await dialog.getByRole('textbox', { name: 'Title' }).fill('About')
      await dialog.getByRole('textbox', { name: 'Content' }).click()
      await page.keyboard.type('We cook.')
      await save.click()
      await page.getByRole('button', { name: 'Move About' }).waitFor()

      await add()
      await dialog.getByText('Menu', { exact: true }).click()
      await save.click()
      await expectProblem(dialog.getByRole('combobox', { name: 'Menu' }), 'Please choose one.')
      await dialog.getByRole('combobox', { name: 'Menu' }).click()
      await page.getByRole('option', { name: 'Main (main)' }).click()
      await save.click()
      await page.getByRole('button', { name: 'Move Menu “main”' }).waitFor()

      await add()
      await dialog.getByText('Component', { exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Component', exact: true }).fill('recent-posts')
      await dialog.getByRole('textbox', { name: 'Settings of the component' }).fill('[1, 2')
      await save.click()
      await expectProblem(
        dialog.getByRole('textbox', { name: 'Settings of the component' }),
        'This is not a JSON object.',
      )
      await dialog.getByRole('textbox', { name: 'Settings of the component' }).fill('{"count": 5}')
      await save.click()
      const component = 'Component “recent-posts”'
      await page.getByRole('button', { name: `Move ${component}` }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expectAnnounced(page, `${component}: place 1 of 3`)
      await page.keyboard.press('Space')
      const types = async (): Promise<string[]> => {
        const { item } = await admin.call('GET', '/widget-areas/sidebar')
        return item.widgets.map((widget: { type: string }) => widget.type) as string[]
      }
      await expect.poll(types).toEqual(['component', 'content', 'menu'])

      await page.getByRole('button', { name: `Edit ${component}` }).click()
      const edit = page.getByRole('dialog', { name: 'Edit the widget' })
      await expect
        .poll(() => edit.getByRole('textbox', { name: 'Settings of the component' }).inputValue())
        .toContain('"count": 5')
      await edit.getByText('Other', { exact: true }).click()
      await edit.getByRole('textbox', { name: 'Type' }).fill('banner')
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect.poll(types).toEqual(['banner', 'content', 'menu'])
      await choose(page, 'More actions for About', 'Delete')
      await agree(page, 'Delete the widget “About”?')
      await expect.poll(types).toEqual(['banner', 'menu'])

      await choose(page, 'More actions for Sidebar', 'Edit the area')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).fill('Beside the text')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Beside the text').waitFor()
      await choose(page, 'More actions for Sidebar', 'Delete the area')
      expect(await agree(page, 'Delete the area “Sidebar”?')).toContain('Its 2 widgets are deleted too')
      await page.waitForURL('**/widgets')
      expect(complaints).toEqual([])
    },
  )

  it('an order of widgets that cannot be saved goes back', async () => {
    const { admin } = tests
    await admin.call('POST', '/widget-areas', { name: 'footer', label: 'Footer' }, 201)
    for (const title of ['One', 'Two'])
      await admin.call('POST', '/widget-areas/footer/widgets', { type: 'content', title }, 201)
    const { page } = await tests.open({ path: '/_cms/admin/widgets/footer' })
    await failNext(page, 'POST', '/widget-areas/footer/reorder', 500)
    await choose(page, 'More actions for Two', 'Move up')
    await expectNotified(page, 'The service had an internal error')
    const grips = page.locator('li[data-depth] button[aria-pressed]')
    await expect
      .poll(() => grips.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(['Move One', 'Move Two'])
  })

  it(
    'settings are changed and taken away; what is wrong is reported at its field',
    { tags: 'long' },
    async () => {
      const { admin } = tests
      const stored = async (): Promise<object> => {
        const { updatedAt, ...settings } = await admin.call('GET', '/settings')
        expect(updatedAt).toEqual(expect.any(String))
        return settings
      }
      // A repeated test finds those of its first run.
      const { updatedAt: _, ...former } = await admin.call('GET', '/settings')
      const nothing = Object.fromEntries(Object.keys(former).map((name) => [name, null]))
      await admin.call('POST', '/settings', nothing)
      const { page, complaints } = await tests.open({ path: '/_cms/admin/settings' })
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await page.getByRole('textbox', { name: 'Name of the site' }).fill('Kitchen 日本 🍜')
      await page.getByRole('spinbutton', { name: 'Items on a page' }).fill('500')
      await save.click()
      await expectProblem(page.getByRole('spinbutton', { name: 'Items on a page' }), 'from 1 to 100')
      await page.getByRole('spinbutton', { name: 'Items on a page' }).fill('2.0 or so')
      await expectProblem(page.getByRole('spinbutton', { name: 'Items on a page' }), 'not a whole number')
      await expect
        .poll(() => page.getByRole('spinbutton', { name: 'Items on a page' }).inputValue())
        .toBe('2.0 or so')
      await page.getByRole('spinbutton', { name: 'Items on a page' }).fill('20')
      await failNext(page, 'POST', '/settings', 409)
      await save.click()
      await page.getByRole('alert').getByText('A failure of the test, 409.').waitFor()
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜', postsPerPage: 20 })
      const zone = page.getByRole('combobox', { name: 'Time zone of the site' })
      await zone.fill('Mars/Olympus')
      await save.click()
      await expectProblem(zone, 'e.g. Europe/Berlin')
      await zone.fill('Europe/Berlin')
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toMatchObject({ timeZone: 'Europe/Berlin' })
      await zone.fill('')
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).not.toHaveProperty('timeZone')
      await page.getByRole('spinbutton', { name: 'Items on a page' }).fill('')
      await page.getByRole('textbox', { name: 'Tagline' }).fill('x'.repeat(2001))
      await save.click()
      await expectProblem(page.getByRole('textbox', { name: 'Tagline' }), 'One character too many')
      await page.getByRole('textbox', { name: 'Tagline' }).fill('')
      const address = page.getByRole('textbox', { name: 'Address of the site' })
      await address.fill('example')
      await save.click()
      await expectProblem(address, 'must be the address of a site')
      await address.fill('https://example.com/')
      await save.click()
      await page.getByText('All saved').waitFor()
      await expect.poll(() => address.inputValue()).toBe('https://example.com')
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜', siteUrl: 'https://example.com' })
      await address.fill('')
      const approval = page.getByRole('checkbox', { name: 'Change-sets need an approval' })
      await approval.check()
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜', changeSetApproval: true })
      await approval.uncheck()
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜' })
      const inTrash = page.getByRole('spinbutton', { name: 'Days to keep items in the trash' })
      await inTrash.fill('0')
      await page.getByRole('spinbutton', { name: 'Revisions per item' }).fill('25')
      await save.click()
      await expectProblem(inTrash, 'from 1 to 36500')
      await inTrash.fill('30')
      await save.click()
      await page.getByText('All saved').waitFor()
      const kept = { keepRevisions: 25, keepTrashDays: 30 }
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜', ...kept })
      await inTrash.fill('')
      await page.getByRole('spinbutton', { name: 'Revisions per item' }).fill('')
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toEqual({ siteTitle: 'Kitchen 日本 🍜' })
      const tagline = page.getByRole('textbox', { name: 'Tagline' })
      await tagline.fill('Mine')
      const colleague = await tests.person(50)
      await colleague.call('POST', '/settings', { tagline: 'Theirs', siteTitle: 'Their name' })
      const another = await tests.person(50)
      await another.call('POST', '/settings', { keepRevisions: 25 })
      // A minute later the person comes back to the page, which reads what is stored now.
      await page.evaluate(`{ const now = Date.now; Date.now = () => now() + 60_000 }`)
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
      const name = page.getByRole('textbox', { name: 'Name of the site' })
      await expect.poll(() => name.inputValue()).toBe('Their name')
      await save.click()
      await expectProblem(tagline, `${colleague.name} has changed this to “Theirs” meanwhile.`)
      expect(await stored()).toEqual({ siteTitle: 'Their name', tagline: 'Theirs', keepRevisions: 25 })
      await save.click()
      await page.getByText('All saved').waitFor()
      expect(await stored()).toEqual({ siteTitle: 'Their name', tagline: 'Mine', keepRevisions: 25 })
      expect(complaints).toEqual([])
    },
  )

  it('a setting that is emptied while a save runs is not taken for saved', async () => {
    const { admin } = tests
    await admin.call('POST', '/settings', { tagline: 'Clay', postsPerPage: 20 })
    const { page } = await tests.open({ path: '/_cms/admin/settings' })
    const held = Promise.withResolvers<void>()
    await page.route('**/_cms/api/settings', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const state = page.locator('form').getByRole('status')
    await page.getByRole('textbox', { name: 'Tagline' }).fill('Fire')
    await save.click()
    await state.filter({ hasText: 'Saving' }).waitFor()
    const itemsPerPage = page.getByRole('spinbutton', { name: 'Items on a page' })
    await itemsPerPage.fill('')
    held.resolve()
    await state.filter({ hasText: 'Not saved yet' }).waitFor()
    await expect.poll(() => itemsPerPage.inputValue()).toBe('')
    await save.click()
    await state.filter({ hasText: 'All saved' }).waitFor()
    const stored = await admin.call('GET', '/settings')
    expect(stored).toMatchObject({ tagline: 'Fire' })
    expect(stored).not.toHaveProperty('postsPerPage')
  })

  it('an admin sees what the search index holds, and rebuilds it', async () => {
    const { page, complaints } = await tests.open({ path: '/_cms/admin/settings' })
    const index = page.getByRole('region', { name: 'Search index' })
    await index.getByRole('button', { name: 'Rebuild the index' }).click()
    await page.getByText('The search index is rebuilt.').waitFor()
    const { collections } = await tests.admin.call('GET', '/search/stats')
    await expect.poll(() => index.getByRole('listitem').count()).toBe(Object.keys(collections).length)
    expect(complaints).toEqual([])
  })

  it('an editor reads the settings; an author is not offered any of this', { tags: 'long' }, async () => {
    const editor = await tests.open({ path: '/_cms/admin/settings', as: await tests.person(40) })
    const name = editor.page.getByRole('textbox', { name: 'Name of the site' })
    await name.waitFor()
    await expect.poll(() => name.getAttribute('readonly')).not.toBeNull()
    expect(await editor.page.getByRole('button', { name: /Save|Rebuild/ }).count()).toBe(0)
    const author = await tests.open({ path: '/_cms/admin/sections', as: await tests.person(30) })
    for (const path of ['sections', 'widgets', 'settings']) {
      await author.page.goto(`${tests.service.baseUrl}/_cms/admin/${path}`)
      await author.page.getByRole('heading', { name: 'Access denied' }).waitFor()
    }
    expect(await author.page.getByRole('link', { name: /Sections|Widget areas|Settings/ }).count()).toBe(0)
  })
})
