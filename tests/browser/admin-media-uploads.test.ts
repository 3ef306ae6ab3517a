import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { bring, choose, disguised, image, names, slowDown, text, tile } from './media-steps.ts'

describe('uploading to the media library', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  const open = () => tests.open({ path: '/_cms/admin/media' })
  const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
  const row = (page: Page, name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
  const expectEnd = async (page: Page, said: string) => {
    await expect.poll(() => uploads(page).getByRole('status').innerText()).toBe(said)
  }

  it('takes several at once, says why it refused one, and invites where there is nothing', async () => {
    const { page, complaints, context } = await open()
    await page.getByRole('heading', { name: 'No files yet' }).waitFor()
    const twice = await image('same name.png')
    await choose(page, twice, text('notes.txt'), disguised, { ...twice })
    await expectEnd(page, '1 upload has failed')
    await expect
      .poll(() => row(page, disguised.name).innerText())
      .toContain('The content does not fit the declared type (image/png)')
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(['notes.txt', 'same name.png', 'same name.png'])
    // The file stays what it is, so that a retry cannot succeed.
    expect(await page.getByRole('button', { name: `Try ${disguised.name} again` }).count()).toBe(0)
    await page.getByRole('button', { name: 'Hide finished uploads' }).click()
    await expect.poll(() => uploads(page).getByRole('listitem').count()).toBe(0)
    await expect.poll(() => page.title()).toBe('Media · Octavo')
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each(['drop', 'paste'] as const)('takes what people %s anywhere', async (way) => {
    const { page, context } = await open()
    await page.getByRole('searchbox').waitFor()
    await bring(page, way, [await image(`${way} 1.png`), text(`${way} 2.txt`)])
    await tile(page, `${way} 1.png`).waitFor()
    await tile(page, `${way} 2.txt`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/_cms/admin/media')
    await context.close()
  })

  it('shows how far each is, sends three at once, and asks before it is left', async () => {
    const { page, context } = await open()
    await page.getByRole('searchbox').waitFor()
    // So slow that none is finished before the last one is cancelled.
    await slowDown(page, 60_000)
    const big = Array.from({ length: 5 }, (_, index) => text(`big ${index}.txt`, 'x'.repeat(1_000_000)))
    await choose(page, ...big)
    await expect.poll(() => uploads(page).getByRole('progressbar').count()).toBe(5)
    const states = () => uploads(page).getByRole('listitem').allInnerTexts()
    expect((await states()).filter((state) => state.includes('Waiting'))).toHaveLength(2)
    await expect
      .poll(() => row(page, 'big 0').getByRole('progressbar').getAttribute('aria-valuenow').then(Number))
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Cancel the upload of big 1.txt' }).click()
    await expect.poll(() => row(page, 'big 1').innerText()).toContain('Cancelled')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('dialog', { name: 'Cancel the uploads?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(new URL(page.url()).pathname).toBe('/_cms/admin/media')
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await expect.poll(() => uploads(page).getByRole('progressbar').count()).toBe(0)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.waitForURL(/_cms\/admin\/?$/)
    await context.close()
  })

  it('sends again what the network has swallowed, and what was cancelled', async () => {
    const { page, context } = await open()
    await page.getByRole('searchbox').waitFor()
    await page.route('**/_cms/api/media', (route) => route.abort())
    await choose(page, ...['swallowed', 'lost', 'missed'].map((name) => text(`${name}.txt`)))
    await expectEnd(page, '3 uploads have failed')
    await expect.poll(() => row(page, 'swallowed').innerText()).toContain('cannot be reached')
    await page.unroute('**/_cms/api/media')
    await page.getByRole('button', { name: 'Try swallowed.txt again' }).click()
    await tile(page, 'swallowed.txt').waitFor()
    await page.getByRole('button', { name: 'Try all again' }).click()
    for (const name of ['lost.txt', 'missed.txt']) await tile(page, name).waitFor()
    await expectEnd(page, 'All uploads are finished')
    await context.close()
  })

  it.each([
    [413, 'PAYLOAD_TOO_LARGE', 'This is too large: too much of it'],
    [415, 'UNSUPPORTED_MEDIA_TYPE', 'too much of it'],
    [429, 'RATE_LIMITED', 'Too many requests in a short time'],
    [500, 'MEDIA_CREATE_ERROR', 'The service had an internal error'],
    [502, null, 'A proxy or the network returned an error (HTTP 502)'],
    [413, null, 'This is too large for a proxy between'],
  ])('says what an answer of %s means', { tags: 'long' }, async (status, code, said) => {
    const { page, context } = await open()
    await page.getByRole('searchbox').waitFor()
    const error = { code, message: 'too much of it', details: {} }
    const body = code === null ? { body: '<h1>No</h1>' } : { json: { success: false, error } }
    await page.route('**/_cms/api/media', (route) => route.fulfill({ status, ...body }))
    await choose(page, text('refused.txt'))
    await expectEnd(page, '1 upload has failed')
    await expect.poll(() => row(page, 'refused').innerText()).toContain(said)
    await context.close()
  })

  it('does not send what is too large', async () => {
    const { page, context } = await open()
    await page.getByRole('searchbox').waitFor()
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'huge.bin'))
      const event = { bubbles: true, cancelable: true, dataTransfer: data }
      document.body.dispatchEvent(new DragEvent('drop', event))
    }`)
    await expectEnd(page, '1 upload has failed')
    await expect.poll(() => row(page, 'huge').innerText()).toContain('larger than 50 MB')
    expect(await row(page, 'huge').getByRole('button').count()).toBe(0)
    await context.close()
  })

  it(
    'keeps the files when the session ends meanwhile, and lets the person sign in again',
    { tags: 'long' },
    async () => {
      const { page, context } = await open()
      await page.getByRole('searchbox').waitFor()
      await context.clearCookies()
      await choose(page, text('unsigned.txt'))
      await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
      await context.addCookies(
        tests.admin.cookies.map((cookie) => ({ ...cookie, url: tests.service.baseUrl })),
      )
      await page.getByRole('button', { name: 'Try unsigned.txt again' }).click()
      await tile(page, 'unsigned.txt').waitFor()
      await expectEnd(page, 'All uploads are finished')
      await context.close()
    },
  )
})
