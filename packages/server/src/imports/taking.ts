import { basename } from 'node:path'
import { stat } from 'node:fs/promises'
import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../context.ts'
import { newId } from '../ids.ts'
import { timeText } from '../time-text.ts'
import { analyzeFile, type Analyzed } from './analysis.ts'
import { attend, type Noted } from './attending.ts'
import { noProgress } from './progress.ts'
import { findImport, type ImportRow, insertImport } from './store.ts'

/** how long the file of an analysis is kept */
const keptFor = 7 * 24 * 3600_000

interface Taken {
  readonly fileName: string
  readonly fileSize: number
  readonly analyzed: Analyzed
}

/** The row of an export that was just analyzed. */
export function newImport(services: Services, { fileName, fileSize, analyzed }: Taken): ImportRow {
  const now = services.clock()
  return {
    id: newId(),
    file_name: fileName.slice(0, 255).toWellFormed(),
    file_size: fileSize,
    file_key: null,
    state: 'analyzed',
    analysis: JSON.stringify(analyzed),
    options: null,
    progress: JSON.stringify({ facts: noProgress, counts: {} } satisfies Noted),
    error: null,
    lease_owner: null,
    lease_until: 0,
    created_at: timeText(now),
    started_at: null,
    finished_at: null,
    expires_at: timeText(new Date(now.getTime() + keptFor)),
  }
}

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
