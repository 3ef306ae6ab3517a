/** JSON as it is being written: it is read when the form is sent. */
export class UnreadJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** whether it can be read */
  get isReadable(): boolean {
    try {
      JSON.parse(this.text)
      return true
    } catch {
      return false
    }
  }

  /** what is sent and compared is what it says */
  toJSON(): unknown {
    return this.isReadable ? (JSON.parse(this.text) as unknown) : this.text
  }
}
