import type { ReadContext } from '../../core/context.ts'
import { localesFor, namedLocale } from '../../core/locales-for.ts'
import { textsOfTargets, textsOfContainer } from './translation-store.ts'

/** member, such as `label`, → its value in a locale, in the form of the column that it replaces */
export type Texts = ReadonlyMap<string, string>

/** id of a part (a menu, an item of one, a term …) → its texts in a locale; parts without texts are absent */
export type TextsById = ReadonlyMap<string, Texts>

export const noTexts: Texts = new Map()

/**
 * The locale whose translations a call reads or changes; null for the default locale, whose texts are the rows
 * themselves. Throws VALIDATION_ERROR for a locale that the site does not have.
 */
export function translationLocale(context: ReadContext, locale: string | undefined): string | null {
  return nullIfDefault(context, namedLocale(context, locale))
}

/**
 * What `translationLocale` gives, for a locale that is known to exist. Without `locale` it is the first that the caller
 * sees: the default one, except for tokens that are limited to others.
 */
export function nullIfDefault(
  context: Pick<ReadContext, 'caller' | 'services'>,
  locale: string | undefined = localesFor(context)[0],
): string | null {
  return locale === undefined || locale === context.services.config.locales[0] ? null : locale
}

/** The texts of a menu, a taxonomy or a widget area and of all its parts, by one statement. */
export async function textsWithin(
  context: ReadContext,
  id: string,
  locale: string | null,
): Promise<TextsById> {
  return locale === null ? new Map() : byTarget(await textsOfContainer(context, id, locale))
}

/** The texts of some parts, by one statement for a hundred of them. */
export async function textsOf(
  context: ReadContext,
  ids: readonly string[],
  locale: string | null,
): Promise<TextsById> {
  return locale === null || ids.length === 0
    ? new Map()
    : byTarget(await textsOfTargets(context, ids, locale))
}

function byTarget(rows: Awaited<ReturnType<typeof textsOfTargets>>): TextsById {
  const texts = new Map<string, Map<string, string>>()
  for (const { target_id, member, value } of rows) {
    const own = texts.get(target_id)
    if (own === undefined) texts.set(target_id, new Map([[member, value]]))
    else own.set(member, value)
  }
  return texts
}

/** The row with its texts in a locale; texts that are not translated stay. */
export function withTexts<Row extends object>(row: Row, texts: Texts | undefined): Row {
  if (texts === undefined || texts.size === 0) return row
  return { ...row, ...Object.fromEntries([...texts].map(([member, value]) => [columnOf(member), value])) }
}

/** The rows with their texts in a locale. */
export async function inLocale<Row extends { readonly id: string }>(
  context: ReadContext,
  rows: readonly Row[],
  locale: string | null,
): Promise<readonly Row[]> {
  const ids = locale === null ? [] : rows.map(({ id }) => id)
  const texts = await textsOf(context, ids, locale)
  return texts.size === 0 ? rows : rows.map((row) => withTexts(row, texts.get(row.id)))
}

/** One row with its texts in a locale. */
export async function rowInLocale<Row extends { readonly id: string }>(
  context: ReadContext,
  row: Row,
  locale: string | null,
): Promise<Row> {
  const [shown = row] = await inLocale(context, [row], locale)
  return shown
}

function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
