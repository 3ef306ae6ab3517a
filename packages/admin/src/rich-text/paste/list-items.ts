const blockNames = /^(P|DIV|UL|OL|TABLE|BLOCKQUOTE|PRE|H[1-6])$/

/**
 * Normalizes list items: removes paragraphs and white space within an item, and replaces breaks between paragraphs by
 * line breaks. Nested lists stay.
 */
export function flattenItems(page: Document): void {
  for (const item of page.querySelectorAll('li')) {
    for (const node of [...item.childNodes]) if (isSpacing(node)) node.remove()
    for (const child of [...item.children]) if (/^(P|DIV)$/.test(child.tagName)) unwrap(child)
  }
}

/** Whether a node is white space between blocks, or at the beginning or end of one: only indentation of the source. */
function isSpacing(node: ChildNode): boolean {
  if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() !== '') return false
  return [node.previousSibling, node.nextSibling].some(
    (other) => other === null || blockNames.test(other.nodeName),
  )
}

/** Replaces a paragraph by its content, with a line break before it if text precedes. */
function unwrap(paragraph: Element): void {
  const before = paragraph.previousSibling
  const isAfterText = before !== null && !blockNames.test(before.nodeName)
  const parts = [...paragraph.childNodes]
  paragraph.replaceWith(...(isAfterText ? [paragraph.ownerDocument.createElement('br')] : []), ...parts)
}
