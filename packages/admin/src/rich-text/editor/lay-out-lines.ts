/** number of paragraphs laid out in a direction: some may be empty, or a card */
const reach = 3

/**
 * Lays out the paragraphs around the caret. With `content-visibility: auto` (see text.module.css) the browser does not
 * lay out paragraphs that are out of view, or that were just inserted. The arrow keys only find lines that are laid
 * out, and the editor reads a caret in a paragraph without layout as position 0.
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
