import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../core/context.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { menuHandlers } from '../site/menus/handlers.ts'
import { addItemTo, type OpenMenu } from '../site/menus/items.ts'
import { openMenuForChange } from '../site/menus/menu.ts'
import { failureMessage, remark, messageOfError } from './messages.ts'
import { lineOf } from './convert/html.ts'
import { reasonOf, reportedNotes } from './item-writing.ts'
import type { MenuEntry } from './menu-entries.ts'
import { freeName } from './naming-identifiers.ts'
import type { Note } from './prepare.ts'
import { findTarget, rehearsedTargets } from './menu-targets.ts'
import { findOrigins, insertOrigins, type OriginRow, updateOrigin } from './origin-store.ts'
import { insertReports } from './report-store.ts'
import { type ImportOutcome, reportRow, firstItem, report, type Run, stopIfAsked, write } from './run.ts'
import type { MadeTerms } from './made-terms.ts'

/** the report number of the first menu, after all items (see `firstItem`) */
export const firstMenu = firstItem * 100

/**
 * Creates each menu completely or not at all. An existing menu is not changed. Returns the names chosen for the menus,
 * also for those that are not created.
 */
export async function makeMenus(
  run: Run,
  terms: MadeTerms,
  entries: readonly MenuEntry[],
): Promise<Set<string>> {
  const names = new Set<string>()
  const menusOfExport = new Set(run.analyzed.menus.map(({ name }) => name))
  const byMenu = Map.groupBy(entries, ({ menu }) => menu)
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
    const entriesOfMenu = byMenu.get(source) ?? []
    await makeMenu(run, {
      origin: `${run.site} nav_menu ${source}`,
      name,
      label: lineOf(label).slice(0, limits.label) || name,
      base,
      entries: entriesOfMenu,
      terms,
    })
  }
  const withoutMenu = entries.filter(({ menu }) => !menusOfExport.has(menu))
  await report(
    run,
    withoutMenu.map((entry) => ({
      ...outcomeOf(entry),
      outcome: 'skipped',
      ...remark('entryOfNoMenu', {}),
    })),
  )
  return names
}

/** A valid name for a menu, with room for a number if it is taken. */
export function menuName(source: string): string {
  const plain = source
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, limits.fieldSlug - 4)
  return plain === '' ? 'menu' : plain
}

/** A menu of the export as it is to be created. */
export interface NewMenu {
  /** its permanent name in the table of origins */
  readonly origin: string
  readonly name: string
  readonly label: string
  readonly base: Omit<ImportOutcome, 'outcome'>
  /** details that menus cannot store */
  readonly notes?: readonly Note[]
  readonly entries: readonly MenuEntry[]
  readonly terms: MadeTerms
}

/** The part of an entry's report line that does not depend on the outcome. */
function outcomeOf({ kind, seq, title, line, facts }: MenuEntry): Omit<ImportOutcome, 'outcome'> {
  return { kind, seq, source_id: facts.id, title: lineOf(title) || `#${facts.id}`, line }
}

/**
 * Creates a menu, and reports it with its entries. If the menu exists, is left out or fails, its entries have the same
 * outcome as it has.
 */
export async function makeMenu(run: Run, menu: NewMenu): Promise<void> {
  const { base, entries } = menu
  const reportAll = (outcome: ImportOutcome['outcome'], message: Partial<ImportOutcome>): Promise<void> =>
    report(run, [
      { ...base, outcome, ...message },
      ...entries.map((entry) => ({ ...outcomeOf(entry), outcome, ...message })),
    ])
  if (!run.options.includeMenus) {
    return reportAll('skipped', remark('menusLeftOut', {}))
  }
  const { origin } = menu
  // A menu of an earlier import has the name that was free then, which can differ from the one chosen now.
  const earlier = (await findOrigins(run.services.database.reader, [origin])).get(origin)
  if (await hasMenu(run, earlier?.slug ?? menu.name)) {
    if (earlier?.is_made === 1) return reportAll('present', {})
    return reportAll('skipped', remark('menuKept', { menu: menu.name }))
  }
  if (run.options.dryRun) return rehearseMenu(run, menu)
  try {
    await write(run.services, {}, (context) => createMenu(run, context, menu))
  } catch (error) {
    await reportAll('failed', reasonOf(run, error))
  }
}

/** Reports a menu with its entries as it would be created. */
async function rehearseMenu(run: Run, { base, entries, terms, notes = [] }: NewMenu): Promise<void> {
  const ordered = inOrder(entries)
  const rehearsedTarget = await rehearsedTargets(
    run,
    ordered.map(({ entry }) => entry.facts),
    terms,
  )
  let count = 0
  const outcomes = ordered.map(({ entry, isMoved }): ImportOutcome => {
    if (count >= limits.menuItems) return { ...outcomeOf(entry), ...menuFull }
    const target = rehearsedTarget(entry.facts)
    if ('code' in target) return { ...outcomeOf(entry), outcome: 'failed', ...target }
    count++
    const notesOfEntry = [...entryNotes({ entry, isMoved }), ...target]
    return { ...outcomeOf(entry), outcome: 'created', ...reportedNotes(notesOfEntry) }
  })
  await report(run, [{ ...base, ...reportedNotes(notes), outcome: 'created' }, ...outcomes])
}

