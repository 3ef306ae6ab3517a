import type { Editor } from '@portabletext/editor'

/**
 * The editor of the current session, for asynchronous work that can outlive the session in which it began. Work that
 * finishes between two sessions waits for the next editor.
 */
export class CurrentEditor {
  #editor: Editor | null = null
  #waiting: ((editor: Editor) => void)[] = []

  /** Makes an editor the current one, and calls the functions that wait for one. */
  set(editor: Editor): void {
    this.#editor = editor
    const waiting = this.#waiting
    this.#waiting = []
    for (const action of waiting) action(editor)
  }

  unset(editor: Editor): void {
    if (this.#editor === editor) this.#editor = null
  }

  /** Calls a function with the current editor: now, or as soon as there is one. */
  run(action: (editor: Editor) => void): void {
    if (this.#editor === null) this.#waiting.push(action)
    else action(this.#editor)
  }
}
