import { createWriteStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportOptions, ImportReportRow } from '@octavo/contract/operations/imports'
import { operations } from '@octavo/contract/operations/registry'
import type { Services } from '@octavo/server/core/context'
import { useLowMemory } from '@octavo/server/imports/low-memory'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { failureList, importSummary, shownFailures } from '../import-summary.ts'
import { ProgressBar } from '../progress-bar.ts'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

const examples = `
Examples:
  $ octavo import export.xml --dry-run --report what-would-happen.csv
  $ octavo import export.xml --media
  $ octavo import ghost-export.json
  $ octavo import ./my-hugo-site

Run again it changes nothing that is there already, and goes on where it was broken off.`

interface ImportFlags {
  dryRun?: true
  media?: true
  taxonomies: boolean
  menus: boolean
  comments?: true
  report?: string
}

const stopped = 'The import was stopped; run it again to continue.'

/** `octavo import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .argument(
      '<file or folder>',
      'an export in WXR format (XML) or of Ghost (JSON), or Markdown files (a folder or zip)',
    )
    .description('import a blog or site: posts, pages, terms, menus, media')
    .option('--dry-run', 'change nothing, and report what would happen')
    .option('--media', 'download attachments from the old site')
    .option('--no-taxonomies', 'leave out categories, tags and other terms')
    .option('--no-menus', 'leave menus out')
    .option('--comments', 'import comments into a collection')
    .option('--report <file>', 'write the outcome of each piece to a CSV file')
    .addHelpText('after', examples)
    .action(importExport)
}

async function importExport(path: string, flags: ImportFlags): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new CommandError(`${JSON.stringify(path)} cannot be read.`, { cause: error })
  })
  // The first makes the engine collect garbage earlier, the second makes the caches of the database smaller.
  useLowMemory()
  await withServices((services) => run(services, path, flags), { isLowMemory: true })
}

async function run(services: Services, path: string, flags: ImportFlags): Promise<void> {
  const options: ImportOptions = {
    includeMedia: flags.media === true,
    includeTaxonomies: flags.taxonomies,
    includeMenus: flags.menus,
    includeComments: flags.comments === true,
    dryRun: flags.dryRun === true,
  }
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Loaded only by this command, because the others do not need it.
  const { importFile } = await import('@octavo/server/imports/local')
  const bar = new ProgressBar(process.stderr)
  try {
    const row = await importFile(services, {
      path,
      options,
      signal: stopping.signal,
      onAnalysisProgress: (fraction) => bar.report('reading', fraction * 100),
      onProgress: ({ facts: { phase, percent, done } }) =>
        bar.report(phase ?? (percent < 100 ? 'starting' : 'done'), percent, done),
    })
    bar.end()
    // Null: it was stopped while the file was analyzed, so there is no result yet.
    if (row === null) throw new CommandError(stopped)
    if (flags.report !== undefined) await writeReport(services, row.id, flags.report)
    process.stdout.write(`${importSummary(row, options, services.config.locales)}\n`)
    process.stdout.write(failureList(await findFailures(services, row.id)))
    if (row.state !== 'done') throw new CommandError(row.error ?? stopped)
  } finally {
    bar.end()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/** What failed: one more than the summary shows, so that it can say that there are others. */
async function findFailures(services: Services, analysisId: string): Promise<ImportReportRow[]> {
  const operation = operations.imports.report
  const input = { analysisId, outcome: 'failed', limit: shownFailures + 1 }
  return operation.output.parse(await call(services, { operation, input })).items
}

async function writeReport({ database }: Services, importId: string, path: string): Promise<void> {
  const { reportAsCsv } = await import('@octavo/server/imports/csv')
  try {
    await pipeline(Readable.from(reportAsCsv(database.reader, importId)), createWriteStream(path))
  } catch (error) {
    throw new CommandError(`The report could not be written to ${JSON.stringify(path)}.`, { cause: error })
  }
}
