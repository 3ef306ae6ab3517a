// @module-tag long
import { describe, expect, it, onTestFinished } from 'vitest'
import { startBrowser, startTimeout } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import {
  admin,
  callFrom,
  expectComplaint,
  expectEntries,
  openAccount,
  signIn,
  signOut,
  siteOfAdmin,
} from './steps.ts'

describe('mailed links in a browser', () => {
  const site = siteOfAdmin()

  async function askForLink({ page }: BrowserVisitor, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  }

  it('sign in, on the way to where the person wanted to be, and once only', async () => {
    const other = await newVisitor(site.browser)
    await other.page.goto(
      `${site.service.baseUrl}/_cms/sign-in?return=${encodeURIComponent('/_cms/admin/account?from=mail')}`,
    )
    await askForLink(other, admin.email)
    await expect.poll(() => other.page.getByRole('main').innerText()).toContain(admin.email)
    const link = await site.service.mailedLink(admin.email)

    const tab = await other.context.newPage()
    await tab.goto(link)
    await tab.waitForURL('**/_cms/admin/account?from=mail')
    await expectEntries(tab, 'sessions', [expect.any(String), expect.any(String)])

    const stranger = await newVisitor(site.browser)
    await stranger.page.goto(link)
    await stranger.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await stranger.page.getByRole('link', { name: 'Sign in another way' }).click()
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect([...other.complaints, ...stranger.complaints]).toEqual([])
  })

  it('sign in from the address of the API as well', async () => {
    const other = await newVisitor(site.browser)
    await other.page.goto(`${site.service.baseUrl}/_cms/sign-in`)
    await askForLink(other, admin.email)
    const { searchParams } = new URL(await site.service.mailedLink(admin.email))
    await other.page.goto(`${site.service.baseUrl}/_cms/api/auth/magic-link/verify?${searchParams}`)
    await other.page.waitForURL('**/_cms/admin')
    expect((await callFrom(other.page, 'GET', '/auth/me')).data.item.email).toBe(admin.email)
  })

  it('stay good when the service cannot be reached', async () => {
    const other = await newVisitor(site.browser)
    await other.page.goto(`${site.service.baseUrl}/_cms/sign-in`)
    await askForLink(other, admin.email)
    const link = await site.service.mailedLink(admin.email)
    await other.page.route('**/verify?*', (route) => route.abort())
    await other.page.goto(link)
    await expectComplaint(other.page, 'The service cannot be reached. Check your connection, then try again.')
    await other.page.unroute('**/verify?*')
    await other.page.reload()
    await other.page.waitForURL('**/_cms/admin')
  })

  it('lead nowhere else', async () => {
    const other = await newVisitor(site.browser)
    await other.page.goto(
      `${site.service.baseUrl}/_cms/sign-in?return=${encodeURIComponent('//evil.example/x')}`,
    )
    await askForLink(other, admin.email)
    const link = await site.service.mailedLink(admin.email)
    await other.page.goto(`${link}&return=${encodeURIComponent('/\\evil.example')}`)
    await other.page.waitForURL('**/_cms/admin')
    expect(new URL(other.page.url()).origin).toBe(site.service.baseUrl)
  })

  it('say the same to those who are not known', async () => {
    const other = await newVisitor(site.browser)
    await other.page.goto(`${site.service.baseUrl}/_cms/sign-in`)
    await askForLink(other, 'nobody@example.com')
    // The next mail is to a known user, who requests it later.
    const count = site.service.mailCount()
    await other.page.getByRole('button', { name: 'Back to sign-in' }).click()
    await askForLink(other, admin.email)
    await site.service.mailedLink(admin.email)
    expect(site.service.mailCount()).toBe(count + 1)
  })

  it('invite: with a passkey', async () => {
    const { status } = await callFrom(site.visitor.page, 'POST', '/auth/invite', {
      email: 'grace@example.com',
      role: 30,
    })
    expect(status).toBe(201)
    const link = await site.service.mailedLink('grace@example.com')
    const grace = await newVisitor(site.browser)
    await grace.page.goto(link)
    await grace.page.getByLabel('Your name').fill('Grace Hopper')
    await expect.poll(() => grace.page.getByRole('main').innerText()).toContain('grace@example.com')
    await grace.page.getByRole('button', { name: 'Accept with a passkey' }).click()
    await grace.page.waitForURL('**/_cms/admin')
    await openAccount(grace.page, site.service)
    await expect.poll(() => grace.page.getByRole('main').innerText()).toContain('Author')
    await signOut(grace.page)
    await signIn(grace.page)

    await grace.page.goto(link)
    await grace.page.getByRole('heading', { name: 'This invite is no longer valid' }).waitFor()
    expect(grace.complaints).toEqual([])
  })

  it('invite: without a passkey, in German', async () => {
    await callFrom(site.visitor.page, 'POST', '/auth/invite', {
      email: 'karl@example.com',
      role: 10,
      name: 'Karl',
    })
    const link = await site.service.mailedLink('karl@example.com')
    const karl = await newVisitor(site.browser, { locale: 'de-AT' })
    await karl.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await karl.page.goto(link)
    await karl.page.getByText('Dieser Browser kann keine Passkeys verwenden.').waitFor()
    await expect.poll(() => karl.page.getByLabel('Name').inputValue()).toBe('Karl')
    await expect.poll(() => karl.page.getByRole('button').allInnerTexts()).toEqual(['Ohne Passkey annehmen'])
    await karl.page.getByRole('button').click()
    await karl.page.waitForURL('**/_cms/admin')
    await openAccount(karl.page, site.service)
    await expect.poll(() => karl.page.getByRole('heading', { level: 1 }).innerText()).toBe('Ihr Konto')
    await karl.page.getByText('Dieser Browser kann keine Passkeys verwenden.').waitFor()
    expect(await karl.page.getByRole('button', { name: 'Passkey hinzufügen' }).count()).toBe(0)
  })

  it('ask before they replace the session of somebody else', async () => {
    const { page } = site.visitor
    const invitation = { email: 'mary@example.com', role: 10, name: 'Mary' }
    await callFrom(page, 'POST', '/auth/invite', invitation)
    const link = await site.service.mailedLink('mary@example.com')
    const acceptInvite = async (answer: string): Promise<void> => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Accept without a passkey' }).click()
      const dialog = page.getByRole('dialog', { name: 'Continue as Mary?' })
      await expect.poll(() => dialog.innerText()).toContain(`${admin.name} is signed in with this browser.`)
      await dialog.getByRole('button', { name: answer }).click()
      await page.waitForURL('**/_cms/admin')
    }
    const who = async (): Promise<string> => (await callFrom(page, 'GET', '/auth/me')).data.item.email
    await acceptInvite('Cancel')
    expect(await who()).toBe(admin.email)
    await acceptInvite('Continue')
    expect(await who()).toBe('mary@example.com')

    // The same for a mailed link.
    await callFrom(page, 'POST', '/auth/magic-link/send', { email: 'grace@example.com' })
    await page.goto(await site.service.mailedLink('grace@example.com'))
    await page.getByRole('dialog', { name: 'Continue as Grace Hopper?' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/_cms/admin')
    expect(await who()).toBe('grace@example.com')
  })
})

describe('setup without a passkey', () => {
  it('prints the link where there is no mail', { timeout: startTimeout }, async () => {
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    const service = await startPages({ hasMail: false })
    onTestFinished(() => service.close())
    const { page, complaints } = await newVisitor(browser)
    await page.goto(service.setupLink())
    await page.getByLabel('Your name').fill(admin.name)
    await page.getByLabel('E-mail address').fill(admin.email)
    await page.getByRole('button', { name: 'No passkey? Sign in by a link' }).click()
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor()
    await expect
      .poll(() => page.getByRole('main').innerText())
      .toContain('the service has printed the sign-in link')
    await expect.poll(() => printedLink(service)).toBeDefined()
    await page.goto(printedLink(service) ?? '')
    await page.waitForURL('**/_cms/admin')
    expect(complaints).toEqual([])
  })
})

function printedLink(service: PagesService): string | undefined {
  return /http:[^\s"\\]+\/_cms\/sign-in\/link\?[^\s"\\]+/.exec(service.printed())?.[0]
}
