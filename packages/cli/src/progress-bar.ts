const width = 30

/** milliseconds between two drawings on a terminal, and between two lines otherwise */
const drawInterval = 100
const lineInterval = 1000

/** Shows the progress of work: a bar on a terminal; in other outputs, one line per second. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream
  #lastDrawnAt = 0
  #isOpen = false

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
  }

  /** Shows the current state: `done` is the number of finished pieces; 0 is not shown. */
  report(phase: string, percent: number, done = 0): void {
    const now = performance.now()
    if (now - this.#lastDrawnAt < (this.#out.isTTY ? drawInterval : lineInterval)) return
    this.#lastDrawnAt = now
    const count = done > 0 ? ` ${done}` : ''
    const text = `${phase.padEnd(9)} ${percent.toFixed(1).padStart(5)} %${count}`
    if (!this.#out.isTTY) {
      this.#out.write(`${text}\n`)
      return
    }
    // The control characters return to the beginning of the line and clear it.
    const filled = Math.round((percent / 100) * width)
    this.#out.write(`\r\u001b[2K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`)
    this.#isOpen = true
  }

  /** Removes the bar, so that further output has its own line. */
  end(): void {
    if (this.#isOpen) this.#out.write('\r\u001b[2K')
    this.#isOpen = false
  }
}
