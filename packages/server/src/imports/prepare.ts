import { remark, type Message, someNames } from './messages.ts'
import { cleanText, lineOf, plainText } from './convert/html.ts'
import type { Converted } from './convert/convert.ts'
import { lostAsPlain } from './convert/elements.ts'
import { convertTask } from './convert/item-content.ts'
import { taskOf } from './content-task.ts'
import { valuesOfKeys } from './key-fields.ts'
import { shownAddress } from './origins.ts'
import { oldAddressNotes } from './old-addresses.ts'
import { timesOf } from './dates.ts'
import type { Hole } from './acf-values.ts'
import { type AcfIndex, customFieldValues } from './custom-field-values.ts'
import { customFields, metaOf } from './meta.ts'
import type { CommonRole } from './field-plans.ts'
import type { CollectionPlan } from './naming.ts'
import type { ExportAuthor, ExportItem } from './wxr/records.ts'

/** An item of the export in the form of its collection: its field values and its state. */
export interface PreparedItem {
  readonly item: ExportItem
  readonly title: string
  /** by slug; references and media are added when they are resolved */
  readonly data: Record<string, unknown>
  /** values that refer to files and items, which are resolved later */
  readonly holes: readonly Hole[]
  readonly converted: Converted
  readonly state: ItemState
  /** differences from the original */
  readonly notes: Note[]
}

/** What the report says of an item: a message with its code. */
export interface Note extends Message {
  /** null if it has none */
  readonly code: string | null
}

