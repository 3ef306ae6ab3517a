import { focusField } from '../focus-field.ts'
import type { Heading } from './headings.ts'

type Place = Pick<Heading, 'field' | 'index'>

/** Shows a heading below the bars, with the caret in it. */
export function goToHeading(place: Place): void {
  // The text can be on a tab that is not open.
  if (headingElement(place)?.checkVisibility() !== true) focusField(place.field)
  const element = headingElement(place)
  if (element === undefined) return
  element.closest<HTMLElement>('[contenteditable="true"]')?.focus({ preventScroll: true })
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  document.getSelection()?.collapse(words ?? element, 0)
  element.scrollIntoView({ block: 'start' })
}

/** The index of the heading whose section is at the top of the window; -1 above the first heading. */
export function currentHeading(headings: readonly Place[]): number {
  const edge = topEdge()
  const isAbove = (place: Place): boolean => {
    const element = headingElement(place)
    return element?.checkVisibility() === true && element.getBoundingClientRect().top <= edge
  }
  return headings.findLastIndex(isAbove)
}

function headingElement({ field, index }: Place): HTMLElement | undefined {
  const row = document.querySelector(`[data-field="${CSS.escape(field)}"]`)
  const control = row?.querySelector('[data-control]') ?? row
  return [...(control?.querySelectorAll<HTMLElement>('[data-style^="h"]:not([data-list])') ?? [])][index]
}

/** pixels from the top of the window to where text begins below the sticky bars, with room for a heading */
function topEdge(): number {
  const bar = document.querySelector('[data-editor-bar]')?.getBoundingClientRect().bottom ?? 0
  return bar + 96
}
