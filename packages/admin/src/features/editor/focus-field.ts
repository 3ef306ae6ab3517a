/** Focuses the control of a field in the open editor: that in the uppermost drawer, which comes last in the page. */
export function focusField(key: string): void {
  const field = [...document.querySelectorAll(`[data-field="${CSS.escape(key)}"]`)].at(-1)
  // The row of a field can also contain the source of a translation.
  const place = field?.querySelector('[data-control]') ?? field
  place?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')?.focus()
  place?.scrollIntoView({ block: 'center' })
}
