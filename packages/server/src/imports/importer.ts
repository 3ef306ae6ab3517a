import type { ImportOptions } from '@octavo/contract/operations/imports'
import { makeComments } from './comments-phase.ts'
import { makeItems } from './items-phase.ts'
import { importMedia } from './media-phase.ts'
import { makeMenus } from './menus-phase.ts'
import { makeNavigations } from './navigations-phase.ts'
import { planItems } from './planning-phase.ts'
import { setParents } from './parents-phase.ts'
import { type Run, stopIfAsked } from './run.ts'
import { makeSchema } from './schema-phase.ts'
import { TermStats } from './stats.ts'
import { Translations } from './translations.ts'
import { makeTerms } from './terms-phase.ts'
import { readRecords } from './wxr/prepared.ts'

/**
 * Imports an analyzed export in phases. `progress.begin` gets the name of each, its share of the whole work in percent,
 * and the number of its pieces (0: unknown). Every step first checks what exists, so that an interrupted import can be
 * resumed at any point. Throws Stopped on request.
 */
export async function runImport(run: Run): Promise<void> {
  const { progress, options, analyzed } = run
  const { dryRun } = options
  const items = Object.values(analyzed.types).reduce((sum, { count }) => sum + count, 0)
  const shares = sharesOf(options)

  progress.begin('schema', 1, run.collections.size)
  if (!dryRun) await makeSchema(run)
  progress.begin('planning', shares.plan, analyzed.records)
  const translations = new Translations(run)
  const terms = dryRun ? await gatherTerms(run, translations) : await planItems(run, translations)
  progress.begin('terms', 2, 0)
  const madeTerms = await makeTerms(run, terms)
  // Files before items, whose contents refer to them.
  if (options.includeMedia && !dryRun) {
    progress.begin('media', shares.media, analyzed.types['attachment']?.count ?? 0)
    await importMedia(run)
  }
  progress.begin('items', shares.items, items)
  const { entries, navigations } = await makeItems(run, madeTerms, translations)
  // References to items that came later in the export can be set only now.
  progress.begin('parents', 1, 0)
  if (!dryRun) await setParents(run)
  progress.begin('comments', shares.comments, analyzed.comments)
  await makeComments(run)
  progress.begin('menus', 1, analyzed.menus.length)
  const names = await makeMenus(run, madeTerms, entries)
  await makeNavigations(run, madeTerms, { items: navigations, names })
  progress.finish()
}

/** Shares of the whole work in percent, as estimates; the other phases have 5. */
function sharesOf({
  includeMedia,
  includeComments,
}: ImportOptions): Record<'plan' | 'media' | 'items' | 'comments', number> {
  const comments = includeComments ? 20 : 2
  return includeMedia
    ? { plan: 5, media: 45, items: 45 - comments, comments }
    : { plan: 15, media: 0, items: 80 - comments, comments }
}

/** Finds terms and translations in the records as `planItems` does, without planning anything, for a dry run. */
async function gatherTerms(run: Run, translations: Translations): Promise<TermStats> {
  const terms = new TermStats()
  for await (const record of readRecords(run.path).records()) {
    if (record.kind === 'term') terms.add(record.term)
    // The terms of menu entries are menus.
    else if (record.kind === 'item' && record.item.type !== 'nav_menu_item') {
      terms.addOf(record.item)
      if (run.collections.has(record.item.type)) translations.add(record.item)
    }
    stopIfAsked(run)
  }
  return terms
}
