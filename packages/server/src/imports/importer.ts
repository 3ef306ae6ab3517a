import { makeItems } from './items-phase.ts'
import { importMedia } from './media-phase.ts'
import { makeMenus } from './menus-phase.ts'
import { planItems } from './planning-phase.ts'
import { setParents } from './parents-phase.ts'
import { type Run, stopIfAsked } from './run.ts'
import { makeSchema } from './schema-phase.ts'
import { TermStats } from './stats.ts'
import { makeTerms } from './terms-phase.ts'
import { readRecords } from './wxr/prepared.ts'

/**
 * Imports an analyzed export. Every step first checks what exists, so that an interrupted import can be resumed at any
 * point. Throws Stopped on request.
 */
export async function runImport(run: Run): Promise<void> {
  const { progress, options, analyzed } = run
  const { dryRun } = options
  const items = Object.values(analyzed.types).reduce((sum, { count }) => sum + count, 0)
  const shares = options.includeMedia ? { plan: 5, media: 45, items: 45 } : { plan: 15, media: 0, items: 80 }

  progress.begin('schema', 1, run.collections.size)
  if (!dryRun) await makeSchema(run)
  progress.begin('planning', shares.plan, analyzed.records)
  const terms = dryRun ? await gatherTerms(run) : await planItems(run)
  progress.begin('terms', 2, 0)
  const made = await makeTerms(run, terms)
  if (options.includeMedia && !dryRun) {
    progress.begin('media', shares.media, analyzed.types['attachment']?.count ?? 0)
    await importMedia(run)
  }
  progress.begin('items', shares.items, items)
  const entries = await makeItems(run, made)
  progress.begin('parents', 1, 0)
  if (!dryRun) await setParents(run)
  progress.begin('menus', 1, analyzed.menus.length)
  await makeMenus(run, made, entries)
  progress.finish()
}

async function gatherTerms(run: Run): Promise<TermStats> {
  const terms = new TermStats()
  for await (const record of readRecords(run.path).records()) {
    if (record.kind === 'term') terms.add(record.term)
    else if (record.kind === 'item' && record.item.type !== 'nav_menu_item') terms.addOf(record.item)
    stopIfAsked(run)
  }
  return terms
}
