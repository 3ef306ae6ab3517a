import { usersByAddress } from '../identity/users/addresses.ts'
import { failureMessage, type Message, remark, type Remarked } from './messages.ts'
import { findAttachmentOutcome } from './attachments.ts'
import { withCurrentMedia } from './current-media.ts'
import { complete } from './completing.ts'
import { findExisting } from './existing.ts'
import { originOf, shownAddress } from './origins.ts'
import { findOrigins, type OriginRow } from './origin-store.ts'
import { type ReadyItem, reasonOf, writeItems } from './item-writing.ts'
import { lineOf } from './convert/html.ts'
import { detachedCopy } from './detached-copy.ts'
import { isMenuItem, type MenuEntry, menuEntryOf } from './menu-entries.ts'
import type { NavigationItem } from './navigations-phase.ts'
import { oldAddressesOf } from './old-addresses.ts'
import { kindOf } from './planning-phase.ts'
import { idsOf, prepareItem } from './prepare.ts'
import { readdress } from './readdressing.ts'
import { DuplicateDetector } from './duplicate-detector.ts'
import { importOldAddresses } from './redirect-lines.ts'
import { rehearse } from './rehearsal.ts'
import { pieceOfLine, reportedNumbers } from './report-store.ts'
import { type Batch, convertAhead, nothingConverted, type Numbered } from './converting-ahead.ts'
import { ContentConverter } from './convert/content-converter.ts'
import type { Converted } from './convert/convert.ts'
import { applyTargets, resolveBatch, untargetedPieces } from './resolving.ts'
import { type ImportOutcome, firstItem, report, type Run, stopIfAsked } from './run.ts'
import { type PreparedSection, prepareSection, writeSection } from './sections.ts'
import type { MadeTerms } from './made-terms.ts'
import { timeText } from '../platform/time-text.ts'
import { localeNotes, localeOf, type Translations } from './translations.ts'
import { readRecords } from './wxr/prepared.ts'
import type { ExportItem } from './wxr/records.ts'

/** limits of items and characters per batch, because a batch is in memory, converted and resolved at once */
const batchSize = 80
const batchLength = 1_000_000

/** limit of menu entries, which stay in memory until all items are created */
const maxEntries = 100_000

/** limits of menus made of blocks (`wp_navigation`), and of characters in one */
const maxNavigations = 500
const longestNavigation = 500_000

/**
 * The menus and menu entries of an export, which has them as items; they are created after the content they refer to.
 */
export interface FoundMenus {
  readonly entries: MenuEntry[]
  readonly navigations: NavigationItem[]
}

/**
 * Creates the items of the export in batches; translations in a second pass, because they refer to what they translate.
 * Returns the menus and menu entries found.
 */
export async function makeItems(run: Run, terms: MadeTerms, translations: Translations): Promise<FoundMenus> {
  const menus: FoundMenus = { entries: [], navigations: [] }
  const users = await authorsOf(run)
  const converter = new ContentConverter()
  const context: PhaseContext = {
    run,
    terms,
    users,
    translations,
    duplicates: new DuplicateDetector(),
    converter,
  }
  // A run that must stop does not wait for the thread.
  const stop = (): void => void converter.end()
  run.signal.addEventListener('abort', stop)
  try {
    await makeItemsOfPass(context, menus, { isTranslation: false })
    if (translations.hasTranslations) await makeItemsOfPass(context, null, { isTranslation: true })
    return menus
  } finally {
    run.signal.removeEventListener('abort', stop)
    await converter.end()
  }
}

/**
 * Reads the items of one pass in batches. A batch is written while the thread converts the contents of the next one, so
 * each is begun before the one before it is finished.
 */
