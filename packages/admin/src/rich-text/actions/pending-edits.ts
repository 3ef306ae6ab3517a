/** Changes of blocks that are edited in place, and that the editor does not have yet. */
export class PendingEdits {
  readonly #commits = new Map<string, () => void>()

  /** `commit` passes the change to the editor; null when that is done. */
  hold(key: string, commit: (() => void) | null): void {
    if (commit === null) this.#commits.delete(key)
    else this.#commits.set(key, commit)
  }

  readonly commitAll = (): void => {
    for (const commit of this.#commits.values()) commit()
  }
}
