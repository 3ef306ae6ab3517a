import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { audit } from '../audit/record.ts'
import { decodeCursor, encodeCursor } from '../content/cursor.ts'
import type { ReadContext, StagedContext, WriteContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { TextStream } from '../encoded.ts'
import { invalidAt, notFound, refusal } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { later, recordWithin } from '../media/keeping.ts'
import { cancelRemoval, planRemoval } from '../media/removal-store.ts'
import type * as analysis from './analysis.ts'
import { reportAsCsv } from './csv.ts'
import { analyzedOf, jobOf, reportRowOf } from './presenting.ts'
import { noProgress } from './progress.ts'
import { clearReport, listReport } from './report-store.ts'
import { deleteImport, findImport, type ImportRow, insertImport, listImports, updateImport } from './store.ts'
import { newImport } from './new-import.ts'
import { sparing } from './sparing.ts'

/** how long `execute` waits for the job to end (decisions 7) */
const patience = 2000

const active = new Set(['queued', 'running'])

export const importHandlers: HandlersOf<'imports'> = {
  analyze: async (context) => {
    const { upload, services } = context
    if (upload === null) throw invalidAt('file', 'is missing: send the export as the part "file" of a form')
    const { analyzeFile, presentAnalysis } = await loadAnalysis()
    const prepared = await services.incoming.newPath()
    try {
      const analyzed = await sparing(() => analyzeFile(upload.path, prepared))
      const row = newImport(services, { fileName: upload.filename, fileSize: upload.size, analyzed })
      await keepFile(context, row, prepared)
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
      if (active.has(row.state)) throw refusal('CONFLICT', 'importRuns', {})
      if (row.file_key === null) throw refusal('CONFLICT', 'importFileGone', {})
      await clearReport(tx, row.id)
      await updateImport(tx, row.id, {
        state: 'queued',
        options: JSON.stringify(options),
        progress: JSON.stringify({ facts: noProgress, counts: {} }),
        error: null,
        because: null,
        lease_until: 0,
        started_at: now,
        finished_at: null,
      })
      const { fileName, ...before } = auditedFacts(row)
      const after = { state: 'queued', options }
      audit(write, { targetType: 'import', targetId: row.id, targetName: fileName, before, after })
    })
    services.importBell.ring()
    return { job: jobOf(await ended(context, analysisId)) }
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
    if (!active.has(row.state)) throw refusal('CONFLICT', 'importRests', {})
    await updateImport(db, row.id, { state: 'cancelled', finished_at: now })
    const { fileName, ...before } = auditedFacts(row)
    const after = { state: 'cancelled' }
    audit(context, { targetType: 'import', targetId: row.id, targetName: fileName, before, after })
    return { job: jobOf(await openImport(db, analysisId)) }
  },

  delete: async (context, { analysisId }) => {
    const { db, services } = context
    const row = await openImport(db, analysisId, services.database.dialect.lock('update'))
    if (active.has(row.state)) throw refusal('CONFLICT', 'importStillRuns', {})
    await deleteImport(context, row.id)
    auditWhole(context, row, { isGone: true })
    const { file_key: key } = row
    if (key !== null) context.afterCommit(() => services.files.remove(key))
    return { success: true }
  },
}

/** Most processes never see an export: what reads them is loaded by the first. */
function loadAnalysis(): Promise<typeof analysis> {
  return import('./analysis.ts')
}

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

function auditedFacts(row: ImportRow): { readonly fileName: string; readonly state: string } {
  return { fileName: row.file_name, state: row.state }
}

/** Tells the audit log of an import that has come, or gone. */
function auditWhole(context: WriteContext, row: ImportRow, { isGone }: { isGone: boolean }): void {
  const facts = auditedFacts(row)
  audit(context, {
    targetType: 'import',
    targetId: row.id,
    targetName: facts.fileName,
    before: isGone ? facts : null,
    after: isGone ? null : facts,
  })
}

/** Puts what was read of the file where every process can read it, then makes the row; what comes between leaves nothing behind. */
async function keepFile(context: StagedContext, row: ImportRow, path: string): Promise<void> {
  const key = `_imports/${row.id}.jsonl`
  await context.transaction((write) => {
    write.trail.isWaived = true
    return planRemoval(write, key, later(context, recordWithin))
  })
  await context.services.files.put(key, path, 'application/x-ndjson')
  await context.transaction(async (write) => {
    await insertImport(write, { ...row, file_key: key })
    auditWhole(write, row, { isGone: false })
    await cancelRemoval(write, key)
  })
}

/** The import when it has ended, or as it is when that takes too long. */
async function ended({ services }: ReadContext, id: string): Promise<ImportRow> {
  const giveUpAt = performance.now() + patience
  for (;;) {
    const row = await openImport(services.database.reader, id)
    if (!active.has(row.state) || performance.now() > giveUpAt) return row
    await delay(25)
  }
}
