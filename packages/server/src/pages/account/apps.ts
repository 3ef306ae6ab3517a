import { type Html, html } from '../../html.ts'
import type { Language } from '../language.ts'
import { accountTexts } from '../texts/account.ts'
import { time } from '../time.ts'
import { changeButton, panel, rows } from './panel.ts'
import { scopeTag } from './tokens.ts'

export interface ConnectedApp {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The apps that the person let in. */
export function appsPanel(language: Language, apps: readonly ConnectedApp[]): Html {
  const { apps: texts } = accountTexts[language]
  return panel({
    id: 'apps',
    title: texts.title,
    lead: texts.lead,
    body: rows(
      apps.map((app) => row(language, app)),
      texts.none,
    ),
  })
}

function row(language: Language, { id, name, scopes, createdAt, lastUsedAt }: ConnectedApp): Html {
  const { apps: texts, neverUsed } = accountTexts[language]
  return html`<div>
      <p class="row-title">${name}</p>
      <p class="scopes">${scopes.map((scope) => scopeTag(scope, language))}</p>
      <p class="meta">
        ${texts.since} ${time(createdAt)},
        ${lastUsedAt === null ? neverUsed : html`${texts.used} ${time(lastUsedAt)}`}
      </p>
    </div>
    <div class="actions">
      ${changeButton({
        label: texts.end,
        about: name,
        method: 'DELETE',
        path: `/auth/apps/${id}`,
        title: texts.endTitle,
        text: texts.endText,
        done: texts.ended,
      })}
    </div>`
}
