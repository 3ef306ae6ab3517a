// @module-tag long
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { startCommand } from '../setup/command-line.ts'
import { untilQuiet } from '../setup/quiet.ts'

/*
 * The pictures of the documentation, taken of the demo. One that has come to look different is written anew, to be
 * committed with what made it so; times that pass change too little of it.
 */
const size = { width: 1440, height: 900 }

interface Picture {
  readonly path: string
  /** what has to be there to be seen */
  readonly shows: string
  readonly look?: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<void>
}

const openFirst = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Seconds, and why we love them' }).first().click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
}

const pictures: Record<string, Picture> = {
  'admin-dashboard': { path: '', shows: 'Coming up' },
  'admin-list': { path: '/content/articles', shows: 'Seconds, and why we love them' },
  'admin-editor': {
    path: '/content/articles?q=Seconds',
    shows: 'Seconds, and why we love them',
    prepare: openFirst,
  },
  'admin-editor-dark': {
    path: '/content/articles?q=Seconds',
    shows: 'Seconds, and why we love them',
    look: looks.dark,
    prepare: openFirst,
  },
  'admin-focus-mode': {
    path: '/content/articles?q=Seconds',
    shows: 'Seconds, and why we love them',
    prepare: async (page) => {
      await openFirst(page)
      await page.getByRole('button', { name: 'Focus mode' }).click()
    },
  },
  'admin-media': { path: '/media', shows: 'Upload files' },
  'admin-model': { path: '/model/articles', shows: 'Standfirst' },
  'admin-menu': { path: '/menus/main', shows: 'Add' },
}

describe('the pictures of the admin', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-pictures-'))
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_DATA_DIR: dataDir, OCTAVO_LOCALES: 'en,de' } })
    const { code, stderr } = await startCommand(['demo'], {
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOCALES: 'en,de',
      OCTAVO_BASE_URL: tests.service.baseUrl,
    }).ended()
    expect(stderr).toBe('')
    expect(code).toBe(0)
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(Object.entries(pictures))('%s is as it looks now', async (name, { path, shows, look, prepare }) => {
    const { page, context, complaints } = await tests.open({
      viewport: size,
      timezoneId: 'Europe/Lisbon',
      path: `/_cms/admin${path}`,
      ...look,
    })
    await page.getByText(shows, { exact: false }).first().waitFor()
    await prepare?.(page)
    await untilQuiet(page)
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const file = fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url))
    if (!existsSync(file) || (await difference(file, taken)) > 0.03)
      await sharp(taken).png({ palette: true, colours: 128, effort: 10 }).toFile(file)
    expect(await difference(file, taken)).toBeLessThan(0.03)
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** The part of all pixels that are clearly others; 1 where the size is. */
async function difference(file: string, taken: Buffer): Promise<number> {
  const [one, other] = await Promise.all([pixelsOf(file), pixelsOf(taken)])
  if (one.length !== other.length) return 1
  let others = 0
  for (let at = 0; at < one.length; at++) if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 40) others++
  return others / one.length
}

function pixelsOf(picture: string | Buffer): Promise<Buffer> {
  return sharp(picture).greyscale().raw().toBuffer()
}
