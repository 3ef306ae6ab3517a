import type { Statement } from '../migration.ts'

const columns = `
    scope TEXT NOT NULL,
    part TEXT NOT NULL,
    lane BIGINT NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (scope, part, lane)`

/**
 * Counts of changes, from which the ETags of lists are made. `scope` is a kind of objects, such as the items of a
 * collection, and `part` a locale or the name of a taxonomy. Each connection (`lane`) counts in rows of its own, so
 * that writers do not wait for each other; the count is the sum of the rows.
 */
export const changeCounts: readonly Statement[] = [
  {
    embedded: `CREATE TABLE change_counts (${columns}) WITHOUT ROWID`,
    server: `CREATE TABLE change_counts (${columns})`,
  },
]
