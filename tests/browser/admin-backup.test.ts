// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { untilQuiet } from '../setup/quiet.ts'
import { expectNotified } from './model-steps.ts'
import { agree } from './steps.ts'

const warning = (page: Page, title: string) => page.getByRole('alert', { name: title })

describe('the banner of a restored site', () => {
  let tests: AdminTests
  let editor: Person

  beforeAll(async () => {
    tests = await startAdmin()
    editor = await tests.person(40)
    await tests.service.pause()
  }, startTimeout)
  afterAll(() => tests?.close())

  const title = 'This site was restored from a backup'

  it('is not shown to an editor, who may not resume either', async () => {
    const { page, complaints, context } = await tests.open({ as: editor })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilQuiet(page)
    expect(await page.getByText(title).count()).toBe(0)
    await expect(editor.call('POST', '/admin/backup/resume', {})).rejects.toThrow('FORBIDDEN')
    expect((await tests.admin.call('GET', '/admin/backup')).item.isPaused).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says in German what waits', async () => {
    const { page, context } = await tests.open({ locale: 'de-DE' })
    const banner = warning(page, 'Diese Website wurde aus einer Sicherung wiederhergestellt')
    await banner
      .getByText('Geplante Veröffentlichungen, Webhooks und geplante Sicherungen sind angehalten')
      .waitFor()
    await expectNoViolations(page)
    await banner.getByRole('button', { name: 'Fortsetzen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zeitpläne und Webhooks fortsetzen?' })
    await dialog.getByText('Nur fortfahren, wenn das Original nicht mehr läuft.').waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect((await tests.admin.call('GET', '/admin/backup')).item.isPaused).toBe(true)
    await context.close()
  })

  it('lets an admin resume after a question, and goes', async () => {
    const { page, complaints, context } = await tests.open()
    const banner = warning(page, title)
    await banner.getByText('Scheduled publishing, webhooks and scheduled backups are paused').waitFor()
    await expectNoViolationsInAnyLook(page)
    await banner.getByRole('button', { name: 'Resume' }).click()
    await agree(page, 'Resume schedules and webhooks?', 'Resume')
    await expectNotified(page, 'Schedules and webhooks are active again.')
    await banner.waitFor({ state: 'hidden' })
    expect((await tests.admin.call('GET', '/admin/backup')).item.isPaused).toBe(false)
    const isRead = page.waitForResponse('**/admin/backup')
    await page.reload()
    await isRead
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilQuiet(page)
    expect(await page.getByText(title).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the banner of scheduled backups that need attention', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-banner-'))
  const place = join(folder, 'backups')
  let tests: AdminTests
  let editor: Person

  beforeAll(async () => {
    // A file in the place of the folder: the backup of the start fails.
    writeFileSync(place, '')
    tests = await startAdmin({ env: { OCTAVO_BACKUP_URL: pathToFileURL(place).href } })
    editor = await tests.person(40)
    const failures = async (): Promise<number> =>
      (await tests.admin.call('GET', '/admin/backup')).item.schedule.failures
    await vi.waitUntil(async () => (await failures()) > 0, { timeout: patience })
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
    rmSync(folder, { recursive: true })
  })

  const english = 'Scheduled backups need attention'
  const german = 'Probleme mit geplanten Sicherungen'

  it('is not shown to an editor', async () => {
    const { page, context } = await tests.open({ as: editor })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilQuiet(page)
    expect(await page.getByText(english).count()).toBe(0)
    await context.close()
  })

  it('says that one failed, and why', async () => {
    const { page, complaints, context } = await tests.open()
    const banner = warning(page, english)
    await banner.getByText('The last scheduled backup failed. It is retried automatically.').waitFor()
    await banner.getByText(`${place}, which cannot be written: EEXIST.`).waitFor()
    await expectNoViolationsInAnyLook(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says so in German, the reason included', async () => {
    const { page, context } = await tests.open({ locale: 'de-DE' })
    const banner = warning(page, german)
    await banner.getByText('Die letzte geplante Sicherung ist fehlgeschlagen.').waitFor()
    await banner.getByText(`${place}, in den nicht geschrieben werden kann: EEXIST.`).waitFor()
    expect(await banner.locator('[lang="en"]').count()).toBe(0)
    await expectNoViolations(page)
    await context.close()
  })
})
