import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type TranslationRow = Tables['site_translations']

type Text = Pick<TranslationRow, 'target_id' | 'member' | 'value'>

/** The texts of some targets (the parts of the site that they translate) in a locale. */
export async function textsOfTargets(
  { db }: ReadContext,
  ids: readonly string[],
  locale: string,
): Promise<Text[]> {
  const found: Text[] = []
  for (const batch of batchesOf(ids)) {
    const sql = `SELECT target_id, member, value FROM site_translations WHERE target_id IN (${marksFor(batch)}) AND locale = ?`
    found.push(...(await db.rows<Text>(sql, [...batch, locale])))
  }
  return found
}

/** The texts of a menu, a taxonomy or a widget area and of all its parts in a locale. */
export async function textsOfContainer({ db }: ReadContext, id: string, locale: string): Promise<Text[]> {
  return db.rows<Text>(
    'SELECT target_id, member, value FROM site_translations WHERE part_of = ? AND locale = ?',
    [id, locale],
  )
}

/** All texts of a target. */
export async function textsInAllLocales(
  { db }: ReadContext,
  id: string,
): Promise<Pick<TranslationRow, 'locale' | 'member' | 'value'>[]> {
  return db.rows('SELECT locale, member, value FROM site_translations WHERE target_id = ?', [id])
}

/** All texts of a menu, a taxonomy or a widget area and of all its parts. */
export async function textsOfContainerInAllLocales(
  { db }: ReadContext,
  id: string,
): Promise<Pick<TranslationRow, 'target_id' | 'locale' | 'member' | 'value'>[]> {
  return db.rows('SELECT target_id, locale, member, value FROM site_translations WHERE part_of = ?', [id])
}

/**
 * Stores a text in place of an earlier one. `part_of` is the id of the menu, taxonomy or widget area that the target
 * belongs to, or its own id.
 */
export async function writeText({ db }: WriteContext, row: TranslationRow): Promise<void> {
  await db.run(
    `INSERT INTO site_translations (target_id, locale, member, part_of, value, search_text) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (target_id, locale, member) DO UPDATE SET value = excluded.value, search_text = excluded.search_text`,
    [row.target_id, row.locale, row.member, row.part_of, row.value, row.search_text],
  )
}

export async function removeText(
  { db }: WriteContext,
  { target_id, locale, member }: Pick<TranslationRow, 'target_id' | 'locale' | 'member'>,
): Promise<void> {
  await db.run('DELETE FROM site_translations WHERE target_id = ? AND locale = ? AND member = ?', [
    target_id,
    locale,
    member,
  ])
}

/** Removes a member of a target in all locales. */
export async function removeMember({ db }: WriteContext, id: string, member: string): Promise<void> {
  await db.run('DELETE FROM site_translations WHERE target_id = ? AND member = ?', [id, member])
}

/** Removes the texts of a target that is deleted. */
export async function removeTexts({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM site_translations WHERE target_id = ?', [id])
}

/** Removes the texts of a menu, a taxonomy or a widget area that is deleted, and of all its parts. */
export async function removeTextsOfContainer({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM site_translations WHERE part_of = ?', [id])
}
