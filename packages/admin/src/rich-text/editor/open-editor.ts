import type { Editor } from '@portabletext/editor'

/**
 * The editor of the session that is open now, for what ends when the session in which it began may be over. What comes
 * before the next editor is ready waits for it.
 */
export class OpenEditor {
  #editor: Editor | null = null
  #waiting: ((editor: Editor) => void)[] = []

  open(editor: Editor): void {
    this.#editor = editor
    const waiting = this.#waiting
    this.#waiting = []
    for (const act of waiting) act(editor)
  }

  close(editor: Editor): void {
    if (this.#editor === editor) this.#editor = null
  }

  run(act: (editor: Editor) => void): void {
    if (this.#editor === null) this.#waiting.push(act)
    else act(this.#editor)
  }
}
