import { operations } from '@octavo/contract/operations/registry'
import { safeReturnPath } from '../../identity/sign-in/return-path.ts'
import { anonymousCaller } from '../../core/caller.ts'
import { type Html, html } from '../../platform/html.ts'
import { ask } from './asking.ts'
import { dialog } from './dialog.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths } from './paths.ts'
import { signInTexts } from './texts/sign-in.ts'
import type { Visitor } from './visitor.ts'

/** The page to sign in; for people who are signed in already, the path that it returns to. */
export async function showSignIn(visitor: Visitor): Promise<PageContent | string> {
  const { language, caller, hasMail } = visitor
  const returnPath = returnPathOf(visitor)
  if (caller !== null) return returnPath
  return (await showNotSetUp(visitor)) ?? signInPage({ language, returnPath, hasMail })
}

/** The page shown while there is no account; null once there is one. */
export async function showNotSetUp({ services, language }: Visitor): Promise<PageContent | null> {
  const { usersExist } = await ask(services, {
    operation: operations.setup.status,
    caller: anonymousCaller('rest'),
  })
  return usersExist ? null : notSetUpPage(language)
}

/**
 * The page that a mailed link opens. Only a script sends its token, because programs that scan mails open links too.
 */
export async function showSignInLink(visitor: Visitor): Promise<PageContent> {
  return signInLinkPage({ language: visitor.language, returnPath: returnPathOf(visitor) })
}

function returnPathOf({ services, query }: Visitor): string {
  return safeReturnPath(query('return'), services.config.baseUrl)
}

interface SignIn {
  readonly language: Language
  /** the validated path to return to */
  readonly returnPath: string
  readonly hasMail: boolean
}

/**
 * The page to sign in, with a passkey or with a mailed link. Its script finds the parts by their `data-` attributes,
 * and shows one `data-step` at a time.
 */
export function signInPage({ language, returnPath, hasMail }: SignIn): PageContent {
  const texts = signInTexts[language]
  return {
    title: texts.title,
    scripts: ['sign-in.js'],
    body: html`<div
        data-step="begin"
        data-return="${returnPath}"
        data-unknown-passkey="${texts.unknownPasskey}"
      >
        <h1>${texts.title}</h1>
        <p class="quiet-text" data-with-passkeys>${texts.lead}</p>
        <div class="messages" role="alert"></div>
        <p class="notice" data-without-passkeys hidden>${texts.noPasskeys}</p>
        <button type="button" class="primary block" data-with-passkeys data-use-passkey>
          ${texts.withPasskey}
        </button>
        <p class="divider" data-with-passkeys>${texts.or}</p>
        <form data-send-link>
          <div class="field">
            <label for="email">${texts.email}</label>
            <input
              id="email"
              name="email"
              type="email"
              required
              maxlength="254"
              autocomplete="username webauthn"
            />
          </div>
          <button class="block">${texts.sendLink}</button>
        </form>
      </div>
      ${sent(language, hasMail)} ${dialog(language)}`,
  }
}

/** The step after a link was requested. Without mail, the link is printed for the operator instead. */
function sent(language: Language, hasMail: boolean): Html {
  const texts = signInTexts[language]
  return html`<div data-step="sent" hidden>
    <h1>${texts.sentTitle}</h1>
    <p>${hasMail ? texts.sent : texts.sentToLog} <strong data-value="email"></strong></p>
    <p class="quiet-text">${texts.notArrived}</p>
    <button type="button" class="block" data-again>${texts.again}</button>
  </div>`
}

/** The page that a mailed link opens. */
export function signInLinkPage({ language, returnPath }: Omit<SignIn, 'hasMail'>): PageContent {
  const texts = signInTexts[language]
  return {
    title: texts.linkTitle,
    scripts: ['sign-in-link.js'],
    body: html`<div data-step="busy" data-return="${returnPath}">
        <h1>${texts.linkTitle}</h1>
        <p role="status">${texts.linkBusy}</p>
        <div class="messages" role="alert"></div>
      </div>
      <div data-step="failed" hidden>
        <h1>${texts.linkFailed}</h1>
        <p>${texts.linkHint}</p>
        <a class="button primary block" href="${paths.signIn}">${texts.newLink}</a>
      </div>
      ${dialog(language)}`,
  }
}

/** The page shown before anybody can sign in. */
export function notSetUpPage(language: Language): PageContent {
  const { notSetUp, notSetUpLead } = signInTexts[language]
  return {
    title: notSetUp,
    body: html`<h1>${notSetUp}</h1>
      <p>${notSetUpLead}</p>`,
  }
}
