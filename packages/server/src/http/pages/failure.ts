import { html } from '../../platform/html.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { failureTexts } from './texts/failure.ts'

interface Failure {
  readonly requestId: string
  /** whether the cause is an outage of the database or the file store, which will pass */
  readonly isPassing: boolean
}

/** The page for a failure of the service; the request id identifies the details in the log. */
export function failurePage(language: Language, { requestId, isPassing }: Failure): PageContent {
  const texts = failureTexts[language]
  const title = isPassing ? texts.unavailableTitle : texts.title
  return {
    title,
    status: isPassing ? 503 : 500,
    body: html`<h1>${title}</h1>
      <p>${isPassing ? texts.unavailableLead : texts.lead}</p>
      <p class="quiet-text">${texts.request} <code>${requestId}</code></p>`,
  }
}
