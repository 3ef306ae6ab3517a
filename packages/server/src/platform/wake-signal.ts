/** Wakes a job of this process when there is work, so that the work does not wait for the job's next run. */
export class WakeSignal {
  #listener: (() => void) | null = null

  ring(): void {
    this.#listener?.()
  }

  /** Sets the one listener; null removes it. */
  listen(listener: (() => void) | null): void {
    this.#listener = listener
  }
}
