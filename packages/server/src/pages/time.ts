import { type Html, html } from '../html.ts'

/** A time as people read it, in UTC; a script of the page makes it local. */
export function time(instant: string): Html {
  return html`<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>`
}
