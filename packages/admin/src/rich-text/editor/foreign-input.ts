import { type Editor, useEditor } from '@portabletext/editor'
import { type RefObject, useEffect } from 'react'
import { syncCaret } from './use-caret.ts'

/**
 * Handles text that a browser extension inserts, for example one that expands abbreviations: the browser sends no
 * `beforeinput` event for it, so the editor would miss it.
 */
export function useForeignInput(text: RefObject<HTMLElement | null>): void {
  const editor = useEditor()
  useEffect(() => {
    if (text.current === null) return undefined
    const inputs = new ForeignInputs(editor, text.current)
    return () => inputs.end()
  }, [editor, text])
}

/** Where text was inserted: a position in the DOM, and the length of the text that was selected from there. */
interface Insertion {
  readonly node: Text
  readonly offset: number
  readonly selectedLength: number
}

/** what the observer reports: all changes of elements and texts, with the texts before */
const observedChanges = { subtree: true, childList: true, characterData: true, characterDataOldValue: true }

/** Reverts the changes of the DOM that the editor did not make, and inserts the text through the editor. */
class ForeignInputs {
  readonly #editor: Editor
  readonly #element: HTMLElement
  readonly #listening = new AbortController()
  /** called after the extension's command, with all changes that it has made */
  readonly #observer = new MutationObserver((records) => {
    if (this.#lines !== null) this.#insert(this.#lines, records)
  })
  /** the last `beforeinput` event that has no `input` event yet */
  #announced: Event | null = null
  /** the lines that the extension is inserting; null when there is no such command */
  #lines: string[] | null = null

  constructor(editor: Editor, element: HTMLElement) {
    this.#editor = editor
    this.#element = element
    this.#observer.observe(element, observedChanges)
    const options = { capture: true, signal: this.#listening.signal }
    element.addEventListener('beforeinput', (event) => this.#announce(event), options)
    element.addEventListener('input', (event) => this.#take(event as InputEvent), options)
  }

  end(): void {
    this.#listening.abort()
    this.#observer.disconnect()
  }

  #announce(event: Event): void {
    if (event.isTrusted) this.#announced = event
  }

  /** Takes the text of an `input` event that no `beforeinput` event announced: one of an extension. */
  #take(event: InputEvent): void {
    const { isTrusted, inputType, data } = event
    if (!isTrusted) return
    // A prevented `beforeinput` event causes no `input` event, so it does not announce this one.
    const isAnnounced = this.#announced?.defaultPrevented === false
    this.#announced = null
    const isForeign = !isAnnounced && inputType === 'insertText'
    if (!isForeign) return
    event.stopImmediatePropagation()
    if (this.#lines === null) {
      this.#lines = ['']
      // This microtask runs after the observer, which has processed the lines.
      queueMicrotask(() => (this.#lines = null))
    }
    // An `input` event without data is a line break.
    if (data === null) this.#lines.push('')
    else this.#lines.push(`${this.#lines.pop() ?? ''}${data}`)
  }

  /** Reverts what the extension has changed in the DOM, and inserts its lines through the editor. */
  #insert(lines: readonly string[], records: readonly MutationRecord[]): void {
    // The observer reports the changes that the editor makes below as well; without lines it ignores them.
    this.#lines = null
    const insertion = insertionOf(records, lines, document.getSelection()?.focusOffset ?? 0)
    revert(records)
    // Drops the records of the reverts.
    this.#observer.takeRecords()
    if (insertion?.node.isConnected === true) {
      const { node, offset, selectedLength } = insertion
      document.getSelection()?.setBaseAndExtent(node, offset, node, offset + selectedLength)
      // The editor inserts at the selection that it knows, so it reads that of the DOM first.
      syncCaret(this.#element)
    }
    lines.forEach((line, index) => {
      if (index > 0) this.#editor.send({ type: 'insert.break' })
      if (line !== '') this.#editor.send({ type: 'insert.text', text: line })
    })
  }
}

/**
 * The position at which the text was inserted, in the first text node that changed. `caret` is behind the inserted
 * text.
 */
function insertionOf(
  records: readonly MutationRecord[],
  lines: readonly string[],
  caret: number,
): Insertion | null {
  const [first, ...others] = records.filter(({ type }) => type === 'characterData')
  const node = first?.target
  if (!(node instanceof Text)) return null
  const [data = '', ...further] = lines
  const before = first?.oldValue ?? ''
  // Of several lines, the first one ends where the next change of this text node begins.
  const next = further.length === 0 ? undefined : others.find(({ target }) => target === node)
  const after = next?.oldValue ?? node.data
  const selectedLength = Math.max(0, before.length + data.length - after.length)
  const explainsChange = (offset: number) =>
    offset >= 0 && after === before.slice(0, offset) + data + before.slice(offset + selectedLength)
  // Equal letters next to it can make several positions possible; the one before the caret is tried first.
  const offset = [caret - data.length, ...before.split('').keys(), before.length].find(explainsChange)
  return offset === undefined ? null : { node, offset, selectedLength }
}

/** Reverts changes of the DOM in reverse order. */
function revert(records: readonly MutationRecord[]): void {
  for (const { type, target, oldValue, addedNodes, removedNodes, nextSibling } of records.toReversed()) {
    if (type === 'characterData') {
      ;(target as CharacterData).data = oldValue ?? ''
      continue
    }
    for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node)
    for (const node of removedNodes) target.insertBefore(node, nextSibling)
  }
}
