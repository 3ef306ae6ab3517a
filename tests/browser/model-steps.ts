import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The dialog that is open on top. */
export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').last()
}

/** Waits until a notification says something. */
export async function expectNotified(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor()
}

/** Waits until a form that is a screen says that it is saved. */
export async function expectSavedForm(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'All saved' }).waitFor()
}

/** Opens the form of a new field of a type, as it is called on its card. */
export async function beginField(page: Page, type: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add field' }).first().click()
  await page.getByRole('button', { name: new RegExp(`^${type} `) }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.waitFor()
  return dialog
}

/** Sends the form of a new field, and waits until it stands in the list. */
export async function addField(page: Page, dialog: Locator, label: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: label, exact: true }).waitFor()
}

/** The labels of the fields in their order. */
export function fieldsOn(page: Page): Promise<string[]> {
  return page
    .getByRole('list', { name: 'Fields' })
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('code')?.textContent ?? ''))
}

export async function expectFields(page: Page, slugs: readonly string[]): Promise<void> {
  await expect.poll(() => fieldsOn(page)).toEqual(slugs)
}
