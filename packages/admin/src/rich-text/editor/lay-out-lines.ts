/** number of paragraphs that are laid out above or below the caret; more than one, as some may be empty or a card */
const neighbours = 3

/**
 * Lays out the paragraphs around the caret. With `content-visibility: auto` (see text.module.css) the browser does not
 * lay out paragraphs that are out of view, or that were just inserted. The arrow keys only find lines that are laid
 * out, and the editor reads a caret in a paragraph without layout as position 0.
 */
export function layOutLines(event: { readonly key: string }): void {
  const node = document.getSelection()?.focusNode ?? null
  const element = node instanceof Element ? node : node?.parentElement
  const ownBlock = element?.closest('[data-pt-block]')
  layOut(ownBlock)
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  let block: Element | null | undefined = ownBlock
  for (let count = 0; count < neighbours && block !== null && block !== undefined; count++) {
    block = event.key === 'ArrowUp' ? block.previousElementSibling : block.nextElementSibling
    layOut(block)
  }
}

function layOut(block: Element | null | undefined): void {
  const text = block?.firstElementChild
  if (text instanceof HTMLElement && text.style.contentVisibility !== 'visible')
    text.style.contentVisibility = 'visible'
}
