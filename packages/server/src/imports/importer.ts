import { makeComments } from './comments-phase.ts'
import { makeItems } from './items-phase.ts'
import { importMedia } from './media-phase.ts'
import { makeMenus } from './menus-phase.ts'
import { makeNavigations } from './navigations-phase.ts'
import { type Phase, sharesOf } from './phase-shares.ts'
import { planItems } from './planning-phase.ts'
import { setParents } from './parents-phase.ts'
import { type Run, stopIfAsked } from './run.ts'
import { makeSchema } from './schema-phase.ts'
import { TermStats } from './stats.ts'
import { Translations } from './translations.ts'
import { makeTerms } from './terms-phase.ts'
import { readRecords } from './wxr/prepared.ts'

/**
 * Imports an analyzed export in phases, each with its share of the progress (`sharesOf`). Every step first checks what
 * exists, so that an interrupted import can be resumed at any point. Throws Stopped on request.
 */
export async function runImport(run: Run): Promise<void> {
  const { progress, options, analyzed } = run
  const { dryRun } = options
  const items = Object.values(analyzed.types).reduce((sum, { count }) => sum + count, 0)
  const attachments = analyzed.types['attachment']?.count ?? 0
  const hasMedia = options.includeMedia && !dryRun && attachments > 0
  const shares = sharesOf({ options, analyzed, hasMedia })
  /** Starts a phase. The number of its pieces is 0 if it is unknown. */
  const begin = (phase: Phase, pieces: number): void => progress.begin(phase, shares[phase], pieces)

  begin('schema', run.collections.size)
  if (!dryRun) await makeSchema(run)
  begin('planning', analyzed.records)
  const translations = new Translations(run)
  const terms = dryRun ? await gatherTerms(run, translations) : await planItems(run, translations)
  begin('terms', 0)
  const madeTerms = await makeTerms(run, terms)
  // Files before items, whose contents refer to them.
  if (hasMedia) {
    begin('media', attachments)
    await importMedia(run)
  }
  begin('items', items)
  const { entries, navigations } = await makeItems(run, madeTerms, translations)
  // References to items that came later in the export can be set only now.
  begin('parents', 0)
  if (!dryRun) await setParents(run)
  begin('comments', analyzed.comments)
  await makeComments(run)
  begin('menus', analyzed.menus.length)
  const names = await makeMenus(run, madeTerms, entries)
  await makeNavigations(run, madeTerms, { items: navigations, names })
  progress.finish()
}

/** Finds terms and translations in the records as `planItems` does, without planning anything, for a dry run. */
async function gatherTerms(run: Run, translations: Translations): Promise<TermStats> {
  const terms = new TermStats()
  const reading = readRecords(run.path)
  let done = 0
  for await (const record of reading.records()) {
    run.progress.report(++done, reading.fraction)
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
