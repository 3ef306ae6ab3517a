/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Opens the command palette by its keys. */
export async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
}

/** The entry that the field names as the active one. */
export async function expectActive(page: Page, name: string): Promise<void> {
  const active = () =>
    page
      .getByRole('combobox', { name: 'Search and commands' })
      .evaluate(
        (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
      )
  await expect.poll(active).toBe(name)
}
