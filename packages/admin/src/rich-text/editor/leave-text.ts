const focusable = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]'

/** Moves the focus to the next focusable element after a text, or to the previous one. Returns whether there is one. */
export function leaveText(text: HTMLElement, isBack: boolean): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(focusable)].filter(canFocus)
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const candidates = all.filter(
    (element) => !text.contains(element) && (text.compareDocumentPosition(element) & side) > 0,
  )
  const next = isBack ? candidates.at(-1) : candidates[0]
  next?.focus()
  return next !== undefined
}

function canFocus(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()
}
