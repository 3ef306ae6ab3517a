import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { audit } from '../core/audit-recorder.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import type { ReadContext, OwnTransactionContext } from '../core/context.ts'
import type { Reader } from '../platform/database/database.ts'
import { TextStream } from '../platform/encoded.ts'
import { invalidAt, notFound, refusal } from '../platform/errors.ts'
import type { HandlersOf } from '../core/handler.ts'
import { later, recordWithin } from '../content/media/stored-bytes.ts'
import { cancelRemoval, planRemoval } from '../content/media/planned-removal.ts'
import type * as analysis from './analysis.ts'
import { reportAsCsv } from './csv.ts'
import { analyzedOf, jobOf, reportRowOf } from './presenting.ts'
import { noProgress } from './progress.ts'
import { clearReport, listReport } from './report-store.ts'
import { auditedFacts, auditImport, removeImport } from './removal.ts'
import { findImport, type ImportRow, insertImport, isActive, listImports, updateImport } from './store.ts'
import { newImport } from './new-import.ts'
import { lowMemory } from './low-memory.ts'

/** milliseconds for which `execute` waits for the job to end, so that the answer to a small import has its result */
const waitTime = 2000

export const importHandlers: HandlersOf<'imports'> = {
  analyze: async (context) => {
    const { upload, services } = context
    if (upload === null) throw invalidAt('file', 'is missing: send the export as the part "file" of a form')
    const { analyzeFile, presentAnalysis } = await loadAnalysis()
    const prepared = await services.incoming.newPath()
    try {
      const analyzed = await lowMemory(() =>
        analyzeFile({ path: upload.path, name: upload.filename }, prepared),
      )
      const row = newImport(services, { fileName: upload.filename, fileSize: upload.size, analyzed })
      await storeRecords(context, row, prepared)
      return await presentAnalysis(context, analyzed, factsOf(row))
    } finally {
      await services.incoming.discard({ path: prepared })
    }
  },

  execute: async (context, { analysisId, options }) => {
    const { services, now } = context
    await context.transaction(async (write) => {
      const { db: tx } = write
      const row = await openImport(tx, analysisId, services.database.dialect.lock('update'))
      if (isActive(row)) throw refusal('CONFLICT', 'importRuns', {})
      if (row.file_key === null) throw refusal('CONFLICT', 'importFileGone', {})
      await clearReport(tx, row.id)
      await updateImport(tx, row.id, {
        state: 'queued',
        options: JSON.stringify(options),
        progress: JSON.stringify({ facts: noProgress, counts: {} }),
        error: null,
        because: null,
        // Free for any process to take.
        lease_until: 0,
        started_at: now,
        finished_at: null,
      })
      const { fileName, ...before } = auditedFacts(row)
      const after = { state: 'queued', options }
      audit(write, { targetType: 'import', targetId: row.id, targetName: fileName, before, after })
    })
    // Wakes the job that runs imports.
    services.importSignal.ring()
    return { job: jobOf(await waitForEnd(context, analysisId)) }
  },

  list: async ({ db }, { limit, cursor }) => {
    const list = 'imports'
    const before = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const rows = await listImports(db, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return {
      items: page.map(jobOf),
      ...(hasMore && { nextCursor: encodeCursor(list, { key: null, id: last.id }) }),
    }
  },

  get: async (context, { analysisId }) => {
    const { presentAnalysis } = await loadAnalysis()
    const row = await openImport(context.db, analysisId)
    const failures = await listReport(context.db, {
      importId: row.id,
      outcome: 'failed',
      // before the first line, whose number is 0 or more
      after: -1,
      limit: limits.importFailures,
    })
    return {
      job: jobOf(row),
      analysis: await presentAnalysis(context, analyzedOf(row), factsOf(row)),
      failures: failures.map(reportRowOf),
    }
  },

  report: async ({ db }, { analysisId, format, outcome, limit, cursor }) => {
    const row = await openImport(db, analysisId)
    if (format === 'csv') {
      return new TextStream('text/csv', `import-${row.id}.csv`, reportAsCsv(db, row.id, outcome))
    }
    const list = `import ${row.id} ${outcome ?? ''}`
    // The numbers of the lines begin at 0, so -1 is before the first one.
    const after = cursor === undefined ? -1 : Number(decodeCursor(list, cursor).key)
    const rows = await listReport(db, { importId: row.id, outcome, after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return {
      items: page.map(reportRowOf),
      ...(hasMore && { nextCursor: encodeCursor(list, { key: last.seq, id: row.id }) }),
    }
  },

  cancel: async (context, { analysisId }) => {
    const { db, services, now } = context
    const row = await openImport(db, analysisId, services.database.dialect.lock('update'))
    if (!isActive(row)) throw refusal('CONFLICT', 'importRests', {})
    // The runner stops when it next extends its lease, which fails in this state.
    await updateImport(db, row.id, { state: 'cancelled', finished_at: now })
    const { fileName, ...before } = auditedFacts(row)
    const after = { state: 'cancelled' }
    audit(context, { targetType: 'import', targetId: row.id, targetName: fileName, before, after })
    return { job: jobOf(await openImport(db, analysisId)) }
  },

  delete: async (context, { analysisId }) => {
    const { db, services } = context
    const row = await openImport(db, analysisId, services.database.dialect.lock('update'))
    if (isActive(row)) throw refusal('CONFLICT', 'importStillRuns', {})
    await removeImport(context, row)
    return { success: true }
  },
}

/** Loads the code that reads exports when it is first needed, because most processes never need it. */
function loadAnalysis(): Promise<typeof analysis> {
  return import('./analysis.ts')
}

/** The import with an id; throws NOT_FOUND. `lock` is the clause that locks its row. */
async function openImport(db: Reader, id: string, lock = ''): Promise<ImportRow> {
  const row = await findImport(db, id, lock)
  if (row === undefined) throw notFound(`The import "${id.slice(0, 100)}"`)
  return row
}

function factsOf(row: ImportRow): Parameters<typeof analysis.presentAnalysis>[2] {
  return {
    analysisId: row.id,
    fileName: row.file_name,
    fileSize: row.file_size,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/**
 * Stores the records of the file where every process can read them, then creates the row; a failure leaves nothing
 * behind.
 */
async function storeRecords(context: OwnTransactionContext, row: ImportRow, path: string): Promise<void> {
  const key = `_imports/${row.id}.jsonl`
  // If the process ends before the row refers to the file, this planned removal deletes the file later.
  await context.transaction((write) => {
    // Nothing that people can see has changed yet, so the audit log gets no entry.
    write.auditTrail.isWaived = true
    return planRemoval(write, key, later(context, recordWithin))
  })
  await context.services.files.put(key, path, 'application/x-ndjson')
  await context.transaction(async (write) => {
    await insertImport(write, { ...row, file_key: key })
    auditImport(write, row, { isGone: false })
    await cancelRemoval(write, key)
  })
}

/** Waits until the import ends, at most `waitTime`; returns its row. */
async function waitForEnd({ services }: ReadContext, id: string): Promise<ImportRow> {
  const giveUpAt = performance.now() + waitTime
  for (;;) {
    const row = await openImport(services.database.reader, id)
    if (!isActive(row) || performance.now() > giveUpAt) return row
    await delay(25)
  }
}
