import { operations } from '@octavo/contract/operations/registry'
import { isRecent } from '../../core/recent-authentication.ts'
import { safeReturnPath } from '../../identity/sign-in/return-path.ts'
import { html } from '../../platform/html.ts'
import { timeText } from '../../platform/time-text.ts'
import { ask } from './asking.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths, signInFor } from './paths.ts'
import { reauthenticateTexts } from './texts/reauthenticate.ts'
import { signInTexts } from './texts/sign-in.ts'
import type { Visitor } from './visitor.ts'

/**
 * The page to authenticate again, which then returns to the previous page. The admin opens it in a tab, without a
 * return path.
 */
export async function showReauthenticate(visitor: Visitor): Promise<PageContent | string> {
  const { services, language, caller, hasMail, path, query } = visitor
  if (caller === null) return signInFor(path)
  const requestedPath = query('return')
  // Without a return path the browser comes back to this page, which then says that it can be closed.
  const returnPath =
    requestedPath === undefined
      ? paths.reauthenticate
      : safeReturnPath(requestedPath, services.config.baseUrl)
  if (isRecent({ caller, now: timeText(services.clock()) }))
    return requestedPath === undefined ? donePage(language) : returnPath
  const { item } = await ask(services, { operation: operations.auth.me, caller })
  const { items } = await ask(services, { operation: operations.passkeys.list, caller })
  return reauthenticationPage(language, {
    person: { name: item.name ?? item.email, email: item.email },
    hasPasskeys: items.length > 0,
    returnPath,
    hasMail,
  })
}

interface Reauthentication {
  readonly person: { readonly name: string; readonly email: string }
  readonly hasPasskeys: boolean
  readonly returnPath: string
  readonly hasMail: boolean
}

function reauthenticationPage(
  language: Language,
  { person, hasPasskeys, returnPath, hasMail }: Reauthentication,
): PageContent {
  const texts = reauthenticateTexts[language]
  const { sentTitle, sent, sentToLog, sendLink, noPasskeys, or } = signInTexts[language]
  return {
    title: texts.title,
    person,
    scripts: ['reauthenticate.js'],
    body: html`<div data-step="begin" data-return="${returnPath}" data-email="${person.email}">
        <h1>${texts.title}</h1>
        <p>${texts.lead}</p>
        <div class="messages" role="alert"></div>
        ${
          hasPasskeys
            ? html`<p class="notice" data-without-passkeys hidden>${noPasskeys}</p>
                <button type="button" class="primary block" data-with-passkeys data-use-passkey>
                  ${texts.withPasskey}
                </button>
                <p class="divider" data-with-passkeys>${or}</p>`
            : ''
        }
        <button type="button" class="block" data-send-link>${sendLink}</button>
      </div>
      <div data-step="sent" hidden>
        <h1>${sentTitle}</h1>
        <p>${hasMail ? sent : sentToLog} <strong data-value="email"></strong></p>
        <p class="quiet-text">${texts.sameBrowser}</p>
      </div>`,
  }
}

function donePage(language: Language): PageContent {
  const { done, doneLead } = reauthenticateTexts[language]
  return {
    title: done,
    scripts: ['reauthenticate.js'],
    body: html`<h1 data-done>${done}</h1>
      <p>${doneLead}</p>`,
  }
}
