import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { TestBrowser } from './browser.ts'
import { patience } from './patience.ts'

/** A user with a browser and a virtual authenticator for passkeys. */
export interface BrowserVisitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly device: Device
  /** what the browser complained about: errors in scripts, and what the policy forbade */
  readonly complaints: readonly string[]
}

export interface Device {
  /** whether the person lets the device sign, as with a finger */
  consents(isWilling: boolean): Promise<void>
  /** the counter of each passkey that it holds */
  passkeys(): Promise<number[]>
  /** loses all passkeys, as a device that is new */
  forget(): Promise<void>
}

export interface VisitorOptions extends BrowserContextOptions {
  /** whether the browser offers passkeys where an address is typed; the device here then takes what is offered at once */
  fillsIn?: boolean
}

/** the default size of a visitor's window */
export const usualViewport = { width: 1000, height: 800 }

/** Opens a separate browser context for a person, with a virtual authenticator. */
export async function newVisitor(
  browser: TestBrowser,
  { fillsIn = false, ...options }: VisitorOptions = {},
): Promise<BrowserVisitor> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: usualViewport, ...options })
  context.setDefaultTimeout(patience)
  if (!fillsIn)
    await context.addInitScript(`PublicKeyCredential.isConditionalMediationAvailable = async () => false`)
  const page = await context.newPage()
  const device = await addDevice(await context.newCDPSession(page))
  return { page, context, complaints: collectComplaints(page), device }
}

/** Collects what the page complains about from now on. */
export function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser reports each refusal as a failed request; the page says what it means.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

/**
 * The URLs of all tabs of the browser that shows this page, as the browser reports them: Playwright sometimes reports
 * none for a tab that a link opens in its own process.
 */
export async function tabsOf(page: Page): Promise<string[]> {
  const own = await page.context().newCDPSession(page)
  const { targetInfo } = await own.send('Target.getTargetInfo')
  await own.detach()
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { targetInfos = [] } = (await session?.send('Target.getTargets')) ?? {}
  await session?.detach()
  return targetInfos
    .filter(
      ({ type, browserContextId }) => type === 'page' && browserContextId === targetInfo.browserContextId,
    )
    .map(({ url }) => url)
}

async function addDevice(session: CDPSession): Promise<Device> {
  await session.send('WebAuthn.enable')
  const add = async (): Promise<string> => {
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return authenticatorId
  }
  let authenticatorId = await add()
  return {
    consents: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    passkeys: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ signCount }) => signCount)
    },
    forget: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      authenticatorId = await add()
    },
  }
}
