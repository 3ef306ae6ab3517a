/** Focuses the control of a field in the open editor. */
export function focusField(key: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(key)}"]`)
  // The row of a field can also contain the source of a translation.
  const place = field?.querySelector('[data-control]') ?? field
  place?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')?.focus()
  place?.scrollIntoView({ block: 'center' })
}
