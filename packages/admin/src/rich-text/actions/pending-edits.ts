/** Changes in blocks that are edited in place, as long as the editor does not have them. */
export class PendingEdits {
  readonly #commits = new Map<string, () => void>()

  /** Registers a function that passes the change of a block to the editor; null removes it. */
  hold(key: string, commit: (() => void) | null): void {
    if (commit === null) this.#commits.delete(key)
    else this.#commits.set(key, commit)
  }

  readonly commitAll = (): void => {
    for (const commit of this.#commits.values()) commit()
  }
}
