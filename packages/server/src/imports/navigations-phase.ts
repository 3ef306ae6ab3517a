import { limits } from '@octavo/contract/limits'
import { lineOf } from './convert/html.ts'
import type { MadeTerms } from './made-terms.ts'
import { firstMenu, makeMenu, menuName } from './menus-phase.ts'
import { remark, someNames } from './messages.ts'
import { freeName } from './naming-identifiers.ts'
import { navigationTexts, readNavigation } from './navigations.ts'
import { originOf } from './origins.ts'
import { type ImportOutcome, report, type Run, stopIfAsked } from './run.ts'
import type { ExportItem } from './wxr/records.ts'

/**
 * The report number of the first entry of a menu that is made of blocks. Those of the other menus begin at `firstMenu`,
 * and an export cannot have so many entries that they reach twice this number.
 */
const firstEntry = firstMenu * 2

/** A menu that is made of blocks, with its number in the report. */
export interface NavigationItem {
  readonly item: ExportItem
  readonly seq: number
}

/** Creates the menus of block themes. `names` has the names of the other menus; the new ones are added. */
export async function makeNavigations(
  run: Run,
  terms: MadeTerms,
  { items, names }: { items: readonly NavigationItem[]; names: Set<string> },
): Promise<void> {
  let next = firstEntry
  for (const { item, seq } of items) {
    stopIfAsked(run)
    const { content, status, title, line } = item
    const navigation = readNavigation(content)
    const base: Omit<ImportOutcome, 'outcome'> = {
      kind: item.type,
      seq,
      source_id: item.id,
      title: lineOf(title) || item.name || `#${item.id}`,
      line,
    }
    // Visitors see only published menus, and menus here have no drafts; the report has the entries of the others.
    if (navigation.entries.length === 0 || status !== 'publish') {
      const texts = navigationTexts(navigation)
      const message =
        texts === '' ? remark('navigationEmpty', {}) : remark('navigationLeftOut', { entries: texts })
      await report(run, [{ ...base, outcome: 'skipped', ...message }])
      continue
    }
    const { unsupported } = navigation
    const name = freeName(menuName(item.name || lineOf(title)), names)
    await makeMenu(run, {
      origin: originOf(run.site, item),
      name,
      label: lineOf(title).slice(0, limits.label) || name,
      base,
      notes: unsupported.length === 0 ? [] : [remark('navigationParts', { names: someNames(unsupported) })],
      entries: navigation.entries.map((entry) => ({ ...entry, seq: next++, line, menu: name })),
      terms,
    })
  }
}
