const blockNames = /^(P|DIV|UL|OL|TABLE|BLOCKQUOTE|PRE|H[1-6])$/

/**
 * Brings items of lists into the one form that is read well: their text itself, without the paragraphs around it and the
 * white space between them, with line breaks where there were several. Lists within stay lists.
 */
export function flattenItems(page: Document): void {
  for (const item of page.querySelectorAll('li')) {
    for (const node of [...item.childNodes]) if (isSpacing(node)) node.remove()
    for (const child of [...item.children]) if (/^(P|DIV)$/.test(child.tagName)) unwrap(child)
  }
}

/** White space that is between blocks, or at an end: in what is written over several lines it means nothing. */
function isSpacing(node: ChildNode): boolean {
  if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() !== '') return false
  return [node.previousSibling, node.nextSibling].some(
    (other) => other === null || blockNames.test(other.nodeName),
  )
}

function unwrap(paragraph: Element): void {
  const before = paragraph.previousSibling
  const isFurther = before !== null && !blockNames.test(before.nodeName)
  const parts = [...paragraph.childNodes]
  paragraph.replaceWith(...(isFurther ? [paragraph.ownerDocument.createElement('br')] : []), ...parts)
}
