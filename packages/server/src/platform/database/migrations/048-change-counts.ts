import type { Statement } from '../migration.ts'

const columns = `
    scope TEXT NOT NULL,
    part TEXT NOT NULL,
    lane BIGINT NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (scope, part, lane)`

/** Counts of changes, from which the ETags of lists are made: one row for each connection that has counted. */
export const changeCounts: readonly Statement[] = [
  {
    embedded: `CREATE TABLE change_counts (${columns}) WITHOUT ROWID`,
    server: `CREATE TABLE change_counts (${columns})`,
  },
]
