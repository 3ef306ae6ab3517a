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
  /** characters of an address */
  url: 2000,
  /** keywords of a section; items of a menu, and how deep they may nest; widgets of an area */
  keywords: 50,
  menuItems: 500,
  menuDepth: 20,
  widgets: 200,
  /** collections of a taxonomy; how deep its terms may nest; terms of one item */
  taxonomyCollections: 100,
  termDepth: 100,
  termsOfItem: 200,
  /** characters of a cursor */
  cursor: 4096,
} as const
