/** the code of a message with the values of a row */
const dataRow = 0x44

/** bytes of the code and the length of a message */
const headerLength = 5

export interface RowReceiver {
  /** takes a row as the server sends it: the number of its values, then each with its length before it */
  takeRow(bytes: Buffer, start: number, end: number): void
}

/**
 * Splits the bytes of a server into messages. Rows that are requested as bytes go to the receiver; everything else is
 * passed on to the driver, which makes a string of each value.
 */
export class Messages {
  readonly #passOn: (bytes: Buffer) => void
  readonly #receiver: () => RowReceiver | null
  /** the beginning of a message whose length has not come yet */
  #beginning: Buffer | null = null
  /** how many bytes are still to come of a message whose beginning was passed on */
  #missing = 0
  /** a row of which the first bytes have come */
  #row: Buffer | null = null
  /** how many bytes of the row have come */
  #filled = 0

  constructor(passOn: (bytes: Buffer) => void, receiver: () => RowReceiver | null) {
    this.#passOn = passOn
    this.#receiver = receiver
  }

  read(received: Buffer): void {
    const bytes = this.#beginning === null ? received : Buffer.concat([this.#beginning, received])
    this.#beginning = null
    let at = 0
    while (at < bytes.length)
      at = this.#row === null ? this.#readMessages(bytes, at) : this.#fill(this.#row, bytes, at)
  }

  /**
   * Passes on the messages before the first row for the receiver. Like `#fill`, it returns the index up to which it
   * has read.
   */
  #readMessages(bytes: Buffer, start: number): number {
    let at = Math.min(start + this.#missing, bytes.length)
    this.#missing -= at - start
    while (at < bytes.length) {
      if (bytes.length - at < headerLength) {
        this.#beginning = bytes.subarray(at)
        break
      }
      // The length counts its own four bytes, but not the code before it.
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (bytes[at] === dataRow && this.#receiver() !== null) {
        this.#passOnPart(bytes, start, at)
        return this.#readRow(bytes, at + headerLength, end)
      }
      this.#missing = Math.max(0, end - bytes.length)
      at = Math.min(end, bytes.length)
    }
    this.#passOnPart(bytes, start, at)
    return bytes.length
  }

  #passOnPart(bytes: Buffer, start: number, end: number): void {
    if (end > start) this.#passOn(bytes.subarray(start, end))
  }

  #readRow(bytes: Buffer, start: number, end: number): number {
    if (end > bytes.length) {
      this.#row = Buffer.allocUnsafe(end - start)
      this.#filled = bytes.copy(this.#row, 0, start)
      return bytes.length
    }
    this.#receiver()?.takeRow(bytes, start, end)
    return end
  }

  #fill(row: Buffer, bytes: Buffer, start: number): number {
    const copied = bytes.copy(row, this.#filled, start, start + row.length - this.#filled)
    this.#filled += copied
    if (this.#filled === row.length) {
      this.#row = null
      this.#receiver()?.takeRow(row, 0, row.length)
    }
    return start + copied
  }
}
