import type { Scope } from '@octavo/contract/access'
import { type Html, html } from '../html.ts'
import type { Language } from '../pages/language.ts'
import { accountTexts } from '../pages/texts/account.ts'
import { oauthTexts } from './texts.ts'

/** What people are shown of an app. */
export interface ShownApp {
  readonly id: string
  readonly name: string
  readonly uri: string | null
  readonly kind: 'builtIn' | 'registered' | 'document'
}

interface Offer {
  readonly scopes: readonly Scope[]
  readonly withheldScopes: readonly Scope[]
}

/** Who the app is, and how much of that is only what it says itself. */
export function aboutApp(language: Language, { id, kind }: ShownApp): Html {
  const text = oauthTexts[language].kinds[kind]
  return html`<p class="quiet-text">${text} ${kind === 'document' ? html`<code>${id}</code>.` : ''}</p>`
}

/** What it asks for, each to be ticked off; what the person cannot give is named. */
export function scopeChoices(language: Language, { scopes, withheldScopes }: Offer): Html {
  const texts = oauthTexts[language]
  return html`<fieldset>
      <legend>${texts.scopes}</legend>
      ${scopes.map(
        (scope) =>
          html`<label class="choice">
            <input type="checkbox" name="approved" value="${scope}" checked />
            <span>${meaning(language, scope)}</span><small>${scope}</small>
          </label>`,
      )}
    </fieldset>
    ${
      withheldScopes.length === 0
        ? ''
        : html`<p class="quiet-text">
            ${texts.withheld} ${withheldScopes.map((scope) => withheldMeaning(language, scope)).join('; ')}.
          </p>`
    }`
}

/** The two answers; the harmless one is not the first, so that the key Enter says what the page asks. */
export function decisionButtons(language: Language): Html {
  const { approve, deny } = oauthTexts[language]
  return html`<div class="actions">
    <button class="primary" name="action" value="approve">${approve}</button>
    <button name="action" value="deny">${deny}</button>
  </div>`
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`
}

function meaning(language: Language, scope: Scope): string {
  return accountTexts[language].tokens.meanings[scope]
}

/** What somebody's role allows is no name for what it does not allow. */
function withheldMeaning(language: Language, scope: Scope): string {
  return scope === 'admin' ? oauthTexts[language].withheldAdmin : meaning(language, scope)
}
