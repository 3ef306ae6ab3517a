import { flushSync } from 'react-dom'

/** Focuses the control of a field in the open editor: that in the uppermost drawer, which comes last in the page. */
export function focusField(key: string): void {
  // The field can be in a tab that is not open; tabs within a structured field are not meant.
  const tabs = document.querySelectorAll<HTMLElement>(
    `[data-tab-fields~="${CSS.escape(key)}"]:not([data-field] *)`,
  )
  const tab = [...tabs].at(-1)
  if (tab !== undefined && tab.getAttribute('aria-selected') !== 'true') flushSync(() => tab.click())
  const field = [...document.querySelectorAll(`[data-field="${CSS.escape(key)}"]`)].at(-1)
  // The row of a field can also contain the source of a translation.
  const place = field?.querySelector('[data-control]') ?? field
  const wrong = place?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control =
    wrong ?? place?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')
  control?.focus()
  const shown = wrong ?? place
  shown?.scrollIntoView({ block: 'center' })
}
