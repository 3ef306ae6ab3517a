import { type Html, html } from '../../html.ts'
import type { Language } from '../language.ts'
import { accountTexts } from '../texts/account.ts'
import { time } from '../time.ts'
import { browserName } from './browser-name.ts'
import { changeButton, panel, rows } from './panel.ts'

export interface Session {
  readonly id: string
  readonly isCurrent: boolean
  readonly address: string
  readonly userAgent: string | null
  readonly lastUsedAt: string
}

/** Where the person is signed in. */
export function sessionsPanel(language: Language, sessions: readonly Session[]): Html {
  const { sessions: texts } = accountTexts[language]
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return panel({
    id: 'sessions',
    title: texts.title,
    lead: texts.lead,
    actions: hasOthers
      ? changeButton({
          label: texts.endOthers,
          about: texts.title,
          method: 'DELETE',
          path: '/auth/sessions',
          title: texts.endOthersTitle,
          text: texts.endOthersText,
          done: texts.othersEnded,
        })
      : '',
    body: rows(
      sessions.map((session) => row(language, session)),
      '',
    ),
  })
}

function row(language: Language, { id, isCurrent, address, userAgent, lastUsedAt }: Session): Html {
  const { sessions: texts } = accountTexts[language]
  const title = browserName(userAgent, texts.on) ?? texts.unknown
  return html`<div>
      <p class="row-title">
        ${title} ${isCurrent ? html`<span class="tag good">${texts.current}</span>` : ''}
      </p>
      <p class="meta">${address}, ${texts.used} ${time(lastUsedAt)}</p>
    </div>
    <div class="actions">
      ${
        isCurrent
          ? ''
          : changeButton({
              label: texts.end,
              about: title,
              method: 'DELETE',
              path: `/auth/sessions/${id}`,
              title: texts.endTitle,
              text: texts.endText,
              done: texts.ended,
            })
      }
    </div>`
}
