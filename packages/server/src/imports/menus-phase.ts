import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../core/context.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { menuHandlers } from '../site/menus/handlers.ts'
import { remark, messageOfError } from './messages.ts'
import { lineOf } from './convert/html.ts'
import { reasonOf } from './item-writing.ts'
import { type EntryFacts, factsOf, type MenuEntry } from './menu-entries.ts'
import { freeName } from './naming.ts'
import { placeOf, rehearsedPlaces } from './menu-places.ts'
import { findOrigins, insertOrigin, type OriginRow, updateOrigin } from './origin-store.ts'
import { insertReport } from './report-store.ts'
import { type ImportOutcome, reportRow, firstItem, report, type Run, stopIfAsked, write } from './run.ts'
import type { MadeTerms } from './made-terms.ts'

/** the report number of the first menu: after all items */
const firstMenu = firstItem * 100

/** Creates each menu completely or not at all. An existing menu is not changed. */
export async function makeMenus(run: Run, terms: MadeTerms, entries: readonly MenuEntry[]): Promise<void> {
  const names = new Set<string>()
  const known = new Set(run.analyzed.menus.map(({ name }) => name))
  const byMenu = Map.groupBy(
    entries,
    ({ item }) => item.terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.slug ?? '',
  )
  let seq = firstMenu
  for (const { name: source, label } of run.analyzed.menus) {
    stopIfAsked(run)
    const name = freeName(menuName(source), names)
    const base = {
      kind: 'menu',
      seq: seq++,
      source_id: source,
      title: lineOf(label) || name,
      collection: null,
    }
    const own = byMenu.get(source) ?? []
    await makeMenu(run, {
      source,
      name,
      label: lineOf(label).slice(0, limits.label) || name,
      base,
      entries: own,
      terms,
    })
  }
  const strays = entries.filter(
    ({ item }) => !item.terms.some(({ taxonomy, slug }) => taxonomy === 'nav_menu' && known.has(slug)),
  )
  await report(
    run,
    strays.map((entry) => ({
      ...outcomeOf(entry),
      outcome: 'skipped',
      ...remark('entryOfNoMenu', {}),
    })),
  )
}

function menuName(source: string): string {
  const plain = source
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, limits.fieldSlug - 4)
  return plain === '' ? 'menu' : plain
}

interface NewMenu {
  readonly source: string
  readonly name: string
  readonly label: string
  readonly base: Omit<ImportOutcome, 'outcome'>
  readonly entries: readonly MenuEntry[]
  readonly terms: MadeTerms
}

function outcomeOf({ item, seq }: MenuEntry): Omit<ImportOutcome, 'outcome'> {
  return {
    kind: item.type,
    seq,
    source_id: item.id,
    title: lineOf(item.title) || `#${item.id}`,
    line: item.line,
  }
}

async function makeMenu(run: Run, menu: NewMenu): Promise<void> {
  const { base, entries } = menu
  const all = (outcome: ImportOutcome['outcome'], message: Partial<ImportOutcome>): Promise<void> =>
    report(run, [
      { ...base, outcome, ...message },
      ...entries.map((entry) => ({ ...outcomeOf(entry), outcome, ...message })),
    ])
  if (!run.options.includeMenus) {
    return all('skipped', remark('menusLeftOut', {}))
  }
  const origin = `${run.site} nav_menu ${menu.source}`
  const known = (await findOrigins(run.services.database.reader, [origin])).get(origin)
  if (await isMenu(run, known?.slug ?? menu.name)) {
    if (known?.is_made === 1) return all('present', {})
    return all('skipped', remark('menuKept', { menu: menu.name }))
  }
  if (run.options.dryRun) return rehearseMenu(run, menu)
  try {
    await write(run.services, {}, (context) => makeWhole(run, context, menu, origin))
  } catch (error) {
    await all('failed', reasonOf(run, error))
  }
}

/** The outcome of a menu in a dry run. */
async function rehearseMenu(run: Run, { base, entries, terms }: NewMenu): Promise<void> {
  const ordered = inOrder(entries)
  const problemWith = await rehearsedPlaces(
    run,
    ordered.map(({ facts }) => facts),
    terms,
  )
  const outcomes = ordered.map(({ entry, facts, isMoved }): ImportOutcome => {
    const trouble = problemWith(facts)
    if (trouble !== null) return { ...outcomeOf(entry), outcome: 'failed', ...trouble }
    return { ...outcomeOf(entry), outcome: 'created', ...(isMoved && moved) }
  })
  await report(run, [{ ...base, outcome: 'created' }, ...outcomes])
}

