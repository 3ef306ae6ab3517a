import { html } from '../../platform/html.ts'
import type { Language } from './language.ts'
import type { PageContent } from './layout.ts'
import { paths } from './paths.ts'
import { notFoundTexts } from './texts/not-found.ts'

/** The page for an unknown address. */
export function notFoundPage(language: Language): PageContent {
  const texts = notFoundTexts[language]
  return {
    title: texts.title,
    status: 404,
    body: html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      <a class="button primary block" href="${paths.admin}">${texts.admin}</a>`,
  }
}
