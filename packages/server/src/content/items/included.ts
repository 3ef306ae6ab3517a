import { isAllowed } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { namesOfUsers } from '../../identity/users/users.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import { membersWithoutHidden } from '../hidden-items/hiding.ts'
import { completed, joined as inOnePiece } from '../media/completing.ts'
import { filesById } from '../media/library.ts'
import { idsOfMembers } from './cache-tags.ts'
import { directField, type FieldPath, type Inclusion } from './include-paths.ts'
import {
  authorsOfItems,
  groupsOfItems,
  linkedItems,
  linkedMedia,
  type Sources,
  termsOfItems,
} from './included-store.ts'
import { memberOf } from './term-cache.ts'
import { revWithIncluded } from './rev.ts'
import { inLocale } from '../site-translations/reading.ts'
import { presentTerm } from './term-store.ts'

/** Adds the included objects to an answer. Its `_rev` then changes with them. */
export async function withIncluded(
  context: ReadContext,
  answer: Encoded,
  sources: Sources,
  inclusion: Inclusion,
): Promise<Encoded> {
  const items = await itemsOf(context, sources, inclusion)
  const terms = await termsOf(context, sources, inclusion)
  const media = await mediaOf(context, sources, inclusion)
  const authors = await authorsOf(context, sources, inclusion)
  const translations = inclusion.hasTranslations ? await translationsOf(context, sources) : undefined
  const parts = [
    ...object('{"items":', items.members),
    ...object(',"terms":', terms.members),
    ...object(',"authors":', membersOf(authors)),
    ...object(',"media":', membersOf(media)),
    ...(translations === undefined
      ? []
      : [Buffer.from(`,"translations":${JSON.stringify(translations.groups)}`)]),
    Buffer.from('}'),
  ]
  const { rev } = answer
  // The `_rev` of the answer already changes with its terms, so nothing is added to it if only terms are included.
  const isInRev =
    !inclusion.hasAuthors &&
    !inclusion.hasTranslations &&
    inclusion.items.size === 0 &&
    inclusion.media.length === 0
  const tagged = rev === null || isInRev ? answer : answer.withRev(revWithIncluded(rev, parts))
  const whole = tagged.withJson('included', parts)
  whole.authors = authors
  whole.included = {
    collections: [...inclusion.items.keys()].map(({ slug }) => slug),
    items: [...items.ids, ...(translations?.ids ?? [])],
    terms: terms.ids,
    media: [...items.media, ...media.map(({ id }) => id)],
  }
  return whole
}

/** An object of the answer after `start`, which has the text before it and its name. */
function object(start: string, members: readonly Buffer[]): Buffer[] {
  return [Buffer.from(`${start}{`), ...joined(members), Buffer.from('}')]
}

const comma = Buffer.from(',')

/** Members with commas between them. */
function joined(members: readonly Buffer[]): Buffer[] {
  return members.flatMap((member, index) => (index === 0 ? [member] : [comma, member]))
}

function membersOf(values: readonly { readonly id: string }[]): Buffer[] {
  return values.map(memberOf)
}

interface ShownItems {
  readonly members: readonly Buffer[]
  /** the ids of those that visitors see */
  readonly ids: readonly string[]
  readonly media: readonly string[]
}

async function itemsOf(context: ReadContext, sources: Sources, { items }: Inclusion): Promise<ShownItems> {
  const members: Buffer[] = []
  const ids: string[] = []
  const media: string[] = []
  let bytes = 0
  for (const [target, paths] of sources.ids.length === 0 ? [] : items) {
    const known = await cachedItems(context, sources, target, paths)
    const found = known?.whole ?? (await linkedItems(context, sources, target, paths))
    if (found === null || (bytes += found.length) > limits.listBytes) throw tooMuch('items')
    if (found.length === 0) continue
    const { content, media: shown } = await completed(context, found)
    members.push(await membersWithoutHidden(context, target, inOnePiece(content)))
    media.push(...shown)
    if (sources.view === 'live') ids.push(...(known?.ids ?? idsOfMembers(found)))
  }
  return { members, ids, media }
}

