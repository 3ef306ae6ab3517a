import { basename } from 'node:path'
import { stat } from 'node:fs/promises'
import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../context.ts'
import { analyzeFile } from './analysis.ts'
import { attend } from './attending.ts'
import { freshInterval, keepFresh } from '../files/fresh.ts'
import { newImport } from './new-import.ts'
import type { Noted } from './progress.ts'
import { Stopped, stopIfAsked } from './run.ts'
import { findImport, type ImportRow, insertImport } from './store.ts'

export interface LocalImport {
  readonly path: string
  readonly options: ImportOptions
  readonly signal: AbortSignal
  readonly tellAnalysis: (part: number) => void
  readonly tell: (noted: Noted) => void
}

/**
 * Imports a file of this machine, for the command line: the same import, run by this process from beginning to end.
 * Null when it was stopped before there was anything to go on with.
 */
export async function importFile(services: Services, local: LocalImport): Promise<ImportRow | null> {
  // What an import left behind that was killed is as large as the export.
  await services.incoming.removeOld(services.clock())
  const prepared = await services.incoming.newPath()
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

async function run(
  services: Services,
  { path, options, signal, tellAnalysis, tell }: LocalImport,
  prepared: string,
): Promise<ImportRow> {
  const { size } = await stat(path)
  const analyzed = await analyzeFile(path, prepared, (bytes) => {
    stopIfAsked({ signal })
    tellAnalysis(bytes / Math.max(1, size))
  })
  const taken = newImport(services, { fileName: basename(path), fileSize: size, analyzed })
  const row: ImportRow = {
    ...taken,
    state: 'queued',
    options: JSON.stringify(options),
    started_at: taken.created_at,
  }
  await services.database.transaction('write', (tx) => insertImport({ db: tx }, row))
  await attend(services, row, { path: prepared, signal, tell })
  return (await findImport(services.database.reader, row.id)) ?? row
}
