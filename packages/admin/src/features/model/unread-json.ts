import { readJson } from '../../ui/values/json-text.ts'
import type { Problem } from '../../ui/values/unread.ts'

/** JSON as it is being written: it is read when the form is sent. */
export class UnreadJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** why it cannot be read, or not as it is there */
  get problem(): Problem | undefined {
    const reading = readJson(this.text)
    return 'problem' in reading ? reading.problem : undefined
  }

  /** what is sent and compared is what it says */
  toJSON(): unknown {
    const reading = readJson(this.text)
    return 'problem' in reading ? this.text : reading.value
  }
}