/**
 * The members of included items from the cache, found by their ids, which the list has read beside its answer;
 * undefined where it has not read all of these ids: for drafts, for paths of several fields, and for lists of ids.
 */
async function cachedItems(
  context: ReadContext,
  { view, linked, versionOf }: Sources,
  collection: CollectionModel,
  paths: readonly FieldPath[],
): Promise<{ whole: Buffer; ids: readonly string[] } | undefined> {
  if (versionOf === undefined) return undefined
  const ids = new Set<string>()
  for (const path of paths) {
    const linkedIds = linked?.get(directField(path)?.slug ?? '')
    if (linkedIds === undefined) return undefined
    for (const id of linkedIds) ids.add(id)
  }
  const wanted = { collection, view, version: versionOf(collection) }
  const found = await context.services.includedItemCache.find(context, wanted, ids)
  if (found === null) throw tooMuch('items')
  return { whole: Buffer.concat(joined(bounded('items', [...found.values()]))), ids: [...found.keys()] }
}

interface ShownTerms {
  readonly members: readonly Buffer[]
  readonly ids: readonly string[]
}

async function termsOf(context: ReadContext, sources: Sources, { hasTerms }: Inclusion): Promise<ShownTerms> {
  const { terms: known, locale } = sources
  if (!hasTerms || sources.ids.length === 0) return { members: [], ids: [] }
  const rows = bounded('terms', known?.map(({ row }) => row) ?? (await termsOfItems(context, sources)))
  const ids = rows.map(({ id }) => id)
  if (known !== undefined && locale === null) return { members: known.map(({ member }) => member), ids }
  const shown = await inLocale(context, rows, locale)
  return { members: membersOf(shown.map((term) => presentTerm(term.taxonomy, term))), ids }
}

async function authorsOf(context: ReadContext, sources: Sources, { hasAuthors }: Inclusion) {
  const ids = hasAuthors && sources.ids.length > 0 ? await authorsOfItems(context, sources) : []
  return namesOfUsers(context, ids)
}

async function mediaOf(context: ReadContext, sources: Sources, { media }: Inclusion) {
  if (media.length === 0 || sources.ids.length === 0 || !isAllowed(context.caller, 'media.read')) return []
  const ids = bounded('media', await linkedMedia(context, sources, media))
  return [...(await filesById(context, ids)).values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** The translations of the items, by translation group and in the order of their locales. */
interface Translations {
  /** by the id of their translation group */
  readonly groups: Readonly<Record<string, readonly object[]>>
  /** the ids of those that visitors see */
  readonly ids: readonly string[]
}

async function translationsOf(context: ReadContext, sources: Sources): Promise<Translations> {
  if (sources.ids.length === 0) return { groups: {}, ids: [] }
  const rows = bounded('translations', await groupsOfItems(context, sources))
  const groups: Record<string, object[]> = {}
  for (const { group, hasPendingDraft, ...shown } of rows) {
    const known = (groups[group] ??= [])
    known.push(
      hasPendingDraft === null ? shown : { ...shown, hasPendingDraft: Number(hasPendingDraft) === 1 },
    )
  }
  const isLive = (sources.othersView ?? sources.view) === 'live'
  return { groups, ids: isLive ? rows.map(({ id }) => id) : [] }
}

function bounded<Value>(what: string, values: readonly Value[]): readonly Value[] {
  if (values.length > limits.include.objects) throw tooMuch(what)
  return values
}

function tooMuch(what: string): Error {
  return invalidAt(
    'include',
    `would bring more than ${limits.include.objects} ${what}, or ${limits.listBytes / 1024 / 1024} MB of them, into one answer; ask for fewer items a page, or for fewer paths`,
  )
}
