/** A statement that reads much of a large table. */
export interface FullScan {
  /** the operation whose request sent it first */
  readonly operation: string
  readonly table: string
  readonly how: string
  readonly sql: string
}

/** Watches the statements that reach the driver of an engine from the moment it is made. */
export interface Watch {
  /** what is asked from now on belongs to this operation; null: nothing is to be noted */
  setOperation(name: string | null): void
  /** the full scans among all statements so far; `large` are the names of the large tables */
  fullScans(large: ReadonlySet<string>): FullScan[]
  end(): void
}
