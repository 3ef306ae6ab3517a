type Answer = Promise<Buffer | null>

/** The answers to statements at one moment: who asks the same shares one. The bytes must not be changed. */
export class SharedAnswers {
  /** SQL → parameters → answer */
  readonly #all = new Map<string, Map<string, Answer>>()

  of(sql: string, parameters: readonly unknown[], ask: () => Answer): Answer {
    let ofStatement = this.#all.get(sql)
    if (ofStatement === undefined) this.#all.set(sql, (ofStatement = new Map()))
    const key = JSON.stringify(parameters)
    let answer = ofStatement.get(key)
    if (answer === undefined) ofStatement.set(key, (answer = ask()))
    return answer
  }

  /** Call when the moment is over. */
  clear(): void {
    this.#all.clear()
  }
}
