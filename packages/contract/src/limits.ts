/** Limits told once; the doors, the documents and the rules read them (specification 8). */
export const limits = {
  /** items a page, REST and MCP */
  page: { min: 1, max: 100, default: 50 },
  /** revisions a page over MCP */
  mcpRevisionPage: { min: 1, max: 50, default: 20 },
  /** fields of one collection: more would not fit into a row of every database */
  fieldsPerCollection: 300,
  /** names of tables and columns: 63 bytes is the shortest limit of the databases, `content_` takes eight */
  collectionSlug: 55,
  fieldSlug: 63,
  /** characters of an item's slug */
  itemSlug: 200,
  /** characters of labels and of descriptions */
  label: 200,
  description: 2000,
  /** characters of a pattern that a user gives */
  pattern: 500,
  /** options of a select field, and the characters of one */
  options: 1000,
  option: 200,
  /** characters of a value that is unique: it must fit into an index entry of every database */
  uniqueValue: 500,
  /** how deep JSON may nest */
  depth: 100,
  /** items of a reference field that takes several */
  references: 1000,
  /** characters of a cursor */
  cursor: 4096,
  /** milliseconds that a hook of a plugin may take, before a change (others may wait for it) and after it */
  beforeHook: 2000,
  afterHook: 5000,
  /** after-hooks of one plugin that run at once, and that wait for their turn */
  afterHooks: { running: 20, waiting: 10_000 },
} as const
