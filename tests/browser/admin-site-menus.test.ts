// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  agree,
  choose,
  expectAnnounced,
  expectProblem,
  expectShown,
  expectStored,
  expectNotified,
  failNext,
  makeMenu,
} from './admin-site-steps.ts'

describe('menus', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  const open = async (name: string) => {
    await makeMenu(tests, name)
    const visitor = await tests.open({ path: `/_cms/admin/menus/${name}` })
    await visitor.page.getByRole('button', { name: 'Move About' }).waitFor()
    return visitor
  }
  const press = async (page: Page, ...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }

  it('a menu is made, filled, renamed and deleted', async () => {
    const { page, complaints } = await tests.open({ path: '/_cms/admin/menus' })
    await page.getByRole('button', { name: 'New menu' }).click()
    const dialog = page.getByRole('dialog', { name: 'New menu' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(dialog.getByLabel('Label'), 'Required')
    await dialog.getByLabel('Label').fill('Fußzeile & more')
    await expect.poll(() => dialog.getByLabel('Name in templates').inputValue()).toBe('fusszeile-more')
    await dialog.getByLabel('Name in templates').fill('Foot er')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(dialog.getByLabel('Name in templates'), 'Begin with a letter')
    await dialog.getByLabel('Name in templates').fill('footer')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/menus/footer')

    await page.getByRole('button', { name: 'Add an entry' }).click()
    const entry = page.getByRole('dialog', { name: 'New entry' })
    await entry.getByText('Address', { exact: true }).click()
    await entry.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
    await entry.getByRole('button', { name: 'Add', exact: true }).click()
    await expectProblem(entry.getByRole('textbox', { name: 'Address' }), 'Use https://')
    await expectProblem(entry.getByLabel('Label'), 'Required')
    await entry.getByRole('textbox', { name: 'Address' }).fill('https://example.com/imprint')
    await entry.getByLabel('Label').fill('Imprint')
    await entry.getByRole('button', { name: 'More options' }).click()
    await entry.getByRole('combobox', { name: 'Opens in' }).click()
    await page.getByRole('option', { name: 'A new tab' }).click()
    await entry.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Move Imprint' }).waitFor()
    const { item } = await tests.admin.call('GET', '/menus/footer')
    expect(item.items).toMatchObject([
      { label: 'Imprint', type: 'custom', customUrl: 'https://example.com/imprint', target: '_blank' },
    ])

    await page.getByRole('button', { name: 'Edit Imprint' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('Legal notice')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Move Legal notice' }).waitFor()

    await choose(page, 'More actions for Fußzeile & more', 'Rename')
    await page.getByRole('dialog').getByLabel('Label').fill('Footer')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Footer', level: 1 }).waitFor()
    await choose(page, 'More actions for Footer', 'Delete the menu')
    expect(await agree(page, 'Delete the menu “Footer”?')).toContain('Its entry is deleted too')
    await page.waitForURL('**/menus')
    const { items } = await tests.admin.call('GET', '/menus')
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('footer')
    expect(complaints).toEqual([])
  })

  it('an entry leads to an item, a collection or a term that is chosen', async () => {
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug: 'pages', label: 'Pages' }, 201)
    await admin.call(
      'POST',
      '/schema/collections/pages/fields',
      { slug: 'title', label: 'Title', type: 'string' },
      201,
    )
    const page1 = await admin.call('POST', '/content/pages', { data: { title: 'Our kitchen' } }, 201)
    await admin.call('POST', '/taxonomies', { name: 'topics', label: 'Topics', collections: ['pages'] }, 201)
    const term = await admin.call('POST', '/taxonomies/topics/terms', { label: 'Pasta' }, 201)
    const { page } = await open('linked')
    const add = page.getByRole('button', { name: 'Add an entry' })
    const dialog = page.getByRole('dialog', { name: 'New entry' })
    const save = dialog.getByRole('button', { name: 'Add', exact: true })

    await add.click()
    await save.click()
    await expectProblem(dialog.getByRole('button', { name: 'Choose …' }), 'Please choose one.')
    await dialog.getByRole('button', { name: 'Choose …' }).click()
    await page.getByRole('option', { name: /Our kitchen/ }).click()
    await expect.poll(() => dialog.getByLabel('Label').inputValue()).toBe('Our kitchen')
    await save.click()
    await page.getByRole('button', { name: 'Move Our kitchen' }).waitFor()

    await add.click()
    await dialog.getByText('Collection', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Collection' }).click()
    await page.getByRole('option', { name: 'Pages' }).click()
    await save.click()
    await page.getByRole('button', { name: 'Move Pages' }).waitFor()

    await add.click()
    await dialog.getByText('Term', { exact: true }).first().click()
    await dialog.getByRole('combobox', { name: 'Taxonomy' }).click()
    await page.getByRole('option', { name: 'Topics' }).click()
    await dialog.getByRole('combobox', { name: 'Term' }).click()
    await page.getByRole('option', { name: 'Pasta' }).click()
    await save.click()
    await page.getByRole('button', { name: 'Move Pasta' }).waitFor()

    const { item } = await admin.call('GET', '/menus/linked')
    expect(item.items.slice(-3)).toMatchObject([
      { label: 'Our kitchen', type: 'pages', referenceCollection: 'pages', referenceId: page1.item.id },
      { label: 'Pages', type: 'collection', referenceCollection: 'pages', referenceId: null },
      { label: 'Pasta', type: 'taxonomy', referenceCollection: 'topics', referenceId: term.item.id },
    ])
  })

  it('by keyboard only: up, down, in and out, put down, left, taken back', async () => {
    const { page } = await open('keys')
    await page.getByRole('button', { name: 'Move Contact' }).focus()
    await press(page, 'Space')
    await expectAnnounced(page, 'Picked up. Contact: place 3 of 3 on the top level.')
    await press(page, 'ArrowUp')
    await expectAnnounced(page, 'Contact: place 2 of 3 on the top level')
    await press(page, 'ArrowRight')
    await expectAnnounced(page, 'Contact: place 2 of 2 below About')
    await press(page, 'ArrowUp', 'Space')
    await expectAnnounced(page, 'Put down. Contact: place 1 of 2 below About.')
    await expectStored(tests.admin, 'keys', ['About', '-Contact', '-Team', 'Shop'])
    // The grip has the focus still, so that one can go on.
    await press(page, 'Enter', 'ArrowLeft', 'ArrowDown', 'Enter')
    await expectStored(tests.admin, 'keys', ['About', '-Team', 'Shop', 'Contact'])
    await press(page, 'Space', 'ArrowUp', 'ArrowUp', 'Escape')
    await expectAnnounced(page, 'Not moved. Contact is back in its place.')
    await expectShown(page, ['About', '-Team', 'Shop', 'Contact'])
    await press(page, 'Space', 'ArrowDown')
    await expectAnnounced(page, 'Contact cannot go further that way.')
    await press(page, 'Space')
    await page.getByRole('button', { name: 'Undo the move' }).click()
    await expectStored(tests.admin, 'keys', ['About', '-Contact', '-Team', 'Shop'])
  })

  it('an entry takes along what stands below it', async () => {
    const { page } = await open('family')
    await page.getByRole('button', { name: 'Move About' }).focus()
    await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'Space')
    await expectStored(tests.admin, 'family', ['Shop', '-About', '--Team', 'Contact'])
  })

  it('by the menu of a row, for those who neither drag nor press arrow keys', async () => {
    const { page } = await open('steps')
    await choose(page, 'More actions for Shop', 'Move in a level')
    await expectStored(tests.admin, 'steps', ['About', '-Team', '-Shop', 'Contact'])
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expectStored(tests.admin, 'steps', ['About', '-Shop', '-Team', 'Contact'])
  })

  it('by drag: to another place, and to the side to stand below another', async () => {
    const { page } = await open('drags')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const drag = async (
      label: string,
      onto: string,
      { levels, reported }: { levels: number; reported: string },
    ) => {
      const grip = (name: string) => page.getByRole('button', { name: `Move ${name}` })
      // Waits until the rows have reached their places.
      for (const name of [label, onto]) await grip(name).hover({ trial: true })
      const from = await grip(label).boundingBox()
      const to = await grip(onto).boundingBox()
      if (from === null || to === null) throw new Error('An entry has no grip to drag.')
      const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 5, start.y + 5, { steps: 3 })
      await page.mouse.move(start.x + levels * 30, to.y + to.height / 2, { steps: 8 })
      // As people do, it is let go when it is seen where it would stand.
      await expectAnnounced(page, reported)
      await page.mouse.up()
    }
    await drag('Contact', 'Shop', { levels: 0, reported: 'Contact: place 2 of 3 on the top level' })
    await expectStored(tests.admin, 'drags', ['About', '-Team', 'Contact', 'Shop'])
    await expectShown(page, ['About', '-Team', 'Contact', 'Shop'])
    await drag('Shop', 'Shop', { levels: 1, reported: 'Shop: place 1 of 1 below Contact' })
    await expectStored(tests.admin, 'drags', ['About', '-Team', 'Contact', '-Shop'])
  })

  it.each([
    [500, 'The service had an internal error'],
    [409, 'A failure of the test, 409.'],
    [0, 'The service cannot be reached'],
  ] as const)('a move that fails with %s goes back and says so', async (status, text) => {
    const { page } = await open(`fails${status}`)
    await failNext(page, 'POST', `/menus/fails${status}/reorder`, status)
    await page.getByRole('button', { name: 'Move Contact' }).focus()
    await press(page, 'Space', 'ArrowUp', 'Space')
    await expectNotified(page, text)
    await expectShown(page, ['About', '-Team', 'Shop', 'Contact'])
    await press(page, 'Space', 'ArrowUp', 'Space')
    await expectStored(tests.admin, `fails${status}`, ['About', '-Team', 'Contact', 'Shop'])
  })

  it('a failure keeps the form and what was typed', async () => {
    const { page } = await open('typed')
    await page.getByRole('button', { name: 'Edit Shop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('Store')
    await failNext(page, 'PUT', '/menus/typed/items/*', 500)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('The service had an internal error').waitFor()
    await expect.poll(() => dialog.getByLabel('Label').inputValue()).toBe('Store')
    await press(page, 'Escape')
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Move Store' }).waitFor()
    await expectStored(tests.admin, 'typed', ['About', '-Team', 'Store', 'Contact'])
  })

  it('deleting an entry says what becomes of those below it', async () => {
    const { page } = await open('deleted')
    await choose(page, 'More actions for About', 'Delete')
    expect(await agree(page, 'Delete “About”?')).toContain('The one below it moves up to its place')
    await expectStored(tests.admin, 'deleted', ['Team', 'Shop', 'Contact'])
    await expectShown(page, ['Team', 'Shop', 'Contact'])
  })

  it('a menu that a widget shows cannot be deleted, and says where', async () => {
    const { page } = await open('shown')
    const { admin } = tests
    await admin.call('POST', '/widget-areas', { name: 'aside', label: 'Aside' }, 201)
    await admin.call('POST', '/widget-areas/aside/widgets', { type: 'menu', menuName: 'shown' }, 201)
    await choose(page, 'More actions for The shown menu', 'Delete the menu')
    await agree(page, 'Delete the menu “The shown menu”?')
    await expectNotified(page, 'is shown by widgets of aside')
    const german = await tests.open({ path: '/_cms/admin/menus/shown', locale: 'de-DE' })
    await choose(german.page, 'Weitere Aktionen für The shown menu', 'Menü löschen')
    await agree(german.page, 'Das Menü „The shown menu“ löschen?', 'Löschen')
    await expectNotified(german.page, 'Das Menü „shown“ steht noch in Widgets dieser Bereiche: aside.')
    expect(await german.page.getByText('is shown by').count()).toBe(0)
    await german.context.close()
  })

  it('an author is not offered any of it', async () => {
    const author = await tests.person(30)
    const { page } = await tests.open({ path: '/_cms/admin/menus', as: author })
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    expect(await page.getByRole('link', { name: 'Menus' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New menu' }).count()).toBe(0)
  })
})
