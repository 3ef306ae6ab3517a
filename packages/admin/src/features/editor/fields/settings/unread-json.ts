import { readJson } from '../../../../ui/values/json-text.ts'
import type { Problem } from '../../../../ui/values/unread.ts'

/** JSON text in a form; it is parsed when the form is sent. */
export class UnreadJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** why it cannot be parsed, or not without loss */
  get problem(): Problem | undefined {
    const reading = readJson(this.text)
    return 'problem' in reading ? reading.problem : undefined
  }

  /** forms send and compare the parsed value */
  toJSON(): unknown {
    const reading = readJson(this.text)
    return 'problem' in reading ? this.text : reading.value
  }
}
