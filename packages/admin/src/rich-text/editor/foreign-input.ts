import { type Editor, useEditor } from '@portabletext/editor'
import { type RefObject, useEffect } from 'react'
import { tellCaret } from './use-caret.ts'

/**
 * Takes up text that a program puts in, as an extension that expands abbreviations does: the browser announces it by no
 * `beforeinput`, so the editor would not know of it.
 */
export function useForeignInput(text: RefObject<HTMLElement | null>): void {
  const editor = useEditor()
  useEffect(() => {
    if (text.current === null) return undefined
    const inputs = new ForeignInputs(editor, text.current)
    return () => inputs.end()
  }, [editor, text])
}

/** A place in the page, and how much was selected from there on. */
interface Place {
  readonly node: Text
  readonly offset: number
  readonly selected: number
}

const watched = { subtree: true, childList: true, characterData: true, characterDataOldValue: true }

/** The page is put back to what the editor knows, and the editor puts the text in. */
class ForeignInputs {
  readonly #editor: Editor
  readonly #element: HTMLElement
  readonly #listening = new AbortController()
  /** calls back when the command is over, with all that it has changed */
  readonly #observer = new MutationObserver((records) => {
    if (this.#lines !== null) this.#putIn(this.#lines, records)
  })
  /** the last announcement that no input has followed */
  #announced: Event | null = null
  /** the lines that a program is putting in */
  #lines: string[] | null = null

  constructor(editor: Editor, element: HTMLElement) {
    this.#editor = editor
    this.#element = element
    this.#observer.observe(element, watched)
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

  #take(event: InputEvent): void {
    const { isTrusted, inputType, data } = event
    if (!isTrusted) return
    // What was announced and prevented is followed by no input.
    const isAnnounced = this.#announced?.defaultPrevented === false
    this.#announced = null
    const isForeign = !isAnnounced && inputType === 'insertText'
    if (!isForeign) return
    event.stopImmediatePropagation()
    if (this.#lines === null) {
      this.#lines = ['']
      // This runs behind the observer, which has taken them up.
      queueMicrotask(() => (this.#lines = null))
    }
    // Between two lines comes an input without a text.
    if (data === null) this.#lines.push('')
    else this.#lines.push(`${this.#lines.pop() ?? ''}${data}`)
  }

  #putIn(lines: readonly string[], records: readonly MutationRecord[]): void {
    this.#lines = null
    const place = placeOf(records, lines, document.getSelection()?.focusOffset ?? 0)
    revert(records)
    this.#observer.takeRecords()
    if (place?.node.isConnected === true) {
      const { node, offset, selected } = place
      document.getSelection()?.setBaseAndExtent(node, offset, node, offset + selected)
      tellCaret(this.#element)
    }
    lines.forEach((line, index) => {
      if (index > 0) this.#editor.send({ type: 'insert.break' })
      if (line !== '') this.#editor.send({ type: 'insert.text', text: line })
    })
  }
}

/** Where the text was put in: its first line is in the first text that has changed. `caret`: behind all of it. */
function placeOf(records: readonly MutationRecord[], lines: readonly string[], caret: number): Place | null {
  const [first, ...others] = records.filter(({ type }) => type === 'characterData')
  const node = first?.target
  if (!(node instanceof Text)) return null
  const [data = '', ...further] = lines
  const before = first?.oldValue ?? ''
  const next = further.length === 0 ? undefined : others.find(({ target }) => target === node)
  const after = next?.oldValue ?? node.data
  const selected = Math.max(0, before.length + data.length - after.length)
  const isThere = (offset: number) =>
    offset >= 0 && after === before.slice(0, offset) + data + before.slice(offset + selected)
  // The same letters beside it would allow for several places.
  const offset = [caret - data.length, ...before.split('').keys(), before.length].find(isThere)
  return offset === undefined ? null : { node, offset, selected }
}

/** Takes changes of the page back, the last one first. */
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
