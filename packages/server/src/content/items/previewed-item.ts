import type { PreviewedItem } from '../../core/caller.ts'
import type { ReadContext } from '../../core/context.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invalid, Problems, refusal } from '../../platform/errors.ts'
import { withSourceMarks } from '../source-maps/marked-answer.ts'
import { translationLocale } from '../site-translations/reading.ts'
import { inclusionOf } from './include-paths.ts'
import { withIncluded } from './included.ts'
import { type NamedInput, nameOf } from './item-name.ts'
import { withTerms } from './item.ts'
import { namedLocales } from './listed-locale.ts'
import { selectionOf } from './selection.ts'
import { findRow, type ItemName, readAnswer } from './store.ts'

interface PreviewInput extends NamedInput {
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly sourceMap?: string | undefined
  readonly fallback?: string | undefined
}

/**
 * The latest values of the item of a preview link; no cache may store the answer. Other items that it refers to are
 * included as visitors see them; its own media, terms and author are those of its draft.
 */
export async function previewedItem(
  context: ReadContext,
  input: PreviewInput,
  preview: PreviewedItem,
): Promise<Encoded> {
  const { name, row } = await openPreviewed(context, input, preview)
  const { collection } = name
  const problems = new Problems()
  const selection = problems.of(() => selectionOf(collection, input.fields))
  const inclusion = problems.of(() => inclusionOf(context, collection, input.include))
  if (problems.issues.length > 0) throw invalid(problems.issues)
  const plain = await readAnswer(context, name, 'latest', selection)
  if (plain === null) throw refusal('FORBIDDEN', 'previewGone', {})
  const hasTerms = inclusion?.hasTerms === true
  const locale = translationLocale(context, input.locale)
  const given = hasTerms
    ? await withTerms(context, plain, { collection, row }, { view: 'latest', locale })
    : plain
  const sources = { collection, ids: [row.id], view: 'latest', othersView: 'live', locale } as const
  const answer = inclusion === undefined ? given : await withIncluded(context, given, sources, inclusion)
  const whole = input.sourceMap === undefined ? answer : withSourceMarks(context, answer, { collection, row })
  return new Encoded(whole.content, null)
}

/** The item of the link, if the path names the same item: by its id, its live slug or the slug of its draft. */
async function openPreviewed(
  context: ReadContext,
  input: PreviewInput,
  { collectionId, itemId }: PreviewedItem,
): Promise<{ name: ItemName; row: ItemRow }> {
  const { collection, id, locale } = nameOf(context, input)
  const { fallback } = namedLocales(context, input)
  const name = { collection, id: itemId, locale: undefined }
  if (collection.id !== collectionId) throw refusal('FORBIDDEN', 'previewOther', {})
  const row = await findRow(context, name, 'present')
  if (row === undefined) throw refusal('FORBIDDEN', 'previewGone', {})
  const isNamed = [row.id, row.slug, row.draft_slug].includes(id)
  // A path without a locale names the item in its own.
  const isOfLocale = [locale ?? row.locale, fallback].includes(row.locale)
  if (!isNamed || !isOfLocale) throw refusal('FORBIDDEN', 'previewOther', {})
  return { name, row }
}
