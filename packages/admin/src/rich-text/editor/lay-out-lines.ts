/** so many paragraphs on each side: one may be empty, or a card */
const reach = 3

/**
 * The browser does not lay out what is far from sight (see text.module.css), nor for a moment what has just come to be
 * there. It looks for the line above or below among what it has laid out: what is next to the caret must be, even
 * where the view is still on its way there. And of a caret in what it has not laid out it tells the editor that it
 * is before everything, at which place a letter would be put in.
 */
export function layOutLines(event: { readonly key: string }): void {
  const node = document.getSelection()?.focusNode ?? null
  const element = node instanceof Element ? node : node?.parentElement
  const own = element?.closest('[data-pt-block]')
  layOut(own)
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  let block: Element | null | undefined = own
  for (let count = 0; count < reach && block !== null && block !== undefined; count++) {
    block = event.key === 'ArrowUp' ? block.previousElementSibling : block.nextElementSibling
    layOut(block)
  }
}

function layOut(block: Element | null | undefined): void {
  const text = block?.firstElementChild
  if (text instanceof HTMLElement && text.style.contentVisibility !== 'visible')
    text.style.contentVisibility = 'visible'
}
