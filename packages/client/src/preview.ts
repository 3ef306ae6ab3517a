import { type FocusMessage, isSavedMessage, type SavedMessage } from '@octavo/contract/preview-messages'
import { marksIn, type SourceMark } from '@octavo/contract/source-marks'

/** A text without the marks that name its field: for titles of pages, and wherever a program reads it. */
export { withoutMarks } from '@octavo/contract/source-marks'

export interface PreviewOptions {
  /** the address of Octavo, whose admin shows the page */
  readonly url: string
  /** called within a second after each save; reloads the page by default */
  readonly onSaved?: (saved: SavedMessage) => void
}

/**
 * Connects a page with the admin that shows it beside the editor: calls `onSaved` after each save, and reports clicks
 * on texts with the mark of a field, so that the admin focuses the field. Does nothing in a page that is in no frame.
 * Returns a function that ends it.
 */
export function connectPreview({ url, onSaved = () => location.reload() }: PreviewOptions): () => void {
  const { parent } = window
  if (parent === window) return () => undefined
  const { origin } = new URL(url)
  const receive = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== parent) return
    if (isSavedMessage(event.data)) onSaved(event.data)
  }
  const report = (event: MouseEvent): void => {
    // With a key held down, links work as they always do.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const mark = markOf(event.target)
    if (mark === null) return
    event.preventDefault()
    event.stopPropagation()
    const message: FocusMessage = { type: 'octavo:focus', id: mark.id, field: mark.field }
    parent.postMessage(message, origin)
  }
  window.addEventListener('message', receive)
  document.addEventListener('click', report, { capture: true })
  return () => {
    window.removeEventListener('message', receive)
    document.removeEventListener('click', report, { capture: true })
  }
}

/** Elements for which a click has a meaning of its own. */
const interactive = 'a[href], button, input, label, select, summary, textarea'

/**
 * The mark of the field that was clicked: that of the smallest element around the target that contains marks. Null if
 * its marks are of several fields, or if a link or control without marks is nearer, whose own click must work.
 */
function markOf(target: EventTarget | null): SourceMark | null {
  let element = target instanceof Element ? target : null
  for (; element !== null; element = element.parentElement) {
    const marks = marksIn(`${element.getAttribute('alt') ?? ''} ${element.textContent}`)
    const [first] = marks
    if (first !== undefined) return marks.every(({ field }) => field === first.field) ? first : null
    if (element.matches(interactive)) return null
  }
  return null
}
