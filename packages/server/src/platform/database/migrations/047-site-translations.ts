import type { Statement } from '../migration.ts'

/**
 * Texts of parts of the site (menus, terms, sections, widgets, settings) in locales other than the default one, whose
 * texts are in the rows of the parts. A value has the form of the column that it replaces. `part_of` is the menu, the
 * taxonomy or the widget area that the target belongs to, else the target itself.
 */
export const siteTranslations: readonly Statement[] = [
  `CREATE TABLE site_translations (
    target_id TEXT NOT NULL,
    locale TEXT NOT NULL,
    member TEXT NOT NULL,
    part_of TEXT NOT NULL,
    value TEXT NOT NULL,
    search_text TEXT,
    PRIMARY KEY (target_id, locale, member)
  )`,
  'CREATE INDEX site_translations_by_whole ON site_translations (part_of, locale)',
]
