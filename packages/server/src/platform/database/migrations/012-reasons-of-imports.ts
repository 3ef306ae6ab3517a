/** Reasons by their names (`because`, JSON), so that interfaces can tell them in other languages than the texts beside them. */
export const reasonsOfImports = [
  `ALTER TABLE imports ADD COLUMN because TEXT`,
  `ALTER TABLE import_report ADD COLUMN because TEXT`,
]
