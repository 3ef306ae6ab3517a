/** The file is no well-formed export: nothing of it can be trusted from this place on. */
export class MalformedExport extends Error {
  override readonly name = 'MalformedExport'
  readonly line: number
  readonly column: number

  constructor(reason: string, { line, column }: { line: number; column: number }) {
    super(`Line ${line}, column ${column}: ${reason}`)
    this.line = line
    this.column = column
  }
}
