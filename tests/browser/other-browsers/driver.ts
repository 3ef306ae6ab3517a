/** What the tests need of a browser, whatever its protocol. Clicks and keys are those of a person, not of a script. */
export interface Driver {
  goto(url: string): Promise<void>
  /** runs the body of a function in the page; gives what it returns, or what its promise becomes, as JSON */
  run(body: string): Promise<unknown>
  /** clicks the element that the body of a function returns; false while it returns null */
  click(body: string): Promise<boolean>
  /** types into the element that has the focus */
  type(text: string): Promise<void>
  /** chooses a file in the input that the body of a function returns; false while it returns null */
  chooseFile(body: string, path: string): Promise<boolean>
  close(): Promise<void>
}

/** Ends what was started so far, the last first. */
export class Closers {
  readonly #closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.#closers.unshift(close)
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close()
  }
}