async function makeItemsOfPass(
  context: PhaseContext,
  menus: FoundMenus | null,
  { isTranslation }: { isTranslation: boolean },
): Promise<void> {
  const { run, translations } = context
  const reading = readRecords(run.path)
  let batch: Numbered[] = []
  let length = 0
  // The numbers of the next item, and of its first old address, in the report.
  let seq = firstItem
  let oldAddresses = 0
  /** the batch whose conversion has begun, and which is written next */
  let begun: Batch | null = null
  /** whether the last finished batch had new items, so that the next one probably has some too */
  let hasFresh = true
  /** Writes the batch that was begun. */
  const finish = async (): Promise<void> => {
    if (begun === null) return
    hasFresh = await makeBatch(context, begun)
    await importOldAddresses(run, begun.items)
    reportPass(context, begun, { isTranslation })
    stopIfAsked(run)
  }
  /** Begins the conversion of the collected batch, then writes the one before it. */
  const flush = async ({ isLast }: { isLast: boolean }): Promise<void> => {
    // No thread for a small export, or for items that were probably imported before.
    const isOnlyBatch = isLast && begun === null
    const convertsAhead = hasFresh && !isOnlyBatch
    const next: Batch = {
      items: batch,
      contents: convertsAhead ? convertAhead(run, context.converter, batch) : nothingConverted,
      fraction: reading.fraction,
      read: seq - firstItem,
    }
    batch = []
    length = 0
    await finish()
    begun = next
  }
  for await (const record of reading.records()) {
    if (record.kind !== 'item') continue
    const { item } = record
    // Both passes count all items, so that each has the same number in both.
    const numbered = { item, seq: seq++, key: originOf(run.site, item), before: oldAddresses }
    oldAddresses += oldAddressesOf(item).length
    if (isMenuItem(item) || item.type === 'wp_navigation') {
      // The second pass finds the same menus again.
      const refusal = menus === null ? null : collectMenu(menus, numbered)
      if (refusal !== null) await report(run, [refusal])
      continue
    }
    const isTranslationItem = translations.sourceOf(item) !== null
    if (isTranslationItem !== isTranslation) continue
    batch.push(numbered)
    length += item.content.length
    if (batch.length >= batchSize || length >= batchLength) await flush({ isLast: false })
  }
  await flush({ isLast: true })
  await finish()
}

/**
 * Reports the progress after a batch. With translations, each of the two passes is half of the work; both read the whole
 * file, so the number of items that were read stays that of the first one.
 */
function reportPass(
  { run: { progress }, translations }: PhaseContext,
  { read, fraction }: Batch,
  { isTranslation }: { isTranslation: boolean },
): void {
  if (!translations.hasTranslations) return progress.report(read, fraction)
  const { done } = progress.facts
  progress.report(Math.max(done, read), (isTranslation ? 1 + fraction : fraction) / 2)
}

/** Adds a menu or an entry to those found; returns its outcome if it is over a limit, else null. */
function collectMenu({ entries, navigations }: FoundMenus, { item, seq }: Numbered): ImportOutcome | null {
  const refused = (message: Message): ImportOutcome => ({
    ...factsOf(item, seq),
    outcome: 'failed',
    code: 'TOO_MANY',
    ...message,
  })
  if (isMenuItem(item)) {
    if (entries.length >= maxEntries) return refused(failureMessage('entriesTooMany', { most: maxEntries }))
    entries.push(detachedCopy(menuEntryOf(item, seq)))
    return null
  }
  if (navigations.length >= maxNavigations)
    return refused(failureMessage('blockMenusTooMany', { most: maxNavigations }))
  if (item.content.length > longestNavigation)
    return refused(failureMessage('blockMenuTooLong', { most: longestNavigation }))
  // Custom fields of menus are not imported, and would take memory.
  navigations.push({ item: detachedCopy({ ...item, meta: [] }), seq })
  return null
}

/** What all batches of the phase share. */
interface PhaseContext {
  readonly run: Run
  readonly terms: MadeTerms
  /** login → id of the user with the author's e-mail address */
  readonly users: ReadonlyMap<string, string>
  readonly translations: Translations
  readonly duplicates: DuplicateDetector
  readonly converter: ContentConverter
}

/** login of an author → id of the user with the author's e-mail address */
async function authorsOf({ services, analyzed }: Run): Promise<Map<string, string>> {
  const addresses = analyzed.authors.map(({ email }) => email.toLowerCase()).filter((email) => email !== '')
  const users = await usersByAddress({ db: services.database.reader }, addresses)
  return new Map(
    analyzed.authors.flatMap(({ login, email }) => {
      const id = users.get(email.toLowerCase())
      return id === undefined ? [] : [[login, id] as const]
    }),
  )
}

/**
 * Reports the items that exist or are left out, and creates the others. Items with a line in the report were written
 * before the run was interrupted. Returns whether any of the items was new.
 */
