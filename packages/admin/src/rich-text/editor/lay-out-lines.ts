/** so many paragraphs on each side: one may be empty, or a card */
const reach = 3

/**
 * The browser looks for the line above or below among what it has laid out. It does not lay out what is far from sight
 * (see text.module.css): what stands next to the caret must be, even where the view is still on its way there.
 */
export function layOutLines(event: { readonly key: string }): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const node = document.getSelection()?.focusNode ?? null
  const element = node instanceof Element ? node : node?.parentElement
  let block: Element | null | undefined = element?.closest('[data-pt-block]')
  for (let count = 0; count < reach && block !== null && block !== undefined; count++) {
    block = event.key === 'ArrowUp' ? block.previousElementSibling : block.nextElementSibling
    const text = block?.firstElementChild
    if (text instanceof HTMLElement) text.style.contentVisibility = 'visible'
  }
}
