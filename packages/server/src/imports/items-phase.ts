import { OctavoError } from '../errors.ts'
import { parseValues } from '../content/values.ts'
import { collectionModel, type CollectionModel } from '../schema/model.ts'
import { usersByAddress } from '../users/address-store.ts'
import { remark, type Why, why, whyOf } from './because.ts'
import { findAttachmentFate } from './attachments.ts'
import { complete, stillHere } from './completing.ts'
import { originOf } from './origins.ts'
import { findOrigins, type OriginRow } from './origin-store.ts'
import { type ReadyItem, told, writeItem } from './item-writing.ts'
import { lineOf } from './convert/html.ts'
import { kept } from './kept.ts'
import { isMenuItem, type MenuEntry } from './menu-entries.ts'
import { kindOf } from './planning-phase.ts'
import { prepareItem, thumbnailOf } from './prepare.ts'
import { readdress } from './readdressing.ts'
import { Met } from './met.ts'
import { reportedAt, reportedBetween } from './report-store.ts'
import { applyTargets, lostPieces, resolveBatch } from './resolving.ts'
import { type Fate, firstItem, report, type Run, stopIfAsked } from './run.ts'
import { type PreparedSection, prepareSection, writeSection } from './sections.ts'
import type { MadeTerms } from './terms-phase.ts'
import { timeText } from '../time-text.ts'
import { readRecords } from './wxr/prepared.ts'
import type { ExportItem } from './wxr/records.ts'

/** items that are dealt with at a time, and the characters that they may have together */
const batchSize = 64
const batchLength = 1_000_000

/** entries of menus, which are kept in memory until all items are made */
const mostEntries = 100_000

function tooMany(item: ExportItem, seq: number): Fate {
  const fate = { kind: item.type, seq, source_id: item.id, title: '', code: 'TOO_MANY' }
  return { ...fate, outcome: 'failed', ...why('entriesTooMany', { most: mostEntries }) }
}

interface Numbered {
  readonly item: ExportItem
  readonly seq: number
  readonly key: string
}

/** Makes the items of the export, a batch at a time. Gives the entries of menus that it met. */
export async function makeItems(run: Run, terms: MadeTerms): Promise<MenuEntry[]> {
  const reading = readRecords(run.path)
  const menus: MenuEntry[] = []
  const work = { run, terms, users: await authorsOf(run), met: new Met() }
  let batch: Numbered[] = []
  let length = 0
  let seq = firstItem
  const flush = async (): Promise<void> => {
    await makeBatch(work, batch)
    batch = []
    length = 0
    run.progress.tell(seq - firstItem, reading.part)
    stopIfAsked(run)
  }
  for await (const record of reading.records()) {
    if (record.kind !== 'item') continue
    const { item } = record
    const numbered = { item, seq: seq++, key: originOf(run.site, item) }
    if (isMenuItem(item)) {
      if (menus.length < mostEntries) menus.push({ item: kept({ ...item, content: '' }), seq: numbered.seq })
      else await report(run, [tooMany(item, numbered.seq)])
      continue
    }
    batch.push(numbered)
    length += item.content.length
    if (batch.length >= batchSize || length >= batchLength) await flush()
  }
  await flush()
  return menus
}

interface Work {
  readonly run: Run
  readonly terms: MadeTerms
  /** login → id of the user with the author's address */
  readonly users: ReadonlyMap<string, string>
  readonly met: Met
}

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

async function makeBatch(work: Work, batch: readonly Numbered[]): Promise<void> {
  const { run } = work
  const first = batch[0]
  const last = batch.at(-1)
  if (first === undefined || last === undefined) return
  const db = run.services.database.reader
  const done = await reportedBetween(db, run.importId, first.seq, last.seq)
  const open = batch.filter(({ seq }) => !done.has(seq))
  const origins = await findOrigins(
    db,
    open.map(({ key }) => key),
  )
  const here = await stillHere(run, [...origins.values()])
  const fates: Fate[] = []
  const fresh: Numbered[] = []
  const copies = await work.met.copiesAmong(batch, (before) => wasReported(run, before))
  for (const one of open) {
    const fate = settledFate(run, one, { origin: origins.get(one.key), here, isCopy: copies.has(one.seq) })
    if (fate === null) fresh.push(one)
    else fates.push(fate)
  }
  await report(run, await withMediaAdded(run, batch, fates))
  await makeFresh(work, fresh, origins)
}

/** Whether this item is what the report of this run has at a number. */
async function wasReported({ services, importId }: Run, { item, seq }: Numbered): Promise<boolean> {
  const [row] = await reportedAt(services.database.reader, importId, seq)
  return row?.source_id === item.id && row.kind === item.type
}

/** What was imported without media before gets ours now, where nobody has changed it since. */
async function withMediaAdded(
  run: Run,
  batch: readonly Numbered[],
  fates: readonly Fate[],
): Promise<readonly Fate[]> {
  if (!run.options.includeMedia || run.options.dryRun) return fates
  const items = new Map(batch.map(({ seq, item }) => [seq, item]))
  const after: Fate[] = []
  for (const fate of fates) {
    const item = items.get(fate.seq)
    const plan = item === undefined ? undefined : run.collections.get(item.type)
    const isItem = fate.outcome === 'present' && item !== undefined && plan !== undefined
    const note = isItem ? await readdress(run, { item, plan, id: fate.item_id ?? '' }) : null
    after.push(note === null ? fate : { ...fate, ...note })
  }
  return after
}

interface Knowledge {
  readonly origin: OriginRow | undefined
  readonly here: ReadonlySet<string>
  readonly isCopy: boolean
}