async function makeBatch(context: PhaseContext, { items: batch, contents }: Batch): Promise<boolean> {
  const { run } = context
  const first = batch[0]
  const last = batch.at(-1)
  // Only the last batch can be empty, and no batch follows that depends on the result.
  if (first === undefined || last === undefined) return true
  const db = run.services.database.reader
  const done = await reportedNumbers(db, run.importId, first.seq, last.seq)
  const unreported = batch.filter(({ seq }) => !done.has(seq))
  const origins = await currentOrigins(run, unreported)
  const existing = await findExisting(run, [...origins.values()])
  const outcomes: ImportOutcome[] = []
  const fresh: Numbered[] = []
  // Looks in the whole batch, because an item can be a copy of one that was written before an interruption.
  const copies = await context.duplicates.copiesAmong(batch, (earlier) => wasReported(run, earlier))
  for (const one of unreported) {
    const knownOutcome = outcomeWithoutWriting(run, one, {
      origin: origins.get(one.key),
      existing,
      isCopy: copies.has(one.seq),
    })
    if (knownOutcome === null) fresh.push(one)
    else outcomes.push(knownOutcome)
  }
  await report(run, await withMediaAdded(run, batch, outcomes))
  const converted = await contents
  // A run that must stop has ended the thread, and converts nothing itself.
  stopIfAsked(run)
  await makeFresh(context, fresh, { origins, contents: converted })
  return fresh.length > 0
}

/** The origins of items by their keys. Those of files have the current records. */
async function currentOrigins(
  run: Run,
  unreported: readonly Numbered[],
): Promise<ReadonlyMap<string, OriginRow>> {
  const keys = unreported.map(({ key }) => key)
  const origins = await findOrigins(run.services.database.reader, keys)
  const rows = await withCurrentMedia(run, [...origins.values()])
  return new Map(rows.map((row) => [row.origin, row]))
}

/** Whether the report line with this number belongs to this item. */
async function wasReported({ services, importId }: Run, { item, seq }: Numbered): Promise<boolean> {
  const [row] = await pieceOfLine(services.database.reader, importId, seq)
  return row?.source_id === item.id && row.kind === item.type
}

/** Adds imported media to an item from an earlier import without media, unless a user has changed the item. */
async function withMediaAdded(
  run: Run,
  batch: readonly Numbered[],
  outcomes: readonly ImportOutcome[],
): Promise<readonly ImportOutcome[]> {
  if (!run.options.includeMedia || run.options.dryRun) return outcomes
  const items = new Map(batch.map(({ seq, item }) => [seq, item]))
  const after: ImportOutcome[] = []
  for (const outcome of outcomes) {
    const item = items.get(outcome.seq)
    const plan = item === undefined ? undefined : run.collections.get(item.type)
    const isItem = outcome.outcome === 'present' && item !== undefined && plan !== undefined
    const note = isItem ? await readdress(run, { item, plan, id: outcome.item_id ?? '' }) : null
    after.push(note === null ? outcome : { ...outcome, ...note })
  }
  return after
}

interface KnownItem {
  /** undefined if none is stored, because a dry run plans no items */
  readonly origin: OriginRow | undefined
  /** the ids of the items that exist on this site */
  readonly existing: ReadonlySet<string>
  /** an item before it in the export is the same one */
  readonly isCopy: boolean
}

/** Why an item could not be read; only Markdown files with invalid front matter have such a failure. */
function unreadable(
  failure: NonNullable<ExportItem['failure']>,
): Pick<ImportOutcome, 'code' | 'reason' | 'because'> {
  return { code: 'UNREADABLE', ...failureMessage('frontMatterBroken', failure) }
}

/** The part of an item's report line that does not depend on the outcome. */
function factsOf(item: ExportItem, seq: number): Omit<ImportOutcome, 'outcome'> {
  return {
    kind: item.type,
    seq,
    source_id: item.id,
    title: lineOf(item.title) || item.name || `#${item.id}`,
    old_url: item.link === '' ? null : shownAddress(item.link).slice(0, 2000),
    line: item.line,
  }
}

/** The outcome of an item that is not created; null for those to create. */
function outcomeWithoutWriting(
  run: Run,
  { item, seq }: Numbered,
  { origin, existing, isCopy }: KnownItem,
): ImportOutcome | null {
  const base = factsOf(item, seq)
  // null: nothing is created of the item.
  const kind = kindOf(run, item)
  const skipped = (message: Remarked): ImportOutcome => ({ ...base, outcome: 'skipped', ...message })
  if (item.failure !== undefined) return { ...base, outcome: 'failed', ...unreadable(item.failure) }
  if (kind === null) return skipped(remark('internalType', {}))
  if (isCopy) return skipped(remark('standsBefore', {}))
  // A file of a dry run, or of a run without files: others have their line from the media phase already.
  if (kind === 'attachment') return findAttachmentOutcome(run, base, origin)
  if (kind === 'section' && item.status === 'trash') return skipped(remark('sectionInTrash', {}))
  const isPresent = origin?.is_made === 1 && existing.has(origin.item_id ?? '')
  if (!isPresent) return null
  return {
    ...base,
    outcome: 'present',
    collection: kind === 'item' ? origin.collection : null,
    item_id: origin.item_id,
  }
}

