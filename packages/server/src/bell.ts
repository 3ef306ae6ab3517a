/** Tells a job of this process that there is work, so that nobody waits for its next look. */
export class Bell {
  #listener: (() => void) | null = null

  ring(): void {
    this.#listener?.()
  }

  /** Only one job listens; null: none any more. */
  listen(listener: (() => void) | null): void {
    this.#listener = listener
  }
}
