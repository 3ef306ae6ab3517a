import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import { type Translatable, translatable, type TranslatedMember } from '@octavo/contract/translations'
import { auditThing } from '../../core/audit-recorder.ts'
import type { ChangeSubject } from '../../core/audit-trail.ts'
import type { WriteContext } from '../../core/context.ts'
import { unmarkedText } from '../../core/model/media-marks.ts'
import { invalid } from '../../platform/errors.ts'
import type { Linking } from '../links/links.ts'
import { factsOf } from './facts.ts'
import { noTexts, type Texts, textsOf } from './reading.ts'
import { removeText, textsInAllLocales, writeText } from './translation-store.ts'

export {
  removeMember,
  removeTexts as removeTranslations,
  removeTextsOfContainer as removeTranslationsWithin,
} from './translation-store.ts'

type Changes = Readonly<Record<string, unknown>>

/**
 * The members that a change of the default locale sets. `null` removes a translation, so it is refused here unless
 * the member can be empty.
 */
export function defaultChanges<Given extends Changes, Member extends keyof Given>(
  given: Given,
  neverEmpty: readonly Member[],
): { [Key in keyof Given]: Key extends Member ? Exclude<Given[Key], null> : Given[Key] } {
  const issues = neverEmpty
    .filter((member) => given[member] === null)
    .map((member): Issue => ({ path: String(member), ...broken('notEmptyByDefault') }))
  if (issues.length > 0) throw invalid(issues)
  return given as { [Key in keyof Given]: Key extends Member ? Exclude<Given[Key], null> : Given[Key] }
}

/** The members that a change of translations names; VALIDATION_ERROR names those that cannot be translated. */
export function translatedChanges<Part extends Translatable, Given extends Changes>(
  part: Part,
  given: Given,
): Pick<Given, Extract<TranslatedMember<Part>, keyof Given>> {
  const members: readonly string[] = translatable[part]
  const named = Object.keys(given).filter((name) => given[name] !== undefined)
  const issues = named
    .filter((name) => !members.includes(name))
    .map((path): Issue => ({ path, ...broken('notTranslated', { members: members.join(', ') }) }))
  if (issues.length > 0) throw invalid(issues)
  return Object.fromEntries(named.map((name) => [name, given[name]])) as Pick<
    Given,
    Extract<TranslatedMember<Part>, keyof Given>
  >
}

/** The translatable texts of a new part. Its other members are set for all locales, so they are no error here. */
export function newTexts<Part extends Translatable, Given extends Changes>(
  part: Part,
  given: Given,
): Pick<Given, Extract<TranslatedMember<Part>, keyof Given>> {
  const members: readonly string[] = translatable[part]
  const texts = Object.entries(given).filter(([name, value]) => members.includes(name) && value !== null)
  return Object.fromEntries(texts) as Pick<Given, Extract<TranslatedMember<Part>, keyof Given>>
}

interface NewTexts {
  /** id of the part */
  readonly id: string
  /** id of the menu, taxonomy or widget area that the part belongs to; absent for one of these itself */
  readonly containerId?: string
  readonly locale: string
  /** member → its value in the form of its column; null removes it */
  readonly values: Readonly<Record<string, string | null | undefined>>
  /** member → the form in which a list is searched for its value */
  readonly searchable?: (member: string, value: string) => string | null
}

interface Translation extends Omit<NewTexts, 'id'> {
  /** the type of the part, as the audit log names it */
  readonly type: Exclude<Translatable, 'settings'>
  /** the part with its texts in the default locale */
  readonly inDefaultLocale: { readonly id: string }
  readonly name: string | null
  /** what the audit log records as changed with the part, such as the menu of an item */
  readonly partOf?: ChangeSubject['partOf']
}

/** Changes texts of a part in a locale, and returns all of them. */
export async function translate(context: WriteContext, change: Translation): Promise<Texts> {
  const { type, inDefaultLocale, name, locale, partOf } = change
  const { before, after } = await writeTexts(context, { ...change, id: inDefaultLocale.id })
  auditThing(context, type, {
    name,
    before: { ...inDefaultLocale, ...factsOf(before, locale) },
    after: { ...inDefaultLocale, ...factsOf(after, locale) },
    ...(partOf !== undefined && { partOf }),
  })
  return after
}

/** Changes texts of a part in a locale without an entry in the audit log; returns all its texts before and after. */
export async function writeTexts(
  context: WriteContext,
  { id, containerId = id, locale, values, searchable }: NewTexts,
): Promise<{ before: Texts; after: Texts }> {
  const before = (await textsOf(context, [id], locale)).get(id) ?? noTexts
  const after = new Map(before)
  for (const [member, value] of Object.entries(values)) {
    if (value === undefined || value === (before.get(member) ?? null)) continue
    const place = { target_id: id, locale, member }
    if (value === null) {
      after.delete(member)
      await removeText(context, place)
    } else {
      after.set(member, value)
      const search_text = searchable?.(member, value) ?? null
      await writeText(context, { ...place, part_of: containerId, value, search_text })
    }
  }
  return { before, after }
}

/**
 * The references in the translations of a part, in all locales; `linksBy` names the members that can have references,
 * and of which form.
 */
export async function translatedLinks(
  context: WriteContext,
  id: string,
  linksBy: Readonly<Record<string, Linking['linksBy']>>,
): Promise<Linking[]> {
  const texts = await textsInAllLocales(context, id)
  return texts.flatMap(({ locale, member, value }) => {
    const by = linksBy[member]
    if (by === undefined) return []
    // 'any' is rich text, whose stored form contains marks of media that are not part of its JSON.
    return { field: `${member}@${locale}`, value: by === 'any' ? unmarkedText(value) : value, linksBy: by }
  })
}
