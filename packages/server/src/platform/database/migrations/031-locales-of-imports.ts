/** The locale of each imported item: slugs are reserved per locale. Null for what was imported before. */
export const localesOfImports = [`ALTER TABLE import_origins ADD COLUMN locale TEXT`]
