/** The stable names and parameters of reasons (`because`, JSON), so that interfaces can translate them. */
export const reasonsOfImports = [
  `ALTER TABLE imports ADD COLUMN because TEXT`,
  `ALTER TABLE import_report ADD COLUMN because TEXT`,
]
