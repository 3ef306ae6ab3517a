import { html } from '../html.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { failureTexts } from './texts/failure.ts'

/** What people see where the service failed; what is inside stands in the log, under the id of the request. */
export function failurePage(language: Language, requestId: string): PageContent {
  const texts = failureTexts[language]
  return {
    title: texts.title,
    status: 500,
    body: html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      <p class="quiet-text">${texts.request} <code>${requestId}</code></p>`,
  }
}
