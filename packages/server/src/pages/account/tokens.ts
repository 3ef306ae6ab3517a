import { isScope, type Scope, scopeMinimumRole, scopes } from '@octavo/contract/access'
import { type Html, html } from '../../html.ts'
import type { Language } from '../language.ts'
import { accountTexts } from '../texts/account.ts'
import { time } from '../time.ts'
import { changeButton, panel, rows } from './panel.ts'

export interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
}

interface Tokens {
  readonly tokens: readonly Token[]
  /** of the person: what it does not reach is not offered */
  readonly role: number
  readonly now: string
}

/** The personal tokens, and the form for a new one. */
export function tokensPanel(language: Language, { tokens, role, now }: Tokens): Html {
  const { tokens: texts } = accountTexts[language]
  return panel({
    id: 'tokens',
    title: texts.title,
    lead: texts.lead,
    body: html`${form(language, role)} ${newToken(language)}
    ${rows(
      tokens.map((token) => row(language, token, now)),
      texts.none,
    )}`,
  })
}

function form(language: Language, role: number): Html {
  const { tokens: texts, name } = accountTexts[language]
  const offered = (Object.keys(scopes) as Scope[]).filter((scope) => role >= scopeMinimumRole[scope])
  return html`<details class="disclosure">
    <summary class="button">${texts.make}</summary>
    <form data-make-token data-no-scopes="${texts.noScopes}">
      <div class="field">
        <label for="token-name">${name}</label>
        <input
          id="token-name"
          name="name"
          required
          maxlength="100"
          autocomplete="off"
          aria-describedby="token-name-hint"
        />
        <p class="hint" id="token-name-hint">${texts.nameHint}</p>
      </div>
      <fieldset>
        <legend>${texts.scopes}</legend>
        ${offered.map(
          (scope) =>
            html`<label class="choice">
              <input
                type="checkbox"
                name="scopes"
                value="${scope}"
                ${scope === 'content:read' ? html`checked` : ''}
              />
              <code>${scope}</code> <small>${texts.meanings[scope]}</small>
            </label>`,
        )}
      </fieldset>
      <div class="field">
        <label for="token-days">${texts.expiry}</label>
        <select id="token-days" name="days">
          ${texts.expiries.map(
            ({ days, text }) =>
              html`<option value="${days}" ${days === 90 ? html`selected` : ''}>${text}</option>`,
          )}
        </select>
      </div>
      <button class="primary">${texts.create}</button>
    </form>
  </details>`
}

/** What a script shows once it holds the new token. */
function newToken(language: Language): Html {
  const { tokens: texts, copy, copied } = accountTexts[language]
  return html`<template>
    <div class="notice good">
      <h3>${texts.made}</h3>
      <p>${texts.madeText}</p>
      <code class="secret" data-value="token"></code>
      <button type="button" class="quiet" data-copy data-done="${copied}">${copy}</button>
    </div>
  </template>`
}

function row(
  language: Language,
  { id, name, scopes: held, lastUsedAt, expiresAt }: Token,
  now: string,
): Html {
  const { tokens: texts, neverUsed } = accountTexts[language]
  const isExpired = expiresAt !== null && expiresAt <= now
  return html`<div>
      <p class="row-title">${name} ${isExpired ? html`<span class="tag">${texts.expired}</span>` : ''}</p>
      <p class="scopes">${held.map((scope) => scopeTag(scope, language))}</p>
      <p class="meta">
        ${lastUsedAt === null ? neverUsed : html`${texts.used} ${time(lastUsedAt)}`}${
          expiresAt === null ? '' : html`, ${texts.expires} ${time(expiresAt)}`
        }
      </p>
    </div>
    <div class="actions">
      ${changeButton({
        label: texts.revoke,
        about: name,
        method: 'DELETE',
        path: `/admin/api-tokens/${id}`,
        title: texts.revokeTitle,
        text: texts.revokeText,
        done: texts.revoked,
      })}
    </div>`
}

/** A scope by its name, and what it means for those who point at it. */
export function scopeTag(scope: string, language: Language): Html {
  const meaning = isScope(scope) ? accountTexts[language].tokens.meanings[scope] : scope
  return html`<span class="tag" title="${meaning}">${scope}</span> `
}
