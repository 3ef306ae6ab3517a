import type { Scope } from '@octavo/contract/access'
import { scopeTexts } from '@octavo/contract/scope-texts'
import { type Html, html } from '../../platform/html.ts'
import type { Language } from '../pages/language.ts'
import { oauthTexts } from './texts.ts'

/** The details of an app that people see. */
export interface ShownApp {
  readonly id: string
  readonly name: string
  readonly uri: string | null
  /** `builtIn`: our command line; `registered`: by the app itself; `document`: its id is the address of its metadata */
  readonly kind: 'builtIn' | 'registered' | 'document'
}

interface Offer {
  readonly scopes: readonly Scope[]
  /** requested scopes that the role of the person does not allow */
  readonly withheldScopes: readonly Scope[]
  /** the collections to which the person can limit the app */
  readonly collections: readonly { readonly slug: string; readonly label: string }[]
}

/** The identity of the app, and which parts of it are unverified. */
export function aboutApp(language: Language, { id, kind }: ShownApp): Html {
  const text = oauthTexts[language].kinds[kind]
  return html`<p class="quiet-text">${text} ${kind === 'document' ? html`<code>${id}</code>.` : ''}</p>`
}

/** The requested scopes as checkboxes; scopes that the person cannot grant are listed separately. */
export function scopeChoices(
  language: Language,
  { scopes, withheldScopes }: Omit<Offer, 'collections'>,
): Html {
  const texts = oauthTexts[language]
  return html`<fieldset>
      <legend>${texts.scopes}</legend>
      ${scopes.map(
        (scope) =>
          html`<label class="choice">
            <input type="checkbox" name="approved" value="${scope}" ${isTicked(scope) ? html`checked` : ''} />
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

/** The limits that the person can set, beside the scopes. */
export function limitChoices(language: Language, { collections }: Pick<Offer, 'collections'>): Html {
  const texts = oauthTexts[language].limits
  return html`<details>
    <summary>${texts.title}</summary>
    ${limitBoxes.map(
      (name) =>
        html`<label class="choice">
          <input type="checkbox" name="${name}" value="yes" />
          <span>${texts[name]}</span><small>${texts[`${name}Help`]}</small>
        </label>`,
    )}
    <div class="field">
      <label for="duration">${texts.duration}</label>
      <select id="duration" name="duration">
        <option value="">${texts.untilRevoked}</option>
        <option value="hour">${texts.hour}</option>
        <option value="day">${texts.day}</option>
      </select>
    </div>
    ${collections.length === 0 ? '' : collectionChoices(texts.collections, collections)}
  </details>`
}

function collectionChoices(legend: string, collections: Offer['collections']): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${collections.map(
      ({ slug, label }) =>
        html`<label class="choice">
          <input type="checkbox" name="collections" value="${slug}" />
          <span>${label}</span><small>${slug}</small>
        </label>`,
    )}
  </fieldset>`
}

const limitBoxes = ['changeSetsOnly', 'confirmDestructive', 'noDeleting'] as const

/** Scopes that are not preselected, because many clients request all scopes. */
const untickedScopes: readonly Scope[] = ['schema:write', 'admin']

/** The buttons to approve and refuse. Approval is first, because the Enter key activates the first button. */
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

function isTicked(scope: Scope): boolean {
  return !untickedScopes.includes(scope)
}

function meaning(language: Language, scope: Scope): string {
  return scopeTexts[language][scope]
}

/**
 * The meaning of a scope for a person whose role does not allow it. That of `admin` has its own text: the usual one
 * says that it allows what the role may.
 */
function withheldMeaning(language: Language, scope: Scope): string {
  return scope === 'admin' ? oauthTexts[language].withheldAdmin : meaning(language, scope)
}