/** The state that an item gets here, by its status and dates on the old site. */
export interface ItemState {
  readonly status: 'draft' | 'published'
  /** the scheduled time of publication, or null */
  readonly scheduledAt: string | null
  readonly isTrashed: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

interface PreparationContext {
  /** undefined if the export does not describe the author */
  readonly author: ExportAuthor | undefined
  /** the time of the import */
  readonly now: string
  readonly acf: AcfIndex
  /** its content, if it was converted before */
  readonly converted?: Converted | undefined
}

/** Converts an export item to the form of its collection. */
export function prepareItem(
  item: ExportItem,
  plan: CollectionPlan,
  { author, now, acf, converted = convertTask(taskOf(item)) }: PreparationContext,
): PreparedItem {
  const valuesOfCustomFields = customFieldValues(item, plan, { acf, findings: converted.findings })
  const title = lineOf(item.title)
  for (const lost of [...lostAsPlain(item.title, 'title'), ...lostAsPlain(item.excerpt, 'excerpt')])
    converted.findings.lose(lost)
  const { state, notes } = stateOf(item, now)
  // By role; a value that the item does not have is undefined.
  const values: Partial<Record<CommonRole, unknown>> = {
    title: title === '' ? undefined : title,
    content: converted.blocks.length === 0 ? undefined : converted.blocks,
    excerpt: textOrUndefined(plainText(item.excerpt)),
    author_name: textOrUndefined(lineOf(author?.name ?? item.creator)),
    position: wholeNumber(item.menuOrder),
    sticky: item.isSticky ? true : undefined,
    format: textOrUndefined(
      cleanText(
        item.terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug.replace(/^post-format-/, '') ??
          '',
      ),
    ),
    comment_count: item.comments > 0 ? item.comments : undefined,
    custom_fields: customFields(item, valuesOfCustomFields) ?? undefined,
    original_url: textOrUndefined(cleanText(shownAddress(item.link)).replace(/\s+/g, '')),
  }
  // `values` has no entry for some roles of fields, so any text can be looked up.
  const byRole: Readonly<Record<string, unknown>> = values
  // The holes put their values into this object, so it is not copied.
  const { data, holes } = valuesOfCustomFields
  Object.assign(data, valuesOfKeys(plan.fields, item.values ?? {}))
  for (const { role, slug } of plan.fields) if (byRole[role] !== undefined) data[slug] = byRole[role]
  return {
    item,
    title,
    data,
    holes,
    converted,
    state,
    notes: [
      ...notes,
      ...contentNotes(item, converted),
      ...missingNotes(item),
      ...brokenNotes(item),
      ...keysLeftOutNotes(item, plan),
      ...oldAddressNotes(item),
    ],
  }
}

/** Details without a place in rich text, with their numbers. */
function lostNotes({ lost }: Converted['findings']): Note[] {
  const names = [...lost].map(([name, count]) => `${count} × ${name}`)
  return names.length === 0 ? [] : [remark('detailsLost', { names: someNames(names) })]
}

/** The keys of an item's values for which its collection has no field. */
function keysLeftOutNotes({ values }: ExportItem, { fields }: CollectionPlan): Note[] {
  if (values === undefined) return []
  const withField = new Set(fields.flatMap(({ role, of = '' }) => (role === 'value' ? [of] : [])))
  const leftOut = Object.keys(values).filter((key) => !withField.has(key))
  return leftOut.length === 0 ? [] : [remark('detailsLost', { names: someNames(leftOut) })]
}

/** The pictures that the source does not have. */
function missingNotes({ missing = [] }: ExportItem): Note[] {
  return missing.length === 0 ? [] : [remark('picturesMissing', { names: someNames(missing) })]
}

function brokenNotes({ broken = 0 }: ExportItem): Note[] {
  return broken === 0 ? [] : [remark('detailsLost', { names: `${broken} × character that is not UTF-8` })]
}

/** The ids on the old site that its values refer to. */
export function idsOf({ item, holes }: PreparedItem): string[] {
  return [item.parent, thumbnailOf(item), ...holes.flatMap(({ ids }) => ids)]
}

/** The id of the featured image on the old site; empty without one. */
export function thumbnailOf(item: ExportItem): string {
  return metaOf(item, '_thumbnail_id')
}

/**
 * The state of an item. A restricted item becomes a draft, so that nothing private is published; one with a public
 * status and a date in the future is a draft that is created now, and scheduled.
 */
export function stateOf(item: ExportItem, now: string): { state: ItemState; notes: Note[] } {
  const { published, modified } = timesOf(item)
  const createdAt = published ?? modified ?? now
  const isPublic = (item.status === 'publish' || item.status === 'future') && item.password === ''
  const isLater = isPublic && createdAt > now
  // A time of change before the creation or in the future is a mistake.
  const isPlausible = modified !== null && modified >= createdAt && modified <= now
  const times = isLater
    ? { createdAt: now, updatedAt: now }
    : { createdAt, updatedAt: isPlausible ? modified : createdAt }
  const state: ItemState = {
    status: isPublic && !isLater ? 'published' : 'draft',
    scheduledAt: isLater ? createdAt : null,
    isTrashed: item.status === 'trash',
    ...times,
  }
  return { state, notes: stateNotes(item) }
}

/** the statuses that an item keeps or that say nothing, such as `inherit`; others are noted */
const knownStatuses = new Set(['publish', 'future', 'draft', 'trash', 'inherit'])

/** The note that an item becomes a draft because of its password or its status. */
function stateNotes({ status, password }: ExportItem): Note[] {
  if (password !== '') {
    return [remark('wasProtected', {})]
  }
  if (knownStatuses.has(status)) return []
  return [remark('otherStatus', { status: status.slice(0, 50) })]
}

/** What the report says of a converted content: HTML that was kept, and what was removed or lost. */
export function contentNotes({ isCut }: Pick<ExportItem, 'isCut'>, { findings }: Converted): Note[] {
  const keptNames = [...findings.keptAsHtml].map(([name, count]) =>
    count === 1 ? name : `${count} × ${name}`,
  )
  const names = someNames(keptNames)
  const { unsafeLinks: count } = findings
  return [
    ...(keptNames.length > 0 ? [remark('keptAsHtml', { names })] : []),
    ...(count > 0 ? [remark('unsafeLinks', { count })] : []),
    ...lostNotes(findings),
    ...(isCut ? [remark('endLeftOut', {})] : []),
  ]
}

/** A text; undefined for an empty one, so that the field has no value. */
function textOrUndefined(text: string): string | undefined {
  return text === '' ? undefined : text
}

/** A number that fits a field of whole numbers; undefined for others, and for 0, the default of the old platform. */
function wholeNumber(text: string): number | undefined {
  const value = Number(text)
  return text === '' || !Number.isSafeInteger(value) || value === 0 || Math.abs(value) > 2 ** 31 - 1
    ? undefined
    : value
}
