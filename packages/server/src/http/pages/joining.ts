import { operations } from '@octavo/contract/operations/registry'
import { anonymousCaller } from '../../core/caller.ts'
import { type Html, html } from '../../platform/html.ts'
import { ask } from './asking.ts'
import { dialog } from './dialog.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths } from './paths.ts'
import { joiningTexts } from './texts/joining.ts'
import type { Visitor } from './visitor.ts'

/** The page of the setup; a note in its place once the setup is complete. */
export async function showSetup({ services, language, hasMail, query }: Visitor): Promise<PageContent> {
  const { setupComplete } = await ask(services, {
    operation: operations.setup.status,
    caller: anonymousCaller('rest'),
  })
  if (setupComplete) return alreadySetUpPage(language)
  return setupPage({ language, code: query('code') ?? null, hasMail })
}

/** The page of an invite. Its token is in the address, and only the script of the page reads it. */
export async function showInvite({ language }: Visitor): Promise<PageContent> {
  return invitePage(language)
}

interface Setup {
  readonly language: Language
  /** from the setup link; null if the page was opened without it */
  readonly code: string | null
  readonly hasMail: boolean
}

/**
 * The page that creates the first account. Its script finds the parts by their `data-` attributes, and shows one
 * `data-step` at a time.
 */
export function setupPage({ language, code, hasMail }: Setup): PageContent {
  const texts = joiningTexts[language]
  return {
    title: texts.setupTitle,
    scripts: ['setup.js'],
    body: html`<div data-step="create">
        <h1>${texts.setupTitle}</h1>
        <p>${texts.setupLead}</p>
        <div class="messages" role="alert"></div>
        ${withoutPasskeys(texts.noPasskeys)}
        <form data-create data-wrong-code="${texts.wrongCode}">
          ${code === null ? codeField(language) : html`<input type="hidden" name="code" value="${code}" />`}
          ${nameField(texts.name)}
          <div class="field">
            <label for="email">${texts.email}</label>
            <input id="email" name="email" type="email" required maxlength="254" autocomplete="email" />
          </div>
          <p class="hint" data-with-passkeys>${texts.passkeyHint}</p>
          <div class="stack">
            <button class="primary block" data-with-passkeys>${texts.createWithPasskey}</button>
            <button type="button" class="plain block" data-create-with-link>${texts.createWithLink}</button>
          </div>
        </form>
      </div>
      <div data-step="link" hidden>
        <h1>${texts.linkTitle}</h1>
        <p>${hasMail ? texts.linkMailed : texts.linkLogged} <strong data-value="email"></strong></p>
      </div>`,
  }
}

function codeField(language: Language): Html {
  const texts = joiningTexts[language]
  return html`<div class="field">
    <label for="code">${texts.code}</label>
    <input id="code" name="code" required maxlength="200" autocomplete="off" aria-describedby="code-hint" />
    <p class="hint" id="code-hint">${texts.codeHint}</p>
  </div>`
}

function nameField(name: string): Html {
  return html`<div class="field">
    <label for="name">${name}</label>
    <input id="name" name="name" required maxlength="200" autocomplete="name" />
  </div>`
}

function withoutPasskeys(text: string): Html {
  return html`<p class="notice" data-without-passkeys hidden>${text}</p>`
}

/** The page of the setup after the first account exists, which closes it permanently. */
export function alreadySetUpPage(language: Language): PageContent {
  const texts = joiningTexts[language]
  return {
    title: texts.alreadySetUp,
    body: html`<h1>${texts.alreadySetUp}</h1>
      <p>${texts.alreadySetUpLead}</p>
      <a class="button primary block" href="${paths.signIn}">${texts.signIn}</a>`,
  }
}

/** The page to accept an invite. A script sends the token to the service and then shows who is invited. */
export function invitePage(language: Language): PageContent {
  const texts = joiningTexts[language]
  return {
    title: texts.inviteTitle,
    scripts: ['invite.js'],
    body: html`<div data-step="busy">
        <h1>${texts.inviteTitle}</h1>
        <p role="status">${texts.inviteBusy}</p>
        <div class="messages" role="alert"></div>
      </div>
      <div data-step="accept" hidden>
        <h1>${texts.inviteTitle}</h1>
        <p>${texts.inviteLead}</p>
        <div class="messages" role="alert"></div>
        ${withoutPasskeys(texts.noPasskeys)}
        <p class="fact">
          <span class="quiet-text">${texts.inviteFor}</span> <strong data-value="email"></strong>
        </p>
        <form data-accept>
          ${nameField(texts.name)}
          <p class="hint" data-with-passkeys>${texts.passkeyHint}</p>
          <div class="stack">
            <button class="primary block" data-with-passkeys>${texts.joinWithPasskey}</button>
            <button type="button" class="plain block" data-accept-without>${texts.joinWithout}</button>
          </div>
        </form>
      </div>
      <div data-step="failed" hidden>
        <h1>${texts.inviteFailed}</h1>
        <p>${texts.inviteFailedLead}</p>
        <a class="button block" href="${paths.signIn}">${texts.signIn}</a>
      </div>
      ${dialog(language)}`,
  }
}
