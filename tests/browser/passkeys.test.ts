import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { engines } from '../setup/service.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import {
  admin,
  callFrom,
  expectAnnounced,
  expectComplaint,
  sayYes,
  setUp,
  signIn,
  signOut,
  titlesIn,
} from './steps.ts'

describe.each(engines)('passkeys in a browser (%s)', (engine) => {
  let browser: TestBrowser
  let service: PagesService
  let visitor: BrowserVisitor

  beforeAll(async () => {
    browser = await startBrowser()
    service = await startPages({ engine })
    visitor = await newVisitor(browser)
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('make the first account from the printed link, and sign in', async () => {
    const { page } = visitor
    await setUp(page, service)
    expect(await page.getByRole('main').innerText()).toContain(admin.email)
    expect(await titlesIn(page, 'passkeys')).toHaveLength(1)

    await signOut(page)
    await page.goto(`${service.baseUrl}/_cms/account`)
    await page.waitForURL('**/_cms/sign-in?return=%2F_cms%2Faccount')
    await signIn(page, '/_cms/account')
    expect(await visitor.device.passkeys()).toEqual([2])
  })

  it('close the setup for good', async () => {
    const { page } = visitor
    await page.goto(service.setupLink())
    expect(await page.getByRole('heading').innerText()).toBe('This service is set up')
    await page.goto(`${service.baseUrl}/_cms/account`)
  })

  it('are added on another device, not twice on the same', async () => {
    const { page, device } = visitor
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    await expectComplaint(page, 'This device or security key holds a passkey of yours already.')
    await device.forget()
    await add.click()
    await expectAnnounced(page, 'The passkey was added.')
    expect(await titlesIn(page, 'passkeys')).toHaveLength(2)
    expect(await page.locator('.notice:visible').count()).toBe(0)
  })

  it('get names', async () => {
    const { page } = visitor
    await page.locator('#passkeys [data-rename]').first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('  The blue <b>key</b> ')
    await sayYes(page)
    await expectAnnounced(page, 'The passkey was renamed.')
    expect(await titlesIn(page, 'passkeys')).toContain('The blue <b>key</b>')
    expect(await page.evaluate('document.activeElement.id')).toBe('passkeys-title')
  })

  it('are deleted after a question', async () => {
    const { page } = visitor
    const remove = page.getByRole('button', { name: 'Delete: The blue <b>key</b>' })
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await titlesIn(page, 'passkeys')).toHaveLength(2)
    await remove.click()
    await sayYes(page)
    await expectAnnounced(page, 'The passkey was deleted.')
    expect(await titlesIn(page, 'passkeys')).toHaveLength(1)
  })

  it('that were deleted elsewhere do not sign in, and the page says so', async () => {
    const { page } = visitor
    const { data } = await callFrom(page, 'GET', '/auth/passkey')
    expect((await callFrom(page, 'DELETE', `/auth/passkey/${data.items[0].id}`)).status).toBe(200)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectComplaint(page, 'This passkey is not known here. Try another one, or let us send you a link.')
  })

  it('leave nothing for the browser to complain about', () => {
    expect(visitor.complaints).toEqual([])
  })
})

it('passkeys are offered where the e-mail address is typed', { timeout: startTimeout }, async () => {
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const service = await startPages()
  onTestFinished(() => service.close())
  const { page, complaints } = await newVisitor(browser, { fillsIn: true })
  await setUp(page, service)
  await signOut(page)
  await page.waitForURL('**/_cms/admin')
  expect(complaints).toEqual([])
})

describe('the last way in', () => {
  let browser: TestBrowser
  let service: PagesService

  beforeAll(async () => {
    browser = await startBrowser()
    service = await startPages({ hasMail: false })
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('cannot be deleted where no mail can be sent', async () => {
    const { page, device } = await newVisitor(browser)
    await setUp(page, service)
    const part = page.locator('#passkeys')
    expect(await part.innerText()).toContain('This is your only way in.')
    expect(await part.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await device.forget()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectAnnounced(page, 'The passkey was added.')
    expect(await part.getByRole('button', { name: 'Delete' }).count()).toBe(2)

    // Another tab takes the other one away meanwhile.
    const { data } = await callFrom(page, 'GET', '/auth/passkey')
    await callFrom(page, 'DELETE', `/auth/passkey/${data.items[0].id}`)
    await part.locator(`[data-call][data-path$="${data.items[1].id}"]`).click()
    await sayYes(page)
    await expectComplaint(page, 'This is your only way in. Add another passkey first.')
    expect((await callFrom(page, 'GET', '/auth/passkey')).data.items).toHaveLength(1)
  })
})
