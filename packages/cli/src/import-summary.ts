import type { ImportOptions, ImportReportRow } from '@octavo/contract/operations/imports'
import { languageWarnings } from '@octavo/server/imports/languages'
import { analyzedOf, jobOf } from '@octavo/server/imports/presenting'

/** failures that the summary names */
export const shownFailures = 10

type ImportRow = Parameters<typeof jobOf>[0]

/** The result of an import or of a dry run, one line per kind. */
export function importSummary(
  row: ImportRow,
  { dryRun, includeComments }: ImportOptions,
  locales: readonly string[],
): string {
  const { counts, analysisId } = jobOf(row)
  const analyzed = analyzedOf(row)
  // Not among the stored warnings of the analysis, because these depend on the locales that the site has now.
  const languages = languageWarnings(analyzed, locales).map(({ reason }) => reason)
  const leftOut = includeComments ? 0 : (counts['comment']?.['skipped'] ?? 0)
  const comments =
    leftOut === 0 ? [] : [`Comments that were left out: ${leftOut}. Use --comments to import them.`]
  const warnings = [...analyzed.warnings, ...languages, ...comments]
  const width = Math.max(14, ...Object.keys(counts).map((kind) => kind.length))
  const lines = Object.entries(counts).map(([kind, outcomes]) => {
    const amounts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${wordFor(outcome, dryRun)}`)
    return `  ${kind.padEnd(width)}  ${amounts.join(', ')}`
  })
  const head = dryRun ? 'What would happen (nothing was changed):' : 'Outcome of the import:'
  return [
    lines.length === 0 ? 'There is nothing in the export.' : head,
    ...lines,
    ...warnings.map((warning) => `\n${warning}`),
    '',
    `Import ${analysisId}`,
  ].join('\n')
}

function wordFor(outcome: string, dryRun: boolean): string {
  if (outcome === 'created') return dryRun ? 'to be created' : 'created'
  return outcome === 'present' ? 'here already' : outcome
}

/** The first failures with their reasons, one per line; empty if nothing failed. */
export function failureList(failures: readonly ImportReportRow[]): string {
  if (failures.length === 0) return ''
  const lines = failures
    .slice(0, shownFailures)
    // Titles are those of the export, which can contain control characters of terminals.
    .map(({ kind, title, sourceId, reason }) =>
      `${kind} ${title ?? sourceId ?? ''}: ${reason ?? 'no reason is known'}`.replaceAll(/\p{Cc}+/gu, ' '),
    )
    .map((line) => `  ${line}`)
  const others = failures.length > shownFailures ? ['  …'] : []
  return `${['\nFailed:', ...lines, ...others, '', 'All outcomes: --report <file>'].join('\n')}\n`
}
