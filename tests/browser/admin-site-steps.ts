/// <reference lib="dom" />
import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { AdminTests, Person } from '../setup/admin.ts'

export const hello = [
  {
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', text: 'We are open from nine to five.', marks: [] }],
  },
]

interface MenuItem {
  readonly id: string
  readonly label: string
  readonly parentId: string | null
}

/** Makes a menu with About (and Team below it), Shop and Contact. */
export async function makeMenu({ admin }: AdminTests, name: string): Promise<void> {
  await admin.call('POST', '/menus', { name, label: `The ${name} menu` }, 201)
  const add = async (label: string, parentId: string | null = null): Promise<string> => {
    const body = { type: 'custom', customUrl: `/${label.toLowerCase()}`, label, parentId }
    const { item } = await admin.call('POST', `/menus/${name}/items`, body, 201)
    return item.id as string
  }
  await add('Team', await add('About'))
  await add('Shop')
  await add('Contact')
}

/** A menu as the service has it, each entry as its label with a dash for each level. */
export async function storedMenu(person: Person, name: string): Promise<string[]> {
  const { item } = await person.call('GET', `/menus/${name}`)
  const items = item.items as MenuItem[]
  const depthOf = ({ parentId }: MenuItem): number => {
    const parent = items.find(({ id }) => id === parentId)
    return parent === undefined ? 0 : 1 + depthOf(parent)
  }
  return items.map((one) => '-'.repeat(depthOf(one)) + one.label)
}

/** The same as it is shown, all of it at one moment. */
export function shownMenu(page: Page): Promise<string[]> {
  return page.locator('li[data-depth]').evaluateAll((rows) =>
    rows.map((row) => {
      const grip = row.querySelector('button')?.getAttribute('aria-label') ?? ''
      return '-'.repeat(Number(row.getAttribute('data-depth'))) + grip.replace('Move ', '')
    }),
  )
}

export async function expectStored(person: Person, name: string, expected: string[]): Promise<void> {
  await expect.poll(() => storedMenu(person, name)).toEqual(expected)
}

export async function expectShown(page: Page, expected: string[]): Promise<void> {
  await expect.poll(() => shownMenu(page)).toEqual(expected)
}

/** Waits until a move is announced to screen readers. */
export async function expectAnnounced(page: Page, text: string): Promise<void> {
  await page
    .locator('[role="status"][aria-live="assertive"]', { hasText: text })
    .first()
    .waitFor({ state: 'attached' })
}

/** Waits until a notification says something. */
export async function expectNotified(page: Page, text: string): Promise<void> {
  await page.locator('.mantine-Notification-root', { hasText: text }).first().waitFor()
}

/** Waits until a field complains of something. */
export async function expectProblem(field: Locator, text: string): Promise<void> {
  const problem = () =>
    field.evaluate((element) =>
      element.getAttribute('aria-invalid') === 'true'
        ? (element.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.innerText ?? '')
            .join(' ')
        : '',
    )
  await expect.poll(problem).toContain(text)
}

/** Says yes in the question that is open. */
export async function agree(page: Page, title: string, action = 'Delete'): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  const text = await dialog.innerText()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  return text
}

/** Opens the menu at the end of a row and takes one of what it offers. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Has the next call of a method to a path answered by a failure of the service, or not at all. */
export async function failNext(
  page: Page,
  method: string,
  path: string,
  status: 0 | 409 | 500,
): Promise<void> {
  let isOver = false
  await page.route(`**/_cms/api${path}`, async (route: Route): Promise<void> => {
    if (isOver || route.request().method() !== method) return route.fallback()
    isOver = true
    if (status === 0) return route.abort()
    const code = status === 409 ? 'CONFLICT' : 'INTERNAL_ERROR'
    const error = { code, message: `A failure of the test, ${status}.`, details: {}, requestId: 'test-1' }
    return route.fulfill({ status, json: { success: false, error } })
  })
}
