import { type Html, html } from '../../html.ts'
import type { Language } from '../language.ts'
import { accountTexts } from '../texts/account.ts'
import { time } from '../time.ts'
import { changeButton, panel, rows } from './panel.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly backedUp: boolean
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The passkeys of the person; the last way in has no button to delete it. */
export function passkeysPanel(
  language: Language,
  { passkeys, hasOtherWay }: { passkeys: readonly Passkey[]; hasOtherWay: boolean },
): Html {
  const { passkeys: texts } = accountTexts[language]
  const canDelete = hasOtherWay || passkeys.length > 1
  return panel({
    id: 'passkeys',
    title: texts.title,
    lead: texts.lead,
    actions: html`<button type="button" data-add-passkey data-done="${texts.added}">${texts.add}</button>`,
    body: rows(
      passkeys.map((passkey) => row(language, passkey, canDelete)),
      texts.none,
    ),
  })
}

function row(
  language: Language,
  { id, name, backedUp, createdAt, lastUsedAt }: Passkey,
  canDelete: boolean,
): Html {
  const { passkeys: texts, neverUsed } = accountTexts[language]
  return html`<div>
      <p class="row-title">${name} ${backedUp ? html`<span class="tag">${texts.synced}</span>` : ''}</p>
      <p class="meta">
        ${texts.made} ${time(createdAt)},
        ${lastUsedAt === null ? neverUsed : html`${texts.used} ${time(lastUsedAt)}`}
      </p>
      ${canDelete ? '' : html`<p class="meta">${texts.lastOne}</p>`}
    </div>
    <div class="actions">
      <button
        type="button"
        class="quiet"
        aria-label="${texts.rename}: ${name}"
        data-rename="${name}"
        data-path="/auth/passkey/${id}"
        data-title="${texts.renameTitle}"
        data-yes="${texts.rename}"
        data-done="${texts.renamed}"
      >
        ${texts.rename}
      </button>
      ${
        canDelete
          ? changeButton({
              label: texts.delete,
              about: name,
              method: 'DELETE',
              path: `/auth/passkey/${id}`,
              title: texts.deleteTitle,
              text: texts.deleteText,
              done: texts.deleted,
              conflict: texts.lastOne,
            })
          : ''
      }
    </div>`
}
