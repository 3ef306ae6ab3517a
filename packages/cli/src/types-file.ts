import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from './command-error.ts'

/** A file of types. It is replaced atomically, so a compiler that watches it never reads an incomplete file. */
export class TypesFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = resolve(path)
  }

  /** Writes the text unless the file has it already, and says so on stderr. */
  write(text: string): void {
    if (this.#read() === text) return
    const temporary = `${this.#path}.${process.pid}.part`
    try {
      writeFileSync(temporary, text)
      renameSync(temporary, this.#path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw new CommandError(`The types could not be written to ${JSON.stringify(this.#path)}.`, {
        cause: error,
      })
    }
    process.stderr.write(`Wrote ${this.#path}.\n`)
  }

  #read(): string | null {
    try {
      return readFileSync(this.#path, 'utf8')
    } catch {
      return null
    }
  }
}