/** The menu of a theme that is made of blocks: it has no entries in the export that could be imported. */
function navigationLeftOut({ content }: ExportItem): Why {
  const links = content.matchAll(/<!-- wp:navigation-(?:link|submenu) (\{[^]*?\})/g)
  const entries = [...links].map(([, said = '']) => said)
  return entries.length === 0
    ? remark('navigationEmpty', {})
    : remark('navigationLeftOut', { entries: entries.join(' ') })
}

/** What is to be said of an item that nothing is made of; null for those that are to be made. */
function settledFate(run: Run, { item, seq }: Numbered, { origin, here, isCopy }: Knowledge): Fate | null {
  const fate = {
    kind: item.type,
    seq,
    source_id: item.id,
    title: lineOf(item.title) || item.name || `#${item.id}`,
    old_url: item.link === '' ? null : item.link.slice(0, 2000),
    line: item.line,
  }
  const kind = kindOf(run, item)
  const skipped = (code: string, said: Why): Fate => ({ ...fate, outcome: 'skipped', code, ...said })
  if (item.type === 'wp_navigation') return skipped('NAVIGATION_LEFT_OUT', navigationLeftOut(item))
  if (kind === null) return skipped('INTERNAL_TYPE', remark('internalType', {}))
  if (isCopy) return skipped('DUPLICATE', remark('standsBefore', {}))
  if (kind === 'attachment') return findAttachmentFate(run, fate, origin)
  if (kind === 'section' && item.status === 'trash') return skipped('IN_TRASH', remark('sectionInTrash', {}))
  const isPresent = origin?.is_made === 1 && here.has(origin.item_id ?? '')
  if (!isPresent) return null
  return {
    ...fate,
    outcome: 'present',
    collection: kind === 'item' ? origin.collection : null,
    item_id: origin.item_id,
  }
}

async function makeFresh(
  work: Work,
  fresh: readonly Numbered[],
  origins: ReadonlyMap<string, OriginRow>,
): Promise<void> {
  const { run } = work
  const now = timeText(run.services.clock())
  const authors = new Map(run.analyzed.authors.map((author) => [author.login, author]))
  const sections = fresh
    .filter(({ item }) => item.type === 'wp_block')
    .map((one) => ({ ...one, ...prepareSection(one.item) }))
  const items = fresh.flatMap(({ item, seq, key }) => {
    const plan = run.collections.get(item.type)
    if (plan === undefined) return []
    return [{ prepared: prepareItem(item, plan, { author: authors.get(item.creator), now }), plan, seq, key }]
  })
  const db = run.services.database.reader
  const all = [
    ...items.map(({ prepared }) => prepared.converted),
    ...sections.map(({ converted }) => converted),
  ]
  const ids = items.flatMap(({ prepared: { item } }) => [item.parent, thumbnailOf(item)])
  const resolved = await resolveBatch(
    run,
    db,
    all.flatMap(({ findings }) => findings.addresses),
    ids,
  )
  for (const section of sections) {
    const lost = applyTargets(section, resolved, run.analyzed.site.url)
    if (!run.options.dryRun) section.notes.push(...lostPieces(lost))
  }
  const ready: ReadyItem[] = []
  for (const { prepared, plan, seq, key } of items) {
    const waitsForParent = await complete(run, { prepared, plan }, resolved)
    const origin = origins.get(key) ?? unplanned(key)
    const authorId = work.users.get(prepared.item.creator) ?? null
    ready.push({ prepared, plan, seq, origin, authorId, waitsForParent, terms: work.terms })
  }
  if (run.options.dryRun) return rehearse(run, ready, sections)
  await Promise.all([
    ...ready.map((one) => writeItem(run, one)),
    ...sections.map((one) => writeSection(run, one, origins.get(one.key) ?? unplanned(one.key))),
  ])
}

/** In a dry run nothing is planned. */
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
  }
}

/** What a dry run can tell: whether the values would be taken. */
async function rehearse(
  run: Run,
  items: readonly ReadyItem[],
  sections: readonly (Numbered & PreparedSection)[],
): Promise<void> {
  const fates = items.map(({ prepared, plan, seq }): Fate => {
    const { item, title, notes, data } = prepared
    const fate = {
      kind: item.type,
      seq,
      source_id: item.id,
      title: title || item.name || `#${item.id}`,
      collection: plan.slug,
      old_url: item.link === '' ? null : item.link.slice(0, 2000),
      line: item.line,
    }
    const refusal = refusalOf(run, plan.slug, data)
    if (refusal === null) return { ...fate, ...told(notes), outcome: 'created' }
    return { ...fate, outcome: 'failed', code: refusal.code, ...whyOf(refusal) }
  })
  const ofSections = sections.map(({ item, seq, title, notes }): Fate => {
    const fate = { kind: item.type, seq, source_id: item.id, title, line: item.line }
    return { ...fate, ...told(notes), outcome: 'created' }
  })
  await report(run, [...fates, ...ofSections])
}

/** Why an existing collection would refuse values; one that is made for them does not. */
function refusalOf(
  { services }: Run,
  slug: string,
  data: Readonly<Record<string, unknown>>,
): OctavoError | null {
  const existing = services.schema.current.collections.get(slug)
  if (existing === undefined) return null
  const known = onlyKnown(existing, data)
  const { issues } = parseValues(
    collectionModel(
      existing.definition,
      existing.fields.map(({ definition }) => definition),
    ),
    known,
    {
      complete: true,
      blocks: services.plugins.current.blocks,
    },
  )
  const [first] = issues
  if (first === undefined) return null
  const details = { issues: [first] }
  return new OctavoError('VALIDATION_ERROR', `${first.path}: ${first.message}`, { details })
}

function onlyKnown(
  { field }: CollectionModel,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([slug]) => field.has(slug)))
}
