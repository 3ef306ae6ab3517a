/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AdminTests, Person } from '../setup/admin.ts'
import type { Any } from '../setup/json.ts'

export type AnyItem = Any

interface CollectionSetup {
  readonly slug: string
  readonly supports?: readonly string[]
  readonly fields: readonly Record<string, unknown>[]
}

export const everything = ['drafts', 'revisions', 'scheduling']

/** Makes a collection with its fields. */
export async function makeCollection(
  admin: Person,
  { slug, supports = everything, fields }: CollectionSetup,
): Promise<void> {
  await admin.call('POST', '/schema/collections', { slug, label: slug, labelSingular: slug, supports }, 201)
  for (const field of fields)
    await admin.call('POST', `/schema/collections/${slug}/fields`, { label: field['slug'], ...field }, 201)
}

export const title = { slug: 'title', label: 'Title', type: 'string', required: true }
export const intro = { slug: 'intro', label: 'Intro', type: 'text' }

export async function makeItem(
  admin: Person,
  collection: string,
  data: object,
  further = {},
): Promise<AnyItem> {
  const { item } = await admin.call('POST', `/content/${collection}`, { data, ...further }, 201)
  return item
}

export async function stored(admin: Person, collection: string, id: string): Promise<AnyItem> {
  return (await admin.call('GET', `/content/${collection}/${id}`)).item
}

export const editorPath = (collection: string, id = 'new'): string =>
  `/_cms/admin/content/${collection}/${id}`

/** Opens the editor of an item, or of a new one, in a browser of its own. */
export async function openEditor(
  tests: AdminTests,
  collection: string,
  id?: string,
  options: Parameters<AdminTests['open']>[0] = {},
): Promise<Awaited<ReturnType<AdminTests['open']>>> {
  const visitor = await tests.open({ path: editorPath(collection, id), ...options })
  await visitor.page.getByRole('region', { name: 'Content', exact: true }).waitFor()
  return visitor
}

/** Waits until the editor says so of its work. */
export async function expectState(page: Page, text: string | RegExp): Promise<void> {
  const state = page.locator('[data-save-state]')
  const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  await expect.poll(() => state.innerText()).toEqual(expected)
}

/**
 * Waits until everything is stored that was written before. Rich text reports its changes up to 0.4 s later: until then
 * the editor still says "Saved" of what was before.
 */
export async function expectSaved(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const delay = document.querySelector('[contenteditable="true"]') === null ? 0 : 450
    // The timers of a page run in their order, so this is sure however slow the machine is.
    for (const milliseconds of [0, delay])
      await new Promise((resolve) => window.setTimeout(resolve, milliseconds))
  })
  await expectState(page, /^Saved$/)
}

/** The id of the item whose editor is open. */
export async function openId(page: Page): Promise<string> {
  await page.waitForURL(/\/content\/[^/]+\/01[0-9A-Z]{24}$/)
  return page.url().split('/').at(-1) ?? ''
}

/** Chooses from the menu of the publish button. */
export async function chooseWay(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to publish' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Schedules the open item for a local time; returns the dialog, which stays open while the time is refused. */
export async function scheduleFor(page: Page, time: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^(Schedule|Change the time)$/ })
  await dialog.getByLabel('Goes live on').fill(time)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  return dialog
}
