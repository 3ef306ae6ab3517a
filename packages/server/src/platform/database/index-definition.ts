/** An index that is not unique: without it queries only take longer. */
export interface IndexDefinition {
  readonly name: string
  /** the table as SQL names it: in quotes where it needs them */
  readonly table: string
  /** columns and condition as SQL: `(status, id) WHERE …` */
  readonly on: string
}

/** The index as people read it. */
export function indexTitle({ name, table }: IndexDefinition): string {
  return `${name} of ${table.replaceAll('"', '')}`
}

/** The statement that creates the index; `how` is `CONCURRENTLY` or the like. */
export function createIndexSql({ name, table, on }: IndexDefinition, how: string): string {
  return `CREATE INDEX ${how} "${name}" ON ${table} ${on}`
}
