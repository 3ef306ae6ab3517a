import { basename } from 'node:path'
import { stat } from 'node:fs/promises'
import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../context.ts'
import { analyzeFile } from './analysis.ts'
import { attend } from './attending.ts'
import { newImport } from './new-import.ts'
import type { Noted } from './progress.ts'
import { findImport, type ImportRow, insertImport } from './store.ts'

export interface LocalImport {
  readonly path: string
  readonly options: ImportOptions
  readonly signal: AbortSignal
  readonly tellAnalysis: (part: number) => void
  readonly tell: (noted: Noted) => void
}

/** Imports a file of this machine, for the command line: the same import, run by this process from beginning to end. */
export async function importFile(
  services: Services,
  { path, options, signal, tellAnalysis, tell }: LocalImport,
): Promise<ImportRow> {
  const { size } = await stat(path)
  const analyzed = await analyzeFile(path, (bytes) => tellAnalysis(bytes / Math.max(1, size)))
  const taken = newImport(services, { fileName: basename(path), fileSize: size, analyzed })
  const row: ImportRow = {
    ...taken,
    state: 'queued',
    options: JSON.stringify(options),
    started_at: taken.created_at,
  }
  await services.database.transaction('write', (tx) => insertImport({ db: tx }, row))
  await attend(services, row, { path, signal, tell })
  return (await findImport(services.database.reader, row.id)) ?? row
}
