// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { picture } from '../setup/media.ts'
import type { BrowserVisitor } from '../setup/visitor.ts'
import { choose, image, names, store, type Stored, text, tile } from './media-steps.ts'

const path = '/_cms/admin/media'

describe('folders and tags in the media library', () => {
  let tests: AdminTests
  let visitor: BrowserVisitor
  let page: Page

  beforeAll(async () => {
    tests = await startAdmin()
    visitor = await tests.open({ path })
    page = visitor.page
    for (const [name, folder, tags] of [
      ['harbour.png', 'Events/2026', ['Sea']],
      ['meadow.png', 'Events', []],
      ['logo.png', 'Logos', ['Brand', 'Sea']],
      ['loose.png', '', []],
    ] as const) {
      const { id } = await store(page, await image(name))
      await tests.admin.call('PUT', `/media/${id}`, { folder, tags })
    }
    await page.reload()
  }, startTimeout)
  afterAll(() => tests?.close())

  const folder = (name: string | RegExp) =>
    page.getByRole('list', { name: 'Subfolders' }).getByRole('button', { name })
  const step = (name: string) =>
    page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name, exact: true })
  const expectListed = async (...expected: string[]) => {
    await expect.poll(() => names(page)).toEqual(expected)
  }
  const folderOf = async (name: string): Promise<string> => {
    const { items } = await tests.admin.call('GET', `/media?q=${encodeURIComponent(name)}`)
    return items[0].folder
  }

  it('leads into folders and back, and counts what is in them', async () => {
    await folder('Events 2').click()
    await expectListed('meadow.png')
    await folder('2026 1').click()
    await expectListed('harbour.png')
    await step('Events').click()
    await expectListed('meadow.png')
    await page.goBack()
    await expectListed('harbour.png')
    await step('All files').click()
    await folder('In no folder 1').click()
    await expectListed('loose.png')
    await expectNoViolationsInAnyLook(page)
    await expectNarrow(page)
    await step('All files').click()
  })

  it('finds files by tag, and images without an alternative text', async () => {
    await page.getByRole('combobox', { name: 'Tag' }).fill('Se')
    await page.getByRole('option', { name: 'Sea' }).click()
    await expectListed('logo.png', 'harbour.png')
    await expect.poll(() => page.url()).toMatch(/tag=Sea$/)
    await page.goto(`${tests.service.baseUrl}${path}`)
    const { items } = await tests.admin.call('GET', '/media?q=meadow')
    await tests.admin.call('PUT', `/media/${items[0].id}`, { alt: 'A meadow' })
    await page.getByText('Without alt text', { exact: true }).click()
    await expectListed('loose.png', 'logo.png', 'harbour.png')
    await page.goto(`${tests.service.baseUrl}${path}`)
  })

  it('moves files by dragging and by a dialog, and tags several', async () => {
    // What is dragged moves down when the folders come.
    await folder(/^Logos/).waitFor()
    await tile(page, 'loose.png').dragTo(folder(/^Logos/))
    await page.getByText('1 file is in “Logos” now').waitFor()
    await expect.poll(() => folderOf('loose.png')).toBe('Logos')
    for (const name of ['loose.png', 'logo.png'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Move to …' }).click()
    const move = page.getByRole('dialog', { name: 'Move 2 files' })
    await move.getByLabel('Folder').fill('Brand/New')
    await move.getByRole('button', { name: 'Move' }).click()
    await move.waitFor({ state: 'detached' })
    await expect.poll(() => folderOf('logo.png')).toBe('Brand/New')
    await folder('Brand 2').waitFor()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Tag 2 files' })
    await dialog.getByLabel('Add tags').fill('Fresh')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Remove tags').fill('sea')
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading').click()
    await expectNoViolationsInAnyLook(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await tests.admin.call('GET', '/media?tag=fresh')
    expect(items.map(({ tags }: { tags: string[] }) => tags)).toEqual([['Fresh'], ['Brand', 'Fresh']])
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  it('renames a folder, and puts uploads into a new one', async () => {
    await folder(/^Events/).click()
    await page.getByRole('button', { name: 'Actions on the folder Events' }).click()
    await page.getByRole('menuitem', { name: 'Rename or move folder' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename or move folder' })
    await rename.getByLabel('New path').fill('Archive')
    await rename.getByRole('button', { name: 'Move' }).click()
    await page.waitForURL(/folder=Archive/)
    await rename.waitFor({ state: 'detached' })
    await expectListed('meadow.png')
    await expect.poll(() => folderOf('harbour.png')).toBe('Archive/2026')
    await page.getByRole('button', { name: 'New folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByLabel('Name').fill('Maps')
    await dialog.getByRole('button', { name: 'Open folder' }).click()
    await page.getByRole('heading', { name: 'No files in this folder' }).waitFor()
    await choose(page, text('map.txt'))
    await expectListed('map.txt')
    await expect.poll(() => folderOf('map.txt')).toBe('Archive/Maps')
  })

  it('replaces a file, and shows it before and after', async () => {
    const stored: Stored = await store(page, await image('shape.png'))
    await page.goto(`${tests.service.baseUrl}${path}?item=${stored.id}`)
    const details = page.getByRole('dialog', { name: 'Details of the file' })
    await details.getByRole('button', { name: 'Replace file' }).waitFor()
    const buffer = await picture('jpeg', { width: 120, height: 40 })
    await details
      .locator('input[type="file"]')
      .setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer })
    const dialog = page.getByRole('dialog', { name: 'Replace file' })
    await dialog.getByText(/^other\.jpg/).waitFor()
    await expectNoViolationsInAnyLook(page)
    await dialog.getByRole('button', { name: 'Replace file' }).click()
    await page.getByText('“shape.jpg” is replaced').waitFor()
    await details.getByText('120 × 40 pixels').waitFor()
    const { item } = await tests.admin.call('GET', `/media/${stored.id}`)
    expect(item).toMatchObject({ filename: 'shape.jpg', mimeType: 'image/jpeg', width: 120 })
    expect(visitor.complaints).toEqual([])
  })
})
