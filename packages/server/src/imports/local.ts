import { basename, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../core/context.ts'
import { analyzeFile } from './analysis.ts'
import { runWithLease } from './runner.ts'
import { freshInterval, keepFresh } from '../platform/files/fresh.ts'
import { newImport } from './new-import.ts'
import type { StoredProgress } from './progress.ts'
import { Stopped, stopIfAsked } from './run.ts'
import { findImport, type ImportRow, insertImport } from './store.ts'

export interface LocalImport {
  readonly path: string
  readonly options: ImportOptions
  readonly signal: AbortSignal
  /** gets the fraction of the file that was read, from 0 to 1 */
  readonly onAnalysisProgress: (fraction: number) => void
  readonly onProgress: (stored: StoredProgress) => void
}

/**
 * Runs a complete import of a local file in this process, for the command line. Null if it was stopped before the
 * analysis finished.
 */
export async function importFile(services: Services, local: LocalImport): Promise<ImportRow | null> {
  // An earlier import that was killed can have left a file as large as the export.
  await services.incoming.removeOld(services.clock())
  const prepared = await services.incoming.newPath()
  // The service removes files that were not touched for a while as left behind.
  const fresh = setInterval(() => void keepFresh(prepared), freshInterval)
  try {
    return await run(services, local, prepared)
  } catch (error) {
    if (error instanceof Stopped) return null
    throw error
  } finally {
    clearInterval(fresh)
    await services.incoming.discard({ path: prepared })
  }
}

/** Analyzes the file, stores the import, and runs it; returns its row at the end. */
async function run(
  services: Services,
  { path, options, signal, onAnalysisProgress, onProgress }: LocalImport,
  prepared: string,
): Promise<ImportRow> {
  const { size } = await stat(path)
  const analyzed = await analyzeFile({ path, name: basename(resolve(path)) }, prepared, (bytes) => {
    stopIfAsked({ signal })
    // For a folder, the size is not that of its files, so the fraction could exceed 1.
    onAnalysisProgress(Math.min(1, bytes / Math.max(1, size)))
  })
  const analyzedRow = newImport(services, { fileName: basename(resolve(path)), fileSize: size, analyzed })
  const row: ImportRow = {
    ...analyzedRow,
    state: 'queued',
    options: JSON.stringify(options),
    started_at: analyzedRow.created_at,
  }
  await services.database.transaction('write', (tx) => insertImport({ db: tx }, row))
  await runWithLease(services, row, { path: prepared, signal, onProgress })
  // Without a row, somebody has deleted the import meanwhile.
  return (await findImport(services.database.reader, row.id)) ?? row
}