/** Whether this site has a menu with a name. */
async function hasMenu({ services }: Run, name: string): Promise<boolean> {
  // A transaction, because handlers need its context.
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

/** Creates a menu with its entries, its origin and its report lines. */
async function createMenu(run: Run, context: WriteContext, menu: NewMenu): Promise<void> {
  const { origin, name, label, base, entries, notes = [] } = menu
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
    locale: null,
  }
  await insertOrigins(context.db, [{ row, addresses: [] }])
  // The insertion keeps a row of an earlier run, whose menu has been deleted since.
  await updateOrigin(context.db, origin, { is_made: 1, slug: name })
  await insertReports(context, [
    reportRow(run, { ...base, ...reportedNotes(notes), outcome: 'created', new_url: null }),
  ])
  const ids = new Map<string, string>()
  const open: OpenMenu = { menu: await openMenuForChange(context, name), rows: [] }
  for (const { entry, isMoved } of inOrder(entries)) {
    const message = await addEntry(run, context, { menu, open, entry, ids, isMoved })
    await insertReports(context, [reportRow(run, { ...outcomeOf(entry), ...message })])
  }
}

interface Ordered {
  readonly entry: MenuEntry
  /** the parent is missing or part of a cycle, so the entry moves to the top level */
  readonly isMoved: boolean
}

/**
 * Entries in their order, each after its parent: the children of each placed entry are placed next. When none is left,
 * an entry that was not reached is placed at the top, and its children after it.
 */
function inOrder(entries: readonly MenuEntry[]): Ordered[] {
  const sorted = entries.toSorted((one, other) => one.facts.order - other.facts.order || one.seq - other.seq)
  const children = Map.groupBy(sorted, ({ facts }) => facts.parentId)
  const ordered: Ordered[] = []
  const placed = new Set<MenuEntry>()
  const place = (level: readonly MenuEntry[], isMoved: boolean): void => {
    for (const entry of level) {
      if (placed.has(entry)) continue
      placed.add(entry)
      ordered.push({ entry, isMoved })
    }
  }
  place(children.get('') ?? [], false)
  let next = 0
  for (let at = 0; ; at++) {
    if (at === ordered.length) {
      while (next < sorted.length && placed.has(sorted[next] as MenuEntry)) next++
      const stray = sorted[next]
      if (stray === undefined) return ordered
      place([stray], true)
    }
    // An entry without an id has no children: those of `''` are the entries without a parent.
    const { id } = ordered[at]?.entry.facts ?? { id: '' }
    if (id !== '') place(children.get(id) ?? [], false)
  }
}

interface NewEntry extends Ordered {
  readonly menu: NewMenu
  /** the created menu, with the items that were added to it so far */
  readonly open: OpenMenu
  /** id of an entry on the old site → id of the item here, or of its nearest imported ancestor */
  readonly ids: Map<string, string>
}

/** What an entry loses: its place below another one, and details. */
function entryNotes({ entry: { leftOut = [] }, isMoved }: Ordered): Note[] {
  return [
    ...(isMoved ? [remark('entryMovedUp', {})] : []),
    ...(leftOut.length > 0 ? [remark('detailsLost', { names: leftOut.join(', ') })] : []),
  ]
}

/** An outcome with what the report says of it. */
type Reported = Pick<ImportOutcome, 'outcome'> & Partial<ImportOutcome>

const menuFull: Reported = {
  outcome: 'failed',
  code: 'CONFLICT',
  ...failureMessage('menuFull', { most: limits.menuItems }),
}

/** Adds an entry to the menu; returns its outcome. */
async function addEntry(run: Run, context: WriteContext, entry: NewEntry): Promise<Reported> {
  const { menu, open, ids, isMoved } = entry
  // Targets are looked up only for entries within the limit of a menu.
  if (open.rows.length >= limits.menuItems) return menuFull
  const { facts, title } = entry.entry
  const parentId = isMoved ? undefined : ids.get(facts.parentId)
  const target = await findTarget(run, context, { facts, terms: menu.terms })
  if ('code' in target) {
    // Its children move to its parent.
    if (parentId !== undefined) ids.set(facts.id, parentId)
    return { outcome: 'failed', ...target }
  }
  // A menu refuses an entry without a label.
  const label = (lineOf(title) || target.label).slice(0, limits.label) || '…'
  try {
    const { id } = await addItemTo(context, open, {
      label,
      ...target.pointer,
      ...(parentId !== undefined && { parentId }),
      target: facts.target,
      cssClasses: facts.cssClasses,
    })
    ids.set(facts.id, id)
    const notes = [...entryNotes(entry), ...(target.notes ?? [])]
    return { outcome: 'created', item_id: id, ...reportedNotes(notes) }
  } catch (error) {
    if (!(error instanceof OctavoError) || isUnavailable(error)) throw error
    return { outcome: 'failed', code: error.code, ...messageOfError(error) }
  }
}
