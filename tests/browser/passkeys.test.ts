import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import type { Engine } from '../setup/service.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import { expectNotified } from './model-steps.ts'
import {
  admin,
  agree,
  callFrom,
  expectComplaint,
  expectEntries,
  openAccount,
  setUp,
  signIn,
  signOut,
} from './steps.ts'

describe('passkeys in a browser (sqlite)', () => {
  tryPasskeys('sqlite')
})
describe('passkeys in a browser (postgres)', { tags: 'long' }, () => {
  tryPasskeys('postgres')
})

function tryPasskeys(engine: Engine): void {
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
    await expect.poll(() => page.getByRole('main').innerText()).toContain(admin.email)
    await expectEntries(page, 'passkeys', [expect.stringMatching(/^Passkey\n/)])

    await signOut(page)
    await page.goto(`${service.baseUrl}/_cms/account`)
    await page.waitForURL('**/_cms/sign-in?return=%2F_cms%2Fadmin%2Faccount')
    await signIn(page, '/_cms/admin/account')
    expect(await visitor.device.passkeys()).toEqual([2])
  })

  // The operations behind the rest have their own tests on each engine: the pages do not know which one there is.
  if (engine !== 'sqlite') return

  it('close the setup for good', async () => {
    const { page } = visitor
    await page.goto(service.setupLink())
    await expect.poll(() => page.getByRole('heading').innerText()).toBe('This service is set up')
    await openAccount(page, service)
  })

  it('are added on another device, not twice on the same', async () => {
    const { page, device } = visitor
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    await expectNotified(page, 'This device or security key already has a passkey of yours.')
    await device.forget()
    await add.click()
    await expectNotified(page, 'The passkey is added.')
    await expectEntries(page, 'passkeys', [expect.any(String), expect.any(String)])
    await device.consents(false)
    await add.click()
    await expectNotified(page, 'Nothing has changed: it was cancelled, or it took too long.')
    await device.consents(true)
  })

  it('get names', async () => {
    const { page } = visitor
    const rename = page.getByRole('button', { name: 'Rename Passkey', exact: true })
    await rename.click()
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
    await dialog.getByLabel('Name').fill('   ')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await dialog.getByLabel('Name').fill('  The blue <b>key</b> ')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expectNotified(page, 'The passkey is renamed.')
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.ariaLabel')
    await expect.poll(focused).toBe('Rename The blue <b>key</b>')
  })

  it('are deleted after a question', async () => {
    const { page } = visitor
    const title = 'Delete the passkey “The blue <b>key</b>”?'
    const remove = page.getByRole('button', { name: 'Delete The blue <b>key</b>' })
    await remove.click()
    await agree(page, title, 'Cancel')
    await expectEntries(page, 'passkeys', [expect.any(String), expect.any(String)])
    await remove.click()
    await agree(page, title, 'Delete')
    await expectNotified(page, 'The passkey is deleted.')
    await expectEntries(page, 'passkeys', [expect.stringMatching(/^Passkey 2\n/)])
  })

  it('whose devices have not shown that they check their user are registered again', async () => {
    const { page, device } = visitor
    await service.forgetVerification()
    await openAccount(page, service)
    const part = page.locator('#passkeys')
    await part.getByText('Its device has not shown yet').waitFor()
    await part.getByRole('button', { name: 'Register again: Passkey 2' }).click()
    await expectNotified(page, 'The passkey is registered again.')
    await expectEntries(page, 'passkeys', [expect.stringMatching(/^Passkey 2\n/)])
    await expect.poll(() => part.getByText('Its device has not shown yet').count()).toBe(0)
    expect(await device.passkeys()).toHaveLength(1)
    await signOut(page)
    await signIn(page)
    await openAccount(page, service)
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
}

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

  it('cannot be deleted where no mail can be sent', { tags: 'long' }, async () => {
    const { page, device } = await newVisitor(browser)
    await setUp(page, service)
    const part = page.locator('#passkeys')
    await part.getByText('It is your only way to sign in.').waitFor()
    expect(await part.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await device.forget()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectNotified(page, 'The passkey is added.')
    await expect.poll(() => part.getByRole('button', { name: 'Delete' }).count()).toBe(2)

    // Another tab takes the other one away meanwhile.
    const { data } = await callFrom(page, 'GET', '/auth/passkey')
    await callFrom(page, 'DELETE', `/auth/passkey/${data.items[0].id}`)
    const name = data.items[1].name
    await part.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await agree(page, `Delete the passkey “${name}”?`, 'Delete')
    await expectNotified(page, 'so it is the only way to sign in. Add another one first.')
    expect((await callFrom(page, 'GET', '/auth/passkey')).data.items).toHaveLength(1)
  })
})
