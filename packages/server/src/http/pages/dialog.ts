import { type Html, html } from '../../platform/html.ts'
import type { Language } from './language.ts'
import { layoutTexts } from './texts/layout.ts'

/** A confirmation dialog that a script fills in. */
export function dialog(language: Language): Html {
  return html`<dialog aria-labelledby="dialog-title">
    <form method="dialog">
      <h2 id="dialog-title" data-value="title"></h2>
      <p data-value="text"></p>
      <div class="actions">
        <button value="">${layoutTexts[language].cancel}</button>
        <button value="yes"></button>
      </div>
    </form>
  </dialog>`
}