interface FreshItem extends Pick<ReadyItem, 'prepared' | 'plan' | 'seq'> {
  readonly key: string
}

type FreshSection = Numbered & PreparedSection

/** Converts new items and sections. One that cannot be converted is reported, and does not stop the others. */
async function prepareFresh(
  run: Run,
  fresh: readonly Numbered[],
  contents: ReadonlyMap<number, Converted>,
): Promise<{ items: FreshItem[]; sections: FreshSection[] }> {
  const now = timeText(await run.services.sharedClock())
  const authors = new Map(run.analyzed.authors.map((author) => [author.login, author]))
  const failed: ImportOutcome[] = []
  /** What `prepare` returns; nothing if it throws, which is reported. */
  const preparedOrReported = <Made>(
    { item, seq }: Numbered,
    prepare: () => readonly Made[],
  ): readonly Made[] => {
    try {
      return prepare()
    } catch (error) {
      failed.push({ ...factsOf(item, seq), outcome: 'failed', ...reasonOf(run, error) })
      return []
    }
  }
  const sections = fresh.flatMap((one) =>
    preparedOrReported(one, () =>
      one.item.type === 'wp_block' ? [{ ...one, ...prepareSection(one.item) }] : [],
    ),
  )
  const items = fresh.flatMap((one) =>
    preparedOrReported(one, () => {
      const { item, seq, key } = one
      const plan = run.collections.get(item.type)
      if (plan === undefined) return []
      const author = authors.get(item.creator)
      const converted = contents.get(seq)
      return [{ prepared: prepareItem(item, plan, { author, now, acf: run.acf, converted }), plan, seq, key }]
    }),
  )
  await report(run, failed)
  return { items, sections }
}

/** Converts new items and sections, resolves what they refer to, and writes them. */
async function makeFresh(
  context: PhaseContext,
  fresh: readonly Numbered[],
  {
    origins,
    contents,
  }: { origins: ReadonlyMap<string, OriginRow>; contents: ReadonlyMap<number, Converted> },
): Promise<void> {
  const { run } = context
  const { items, sections } = await prepareFresh(run, fresh, contents)
  const all = [
    ...items.map(({ prepared }) => prepared.converted),
    ...sections.map(({ converted }) => converted),
  ]
  // The ids that items refer to other than by addresses in their content.
  const ids = items.flatMap(({ prepared }) => [
    ...idsOf(prepared),
    context.translations.sourceOf(prepared.item) ?? '',
  ])
  const resolved = await resolveBatch(
    run,
    run.services.database.reader,
    all.flatMap(({ findings }) => findings.addresses),
    ids,
  )
  for (const section of sections) {
    const untargeted = applyTargets(section, resolved, run.analyzed.site.url)
    if (!run.options.dryRun) section.notes.push(...untargetedPieces(untargeted))
  }
  const ready: ReadyItem[] = []
  for (const { prepared, plan, seq, key } of items) {
    const waiting = await complete(run, { prepared, plan }, resolved)
    const origin = origins.get(key) ?? unplanned(key)
    const authorId = context.users.get(prepared.item.creator) ?? null
    const sourceId = context.translations.sourceOf(prepared.item)
    const translationOf =
      sourceId === null ? null : findSource(run, { prepared, plan }, resolved.item(sourceId))
    prepared.notes.push(...localeNotes(run, prepared.item))
    const locale = localeOf(run, prepared.item)
    const terms = context.terms
    ready.push({ prepared, plan, seq, origin, authorId, waiting, terms, locale, translationOf })
  }
  if (run.options.dryRun) return rehearse(run, ready, sections)
  await Promise.all([
    writeItems(run, ready),
    ...sections.map((one) => writeSection(run, one, origins.get(one.key) ?? unplanned(one.key))),
  ])
}

/** The item that an item translates; null if it was not imported, which is noted. */
function findSource(
  run: Run,
  { prepared, plan }: Pick<ReadyItem, 'prepared' | 'plan'>,
  row: OriginRow | undefined,
): string | null {
  if (run.options.dryRun) return null
  if (row?.is_made === 1 && row.collection === plan.slug && row.item_id !== null) return row.item_id
  prepared.notes.push(remark('translationLost', {}))
  return null
}

/** A row for an item without a stored origin, which only a dry run has. */
function unplanned(origin: string): OriginRow {
  return {
    origin,
    site: '',
    kind: 'item',
    source_id: '',
    parent_source_id: '',
    collection: null,
    slug: null,
    item_id: null,
    is_made: 0,
    file_url: null,
    details: null,
    locale: null,
  }
}
