import { operations } from '@octavo/contract/operations/registry'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { type Html, html } from '../html.ts'
import { timeText } from '../time-text.ts'
import { appsPanel, type ConnectedApp } from './account/apps.ts'
import { type Passkey, passkeysPanel } from './account/passkeys.ts'
import { type Session, sessionsPanel } from './account/sessions.ts'
import { type Token, tokensPanel } from './account/tokens.ts'
import { ask } from './asking.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths, signInFor } from './paths.ts'
import { accountTexts } from './texts/account.ts'
import type { Visitor } from './visitor.ts'

export async function showAccount(visitor: Visitor): Promise<PageContent | string> {
  const { services, language, caller, hasMail } = visitor
  if (caller === null) return signInFor(paths.account)
  const { item: person } = await ask(services, { operation: operations.auth.me, caller })
  const [passkeys, sessions, tokens, apps] = await Promise.all([
    ask(services, { operation: operations.passkeys.list, caller }),
    ask(services, { operation: operations.sessions.list, caller }),
    ask(services, { operation: operations.tokens.list, caller }),
    allApps(services, caller),
  ])
  return accountPage(language, {
    person,
    passkeys: passkeys.items,
    sessions: sessions.items,
    tokens: tokens.items,
    apps,
    hasMail,
    now: timeText(services.clock()),
  })
}

/** Apps come in pages; a person has few enough of them to see them all. */
async function allApps(services: Services, caller: Caller): Promise<ConnectedApp[]> {
  const apps: ConnectedApp[] = []
  for (let cursor: string | undefined; ;) {
    const input = { limit: 100, cursor }
    const { items, nextCursor } = await ask(services, { operation: operations.apps.list, caller, input })
    apps.push(...items)
    if (nextCursor === undefined) return apps
    cursor = nextCursor
  }
}

interface Account {
  readonly person: { readonly name: string | null; readonly email: string; readonly role: number }
  readonly passkeys: readonly Passkey[]
  readonly sessions: readonly Session[]
  readonly tokens: readonly Token[]
  readonly apps: readonly ConnectedApp[]
  /** whether a mailed link is a way in beside passkeys */
  readonly hasMail: boolean
  readonly now: string
}

/** All that belongs to a person's identity: how they come in, where they are, and what acts in their name. */
export function accountPage(language: Language, account: Account): PageContent {
  const { person, passkeys, sessions, tokens, apps, hasMail, now } = account
  const texts = accountTexts[language]
  return {
    title: texts.title,
    width: 'wide',
    person: { name: person.name ?? person.email },
    leadsToAdmin: true,
    scripts: ['account.js'],
    body: html`<div class="page-title">
        <h1>${texts.title}</h1>
        <p class="quiet-text">
          ${person.name === null ? '' : `${person.name}, `}${person.email}
          <span class="tag">${texts.roles[person.role] ?? person.role}</span>
        </p>
      </div>
      ${passkeysPanel(language, { passkeys, hasOtherWay: hasMail })} ${sessionsPanel(language, sessions)}
      ${tokensPanel(language, { tokens, role: person.role, now })} ${appsPanel(language, apps)}
      ${dialog(language)}`,
  }
}

/** Asks before something is changed; a script fills it. */
function dialog(language: Language): Html {
  const { name, cancel } = accountTexts[language]
  return html`<dialog aria-labelledby="dialog-title">
    <form method="dialog">
      <h2 id="dialog-title" data-value="title"></h2>
      <p data-value="text"></p>
      <div class="field">
        <label for="dialog-name">${name}</label>
        <input id="dialog-name" required maxlength="100" autocomplete="off" />
      </div>
      <div class="actions">
        <button value="" formnovalidate>${cancel}</button>
        <button value="yes"></button>
      </div>
    </form>
  </dialog>`
}
