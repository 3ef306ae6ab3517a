// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import {
  expectNoneSelected,
  expectNotice,
  expectTitles,
  makeRecipe,
  makeRecipes,
  rowOf,
  titlesOf,
} from './admin-lists-steps.ts'

describe('acting on many items', () => {
  let tests: AdminTests
  let round = 0

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
  }, startTimeout)
  afterAll(() => tests?.close())

  /** Six drafts of their own, A to F, and the list that shows only them. */
  async function six(as = tests.admin): Promise<{ path: string; ids: string[]; name: string }> {
    const name = `Batch${++round}x`
    const ids: string[] = []
    for (const letter of 'ABCDEF') ids.push((await makeRecipe(as, { title: `${name} ${letter}` })).id)
    return { path: `/_cms/admin/content/recipes?sort=title&order=asc&q=${name}`, ids, name }
  }

  it('selects a range with shift, and all with the box above', async () => {
    const { path, name } = await six()
    const { page, context } = await tests.open({ path })
    await selectRange(page, `${name} B`, `${name} E`)
    await page.getByText('4 selected').waitFor()
    const above = page.getByLabel('Select all that are loaded')
    await expect.poll(() => above.and(page.locator(':indeterminate')).count()).toBe(1)
    await above.click()
    await page.getByText('6 selected').waitFor()
    await above.click()
    await expect.poll(() => page.getByRole('region', { name: 'Selected items' }).count()).toBe(0)
    await context.close()
  })

  it('publishes, withdraws and trashes, each with the way back', async () => {
    const { path, name } = await six()
    const { page, complaints, context } = await tests.open({ path })
    await selectRange(page, `${name} A`, `${name} C`)
    await page.getByRole('button', { name: 'Publish (3)' }).click()
    await expectNotice(page, 'Published 3 items.')
    await expectStatuses(page, ['Published', 'Published', 'Published', 'Draft', 'Draft', 'Draft'])
    await expectNoneSelected(page)

    await selectRange(page, `${name} C`, `${name} D`)
    await page.getByRole('button', { name: 'Unpublish (1)' }).click()
    await expectNotice(page, 'Took 1 item off the site. 1 needed no change.')
    await expectStatuses(page, ['Published', 'Published', 'Draft', 'Draft', 'Draft', 'Draft'])
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await expectNoneSelected(page)

    await selectRange(page, `${name} A`, `${name} E`)
    await page.getByRole('button', { name: 'Move to trash (5)' }).click()
    await expectTitles(page, [`${name} F`])
    const notice = page.locator('.mantine-Notification-root', { hasText: 'Moved 5 items to the trash.' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await titlesOf(page)).length).toBe(6)
    await expectStatuses(page, ['Published', 'Published', 'Draft', 'Draft', 'Draft', 'Draft'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('tells what was done before a slow list has come', async () => {
    const { path, name } = await six()
    const { page, context } = await tests.open({ path })
    await selectRange(page, `${name} A`, `${name} B`)
    const comes = Promise.withResolvers<void>()
    await page.route('**/_cms/api/content/recipes?*', async (route) => {
      await comes.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Publish (2)' }).click()
    await expectNotice(page, 'Published 2 items.')
    expect(await page.getByText('2 selected').count()).toBe(1)
    comes.resolve()
    await expectStatuses(page, ['Published', 'Published', 'Draft', 'Draft', 'Draft', 'Draft'])
    await context.close()
  })

  it('sets a field, terms and a time of many items, each with the way back', async () => {
    const { path, name, ids } = await six()
    const taxonomy = { name: `seasons${round}`, label: 'Seasons', collections: ['recipes'] }
    await tests.admin.call('POST', '/taxonomies', taxonomy, 201)
    const { item: summer } = await tests.admin.call(
      'POST',
      `/taxonomies/${taxonomy.name}/terms`,
      { label: 'Summer' },
      201,
    )
    await tests.admin.call('POST', `/content/recipes/${ids[0]}/publish`, {})
    const { page, complaints, context } = await tests.open({ path })
    const bar = page.getByRole('region', { name: 'Selected items' })
    const dialog = page.getByRole('dialog', { name: /items$/ })
    const valuesOf = async () => {
      const { items } = await tests.admin.call('GET', `/content/recipes?ids=${ids.join(',')}&include=terms`)
      return items.map(({ data, terms, scheduledAt }: Any) => [
        data.course ?? null,
        terms[taxonomy.name]?.length ?? 0,
        scheduledAt !== null,
      ])
    }
    await selectRange(page, `${name} A`, `${name} C`)
    await bar.getByRole('button', { name: 'Edit a field' }).click()
    await dialog.getByLabel('Field').selectOption({ label: 'Course' })
    await dialog.getByLabel('New value').selectOption('Main')
    await expectNoViolationsInAnyLook(page)
    await dialog.getByRole('button', { name: 'Set the value' }).click()
    await expectNotice(page, 'Changed 3 items.')
    const main = ['Main', 0, false]
    const plain = [null, 0, false]
    expect(await valuesOf()).toEqual([main, main, main, plain, plain, plain])
    await expectStatuses(page, ['Unpublished changes', 'Draft', 'Draft', 'Draft', 'Draft', 'Draft'])
    await expectNoneSelected(page)

    await selectRange(page, `${name} C`, `${name} D`)
    await bar.getByRole('button', { name: 'Change terms' }).click()
    await dialog.getByRole('combobox', { name: 'Add' }).click()
    await page.getByRole('option', { name: 'Summer' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await expectNotice(page, 'Changed the terms of 2 items.')
    expect((await valuesOf()).map(([, count]: Any) => count)).toEqual([0, 0, 1, 1, 0, 0])
    expect(summer.label).toBe('Summer')
    await expectNoneSelected(page)

    await selectRange(page, `${name} D`, `${name} E`)
    await bar.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByLabel('Goes live on').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('Choose a time in the future.').waitFor()
    await dialog.getByLabel('Goes live on').fill('2090-01-01T10:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    const notice = page.locator('.mantine-Notification-root', { hasText: 'Scheduled 2 items.' })
    await expectStatuses(page, ['Unpublished changes', 'Draft', 'Draft', 'Scheduled', 'Scheduled', 'Draft'])
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expectNotice(page, 'Undone.')
    expect((await valuesOf()).map(([, , isTimed]: Any) => isTimed)).not.toContain(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says what is off the site when undoing finds an end that has passed', async () => {
    const { path, name, ids } = await six()
    for (const [index, id] of ids.slice(0, 3).entries()) {
      await tests.admin.call('POST', `/content/recipes/${id}/publish`, {})
      const unpublishAt = `209${index}-01-01T10:00:00.000Z`
      if (index > 0) await tests.admin.call('POST', `/content/recipes/${id}/schedule`, { unpublishAt })
    }
    const { page, context } = await tests.open({ path })
    await rowOf(page, `${name} B`)
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await expectNotice(page, 'Took 1 item off the site.')
    // The clock of a browser context would stay as it is in the tests that come after this one.
    await page.evaluate(`Date.now = () => Date.parse('2091-06-01T10:00:00.000Z')`)
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expectNotice(page, '1 item is off the site, because its end has passed.')
    await expectStatuses(page, ['Published', 'Draft', 'Published', 'Draft', 'Draft', 'Draft'])
    expect(await page.getByText('Undone.').count()).toBe(0)
    await context.close()
  })

  it('says which one failed and why, with the others done and the failed one still selected', async () => {
    const { path, name, ids } = await six()
    const { page, context } = await tests.open({ path })
    await page.getByLabel('Select all that are loaded').click()
    await page.getByText('6 selected').waitFor()
    const broken = {
      status: 500,
      json: { success: false, error: { code: 'CONTENT_UPDATE_ERROR', message: 'It broke.' } },
    }
    await page.route('**/content/recipes/bulk', (route) => route.fulfill(broken))
    await page.getByRole('button', { name: 'Publish (6)' }).click()
    const none = page.getByRole('dialog', { name: '6 items were left as they were' })
    await none.getByText('Publish worked for none of them.').waitFor()
    await none.getByRole('button', { name: 'Close' }).click()
    await page.unroute('**/content/recipes/bulk')
    const [held] = ids.slice(4)
    const issues = [{ path: 'data.title', message: 'It was held back.' }]
    const error = { code: 'VALIDATION_ERROR', message: 'The input is not valid.', details: { issues } }
    await page.route('**/content/recipes/bulk', async (route) => {
      const { ids: wanted, ...call } = route.request().postDataJSON()
      const others = wanted.filter((id: string) => id !== held)
      // Deleted only now: the list follows the events, and an item that it no longer has cannot be selected.
      await tests.admin.call('DELETE', `/content/recipes/${ids[2]}`)
      await tests.admin.call('DELETE', `/content/recipes/${ids[2]}/permanent`)
      const response = await route.fetch({ postData: { ...call, ids: others } })
      const { data, ...rest } = (await response.json()) as Any
      const results = [...data.results, { id: held, isDone: false, error }]
      await route.fulfill({ response, json: { ...rest, data: { ...data, results } } })
    })
    await page.getByRole('button', { name: 'Publish (6)' }).click()
    const dialog = page.getByRole('dialog', { name: '2 items were left as they were' })
    await dialog.getByText(`${name} E`).waitFor()
    await expect.poll(() => dialog.innerText()).toContain(`${name} C`)
    await expect.poll(() => dialog.innerText()).toContain('Title: It was held back.')
    await dialog.getByText('Publish did not work for these; everything else is done.').waitFor()
    await expectNotice(page, 'Published 4 items.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectStatuses(page, ['Published', 'Published', 'Published', 'Draft', 'Published'])
    await expect.poll(() => rowOf(page, `${name} E`).getByRole('checkbox').isChecked()).toBe(true)
    await page.getByText('1 selected').waitFor()
    await context.close()
  })

  it('are one call and one change, which one undo takes back', async () => {
    const { path } = await six()
    const { page, context } = await tests.open({ path })
    let calls = 0
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/_cms/api/content/recipes/bulk', async (route) => {
      calls++
      await gate
      await route.continue()
    })
    await page.getByLabel('Select all that are loaded').click()
    await page.getByRole('button', { name: 'Publish (6)' }).click()
    await page.getByText('Publish: 0 of 6').waitFor()
    release()
    await expectNotice(page, 'Published 6 items.')
    expect(calls).toBe(1)
    const { items } = await tests.admin.call('GET', '/changes?limit=1')
    expect([items[0].operation, items[0].items.length]).toEqual(['content.bulk', 6])
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expectNotice(page, 'Undone.')
    await expectStatuses(page, ['Draft', 'Draft', 'Draft', 'Draft', 'Draft', 'Draft'])
    await context.close()
  })

  it('takes only what the person may act on', async () => {
    const { path, name } = await six()
    const author = await tests.person(30)
    await makeRecipe(author, { title: `${name} own` })
    const { page, context } = await tests.open({ path, as: author })
    await page.getByLabel('Select all that are loaded').click()
    await page.getByRole('button', { name: 'Publish (1)' }).click()
    await expectNotice(page, 'Published 1 item.')
    await rowOf(page, `${name} own`).getByText('Published').waitFor()
    await page.getByText('6 selected').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Selected items' }).getByRole('button').allTextContents())
      .toEqual(['Clear the selection'])
    await context.close()
  })

  it('stops when the session is over, and goes on when the person is back', async () => {
    const { path } = await six()
    const { page, context } = await tests.open({ path })
    await page.getByLabel('Select all that are loaded').click()
    await page.getByText('6 selected').waitFor()
    await page.route('**/_cms/api/**', (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, error: { code: 'UNAUTHORIZED', message: 'Sign in.' } },
      }),
    )
    await page.getByRole('button', { name: 'Publish (6)' }).click()
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    await page.unroute('**/_cms/api/**')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Publish (6)' }).click()
    await expectNotice(page, 'Published 6 items.')
    await context.close()
  })

  it('offers a time only for what it would change', async () => {
    const { path, name, ids } = await six()
    for (const id of ids.slice(0, 3)) await tests.admin.call('POST', `/content/recipes/${id}/publish`, {})
    const { page, complaints, context } = await tests.open({ path })
    const bar = page.getByRole('region', { name: 'Selected items' })
    await selectRange(page, `${name} A`, `${name} C`)
    await bar.getByText('3 selected').waitFor()
    expect(await bar.getByRole('button', { name: 'Schedule' }).count()).toBe(0)
    await rowOf(page, `${name} D`).getByRole('checkbox').click()
    await bar.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule 1 item' })
    await dialog.getByLabel('Goes live on').fill('2090-01-01T10:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expectNotice(page, 'Scheduled 1 item. 3 needed no change.')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('sets references and days of many items', async () => {
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug: 'cooks', label: 'Cooks' }, 201)
    const heading = { slug: 'name', label: 'Name', type: 'string' }
    await admin.call('POST', '/schema/collections/cooks/fields', heading, 201)
    const target = { type: 'reference', options: { collection: 'cooks' } }
    for (const field of [
      { slug: 'cook', label: 'Cook', ...target },
      { slug: 'helpers', label: 'Helpers', ...target, options: { ...target.options, allowMultiple: true } },
      { slug: 'served', label: 'Served on', type: 'string', options: { widget: 'date' } },
    ])
      await admin.call('POST', '/schema/collections/recipes/fields', field, 201)
    const made = async (who: string): Promise<string> =>
      (await admin.call('POST', '/content/cooks', { data: { name: who } }, 201)).item.id
    const [emily, anna] = [await made('Emily Carr'), await made('Anna Karnik')]
    const { path, name, ids } = await six()
    const { page, complaints, context } = await tests.open({ path })
    const form = page.getByRole('dialog', { name: 'Edit a field of 2 items' })
    const begin = async (field: string): Promise<void> => {
      await selectRange(page, `${name} A`, `${name} B`)
      await page.getByRole('button', { name: 'Edit a field' }).click()
      await form.getByLabel('Field', { exact: true }).selectOption({ label: field })
    }
    const set = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Set the value' }).click()
      await form.waitFor({ state: 'detached' })
      await expectNoneSelected(page)
    }
    const pick = async (who: string): Promise<void> => {
      await form.getByRole('button', { name: 'Choose an item' }).click()
      await page.getByRole('option', { name: who }).click()
      await form.getByText(who).waitFor()
    }
    const valuesOf = async (field: string) => {
      const { items } = await admin.call('GET', `/content/recipes?ids=${ids.slice(0, 3).join(',')}`)
      return items.map(({ data }: Any) => data[field] ?? null)
    }
    await begin('Cook')
    // Escape closes only the drawer.
    await form.getByRole('button', { name: 'Choose an item' }).click()
    await page.getByRole('option', { name: 'Emily Carr' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: 'Emily Carr' }).waitFor({ state: 'detached' })
    await pick('Emily Carr')
    await expectNoViolationsInAnyLook(page)
    await set()
    await expect.poll(() => valuesOf('cook')).toEqual([emily, emily, null])
    await begin('Helpers')
    await pick('Anna Karnik')
    await pick('Emily Carr')
    await form.getByRole('button', { name: 'Leave out “Anna Karnik”' }).click()
    await form.getByText('Anna Karnik').waitFor({ state: 'detached' })
    await pick('Anna Karnik')
    await set()
    await expect.poll(() => valuesOf('helpers')).toEqual([[emily, anna], [emily, anna], null])
    await begin('Served on')
    await form.getByLabel('New value').fill('2026-03-31')
    await set()
    await expect.poll(() => valuesOf('served')).toEqual(['2026-03-31', '2026-03-31', null])
    expect(complaints).toEqual([])
    await context.close()
  })
})

async function selectRange(page: Page, from: string, to: string): Promise<void> {
  await rowOf(page, from).getByRole('checkbox').click()
  await rowOf(page, to)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
}

function expectStatuses(page: Page, statuses: readonly string[]): Promise<void> {
  return expect.poll(() => page.locator('tbody td[data-column="status"]').allTextContents()).toEqual(statuses)
}
