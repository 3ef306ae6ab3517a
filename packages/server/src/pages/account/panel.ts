import { type Content, type Html, html } from '../../html.ts'

interface Panel {
  readonly id: string
  readonly title: string
  readonly lead: string
  /** buttons beside the title */
  readonly actions?: Content
  readonly body: Content
}

/** A part of the page, with a place for what goes wrong in it; scripts put a new one in its place by its id. */
export function panel({ id, title, lead, actions = '', body }: Panel): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
    <header>
      <div>
        <h2 id="${id}-title" tabindex="-1">${title}</h2>
        <p class="quiet-text">${lead}</p>
      </div>
      <div class="actions">${actions}</div>
    </header>
    <div class="messages" role="alert"></div>
    ${body}
  </section>`
}

/** The rows of a list, or what to say when there are none. */
export function rows(items: readonly Content[], none: string): Html {
  if (items.length === 0) return html`<p class="empty">${none}</p>`
  return html`<ul class="rows">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`
}

interface Change {
  readonly label: string
  /** what the button is about, for those who hear it out of its row */
  readonly about: string
  readonly method: string
  /** below the API */
  readonly path: string
  readonly title: string
  readonly text: string
  /** what to say when it is done */
  readonly done: string
  /** what to say when it is in conflict with how things stand */
  readonly conflict?: string
}

/** A button that changes something after a question. */
export function changeButton({ label, about, method, path, title, text, done, conflict = '' }: Change): Html {
  return html`<button
    type="button"
    class="quiet danger"
    aria-label="${label}: ${about}"
    data-call="${method}"
    data-path="${path}"
    data-title="${title}"
    data-text="${text}"
    data-yes="${label}"
    data-done="${done}"
    data-conflict="${conflict}"
    data-danger
  >
    ${label}
  </button>`
}