async function isMenu({ services }: Run, name: string): Promise<boolean> {
  return write(services, {}, async (context) => {
    try {
      await menuHandlers.get(context, { name })
      return true
    } catch (error) {
      if (error instanceof OctavoError && error.code === 'NOT_FOUND') return false
      throw error
    }
  })
}

async function makeWhole(run: Run, context: WriteContext, menu: NewMenu, origin: string): Promise<void> {
  const { name, label, base, entries } = menu
  await menuHandlers.create(context, { name, label })
  const row: OriginRow = {
    origin,
    site: run.site,
    kind: 'menu',
    source_id: '',
    parent_source_id: '',
    collection: null,
    slug: name,
    item_id: null,
    is_made: 1,
    file_url: null,
    details: null,
  }
  await insertOrigin(context.db, row, [])
  await updateOrigin(context.db, origin, { is_made: 1, slug: name })
  await insertReport(context.db, reportRow(run, { ...base, outcome: 'created', new_url: null }))
  const ids = new Map<string, string>()
  for (const { entry, facts, isMoved } of inOrder(entries)) {
    const message = await addEntry(run, context, { menu, entry, facts, ids, isMoved })
    await insertReport(context.db, reportRow(run, { ...outcomeOf(entry), ...message }))
  }
}

interface Ordered {
  readonly entry: MenuEntry
  readonly facts: EntryFacts
  /** the parent is missing or part of a cycle, so the entry moves to the top level */
  readonly isMoved: boolean
}

/** Entries in their order, each after its parent. */
function inOrder(entries: readonly MenuEntry[]): Ordered[] {
  const all = entries
    .map((entry) => ({ entry, facts: factsOf(entry) }))
    .toSorted((one, other) => one.facts.order - other.facts.order || one.entry.seq - other.entry.seq)
  const children = Map.groupBy(all, ({ facts }) => facts.parentId)
  const ordered: Ordered[] = []
  const placed = new Set<MenuEntry>()
  const place = (level: typeof all, isMoved: boolean): void => {
    for (const one of level) {
      if (placed.has(one.entry)) continue
      placed.add(one.entry)
      ordered.push({ ...one, isMoved })
    }
  }
  place(children.get('') ?? [], false)
  for (let at = 0; ; at++) {
    if (at === ordered.length) {
      const stray = all.find(({ entry }) => !placed.has(entry))
      if (stray === undefined) return ordered
      place([stray], true)
    }
    const { id } = ordered[at]?.facts ?? { id: '' }
    if (id !== '') place(children.get(id) ?? [], false)
  }
}

interface NewEntry extends Ordered {
  readonly menu: NewMenu
  /** id of an entry on the old site → id of the item here, or of its nearest imported ancestor */
  readonly ids: Map<string, string>
}

const moved = remark('entryMovedUp', {})

type Told = Pick<ImportOutcome, 'outcome'> & Partial<ImportOutcome>

async function addEntry(run: Run, context: WriteContext, entry: NewEntry): Promise<Told> {
  const { menu, facts, ids, isMoved } = entry
  const parentId = isMoved ? undefined : ids.get(facts.parentId)
  const place = await placeOf(run, context, { facts, terms: menu.terms })
  if ('code' in place) {
    if (parentId !== undefined) ids.set(facts.id, parentId)
    return { outcome: 'failed', ...place }
  }
  const label = (lineOf(entry.entry.item.title) || place.label).slice(0, limits.label) || '…'
  try {
    const { item } = (await menuHandlers.addItem(context, {
      name: menu.name,
      label,
      ...place.pointer,
      ...(parentId !== undefined && { parentId }),
      target: facts.target,
      cssClasses: facts.cssClasses,
    })) as { item: { id: string } }
    ids.set(facts.id, item.id)
    return { outcome: 'created', item_id: item.id, ...(isMoved && moved) }
  } catch (error) {
    if (!(error instanceof OctavoError) || isUnavailable(error)) throw error
    return { outcome: 'failed', code: error.code, ...messageOfError(error) }
  }
}
