import { focusField } from '../focus-field.ts'
import type { Heading } from './headings.ts'

type HeadingPosition = Pick<Heading, 'field' | 'index'>

/** Shows a heading below the bars, with the caret in it. */
export function goToHeading(position: HeadingPosition): void {
  // The text can be on a tab that is not open; `focusField` opens it.
  if (headingElement(position)?.checkVisibility() !== true) focusField(position.field)
  const element = headingElement(position)
  if (element === undefined) return
  element.closest<HTMLElement>('[contenteditable="true"]')?.focus({ preventScroll: true })
  const firstText = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  document.getSelection()?.collapse(firstText ?? element, 0)
  element.scrollIntoView({ block: 'start' })
}

/** The index of the heading whose section is at the top of the window; -1 above the first heading. */
export function currentHeading(headings: readonly HeadingPosition[]): number {
  const edge = topEdge()
  const isAbove = (position: HeadingPosition): boolean => {
    const element = headingElement(position)
    return element?.checkVisibility() === true && element.getBoundingClientRect().top <= edge
  }
  return headings.findLastIndex(isAbove)
}

/** The element of a heading. The rich text editor writes the style of a block and the kind of a list as attributes. */
function headingElement({ field, index }: HeadingPosition): HTMLElement | undefined {
  const row = document.querySelector(`[data-field="${CSS.escape(field)}"]`)
  const control = row?.querySelector('[data-control]') ?? row
  return [...(control?.querySelectorAll<HTMLElement>('[data-style^="h"]:not([data-list])') ?? [])][index]
}

/** pixels from the top of the window to where text begins below the sticky bars, with room for a heading */
function topEdge(): number {
  const bar = document.querySelector('[data-editor-bar]')?.getBoundingClientRect().bottom ?? 0
  return bar + 96
}
