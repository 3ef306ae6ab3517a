import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { newVisitor } from '../setup/visitor.ts'
import { callFrom, expectComplaint } from './steps.ts'

describe('what goes wrong in a browser', () => {
  let browser: TestBrowser
  let service: PagesService

  beforeAll(async () => {
    browser = await startBrowser()
    service = await startPages()
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('sign-in before the setup: the page says what to do', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${service.baseUrl}/_cms/admin`)
    await expect.poll(() => page.getByRole('heading').innerText()).toBe('Not set up yet')
  })

  it('a wrong setup code, and one that is typed', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${service.baseUrl}/_cms/setup`)
    await page.getByLabel('Setup code').fill('wrong')
    await page.getByLabel('Your name').fill('Mallory')
    await page.getByLabel('E-mail address').fill('mallory@example.com')
    await page.getByRole('button', { name: 'Create account with a passkey' }).click()
    await expectComplaint(page, 'This setup code is not valid. Take the link that the service printed last.')
  })

  it('a setup that is cancelled, and then done after all', async () => {
    const { page, device } = await newVisitor(browser)
    await device.consents(false)
    await page.goto(service.setupLink())
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    const create = page.getByRole('button', { name: 'Create account with a passkey' })
    await create.click()
    await expectComplaint(page, 'Nothing has happened: it was cancelled, or it took too long.')
    await device.consents(true)
    await create.click()
    await page.waitForURL('**/_cms/admin')
  })

  it('no passkey on this device', async () => {
    const { page, complaints } = await newVisitor(browser)
    await page.goto(`${service.baseUrl}/_cms/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectComplaint(page, 'Nothing has happened: it was cancelled, or it took too long.')
    expect(complaints).toEqual([])
  })

  it('a browser without passkeys gets the link by mail alone', async () => {
    const { page } = await newVisitor(browser)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await page.goto(`${service.baseUrl}/_cms/sign-in`)
    await page.getByText('This browser cannot use passkeys. A link by mail works everywhere.').waitFor()
    await expect.poll(() => page.getByRole('button').allInnerTexts()).toEqual(['Send me a sign-in link'])
  })

  it('another address than its own', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`http://127.0.0.1:${service.port}/_cms/sign-in?return=%2F_cms%2Faccount`)
    await page.getByRole('heading', { name: 'This is another address' }).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: `Go to ${service.baseUrl}` }).click()
    await page.waitForURL(`${service.baseUrl}/_cms/sign-in?return=%2F_cms%2Faccount`)
    expect(await page.locator('#wrong-origin').isVisible()).toBe(false)
  })

  it('no connection', async () => {
    const { page, context } = await newVisitor(browser)
    await page.goto(`${service.baseUrl}/_cms/sign-in`)
    await context.setOffline(true)
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await expectComplaint(page, 'The service cannot be reached. Check your connection, then try again.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  })

  it('too many tries', async () => {
    const { page } = await newVisitor(browser, { locale: 'de-DE' })
    await page.goto(`${service.baseUrl}/_cms/sign-in`)
    const notices = page.locator('.messages .notice:visible')
    // Minutes of the clock are counted, and one may end between the tries and the click.
    const complaint = async (): Promise<string> => {
      await Promise.all(Array.from({ length: 31 }, () => callFrom(page, 'POST', '/auth/passkey/options', {})))
      await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
      await notices.waitFor()
      return notices.innerText()
    }
    await expect
      .poll(complaint)
      .toBe('Das waren zu viele Versuche. Bitte eine Minute warten und noch einmal versuchen.')
  })
})
