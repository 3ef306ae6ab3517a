import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError, type DatabaseLimits } from '../../../config.ts'
import { isUnavailable } from '../../errors.ts'
import type { IndexBuilding, Reader } from '../database.ts'
import { isUnreachable } from '../failure.ts'
import { createIndexSql, type IndexDefinition, indexTitle } from '../index-definition.ts'
import { beginWithoutLimits, connectAlone } from './postgres-alone.ts'
import { hasCode, limitsSql, noLimits } from './postgres-connections.ts'
import { dialect } from './postgres-dialect.ts'
import { indexLock } from './postgres-locks.ts'

/** begins each statement that builds or drops an index, so that every process recognises it on the server */
const mark = '/* octavo index */'
/** Workers of a parallel build show its statement too, so only their leader counts. */
const isMarked = `state = 'active' AND leader_pid IS NULL AND datname = current_database() AND query LIKE '${mark}%'`

/** milliseconds between two checks of a running statement */
const pause = 100

/** milliseconds to wait after another statement had precedence, or between two checks of another process */
const longPause = 500

/** Cancels statements that others wait for: they must lock the table, and all writers wait behind a schema change. */
const yieldSql = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity a WHERE ${isMarked} AND EXISTS (
  SELECT 1 FROM pg_locks w WHERE NOT w.granted AND w.locktype = 'relation' AND w.pid <> a.pid AND a.pid = ANY (pg_blocking_pids(w.pid)))`

const isRunningSql = `SELECT 1 FROM pg_stat_activity WHERE ${isMarked} LIMIT 1`

const validitySql = `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(?)`

interface Parts {
  readonly url: string
  readonly limits: DatabaseLimits
  /** queries outside of a transaction: building an index waits for all transactions that ran a statement meanwhile */
  readonly checks: Reader
  /** the indexes that are still to be built: those with a note, a row of `index_builds` */
  readonly noted: () => Promise<IndexDefinition[]>
  /** Removes the note of an index; false if it was removed or replaced, so that this index is no longer wanted. */
  readonly removeNote: (index: IndexDefinition) => Promise<boolean>
}

/**
 * Builds the indexes of the table `index_builds` without blocking writers (CREATE INDEX CONCURRENTLY). An incomplete
 * index of a killed process is dropped and built again. If the server is still building it, this waits for the server.
 */
export async function buildIndexes(parts: Parts, building: IndexBuilding): Promise<void> {
  if ((await parts.noted()).length === 0) return
  const guard = await connectAlone(parts.url, parts.limits)
  // Without the connection the lock is free, and another process builds.
  const lost = new AbortController()
  guard.on('error', (error) => lost.abort(error))
  const signal = AbortSignal.any([building.signal, lost.signal])
  try {
    if (await takeLock(guard, building)) await new IndexBuilder(parts, { ...building, signal }).buildAll()
    lost.signal.throwIfAborted()
  } finally {
    await guard.end()
  }
}

/**
 * Takes the lock in a transaction, because a pooler gives the session to others. The transaction stays idle, and one
 * that waits for the lock ends between its attempts, because building an index waits for every transaction that had a
 * snapshot meanwhile.
 */
async function takeLock(guard: pg.Client, { signal, waits }: IndexBuilding): Promise<boolean> {
  for (;;) {
    await beginWithoutLimits(guard, 'ISOLATION LEVEL READ COMMITTED')
    const { rows } = await guard.query<{ is_ours: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${indexLock}) AS is_ours`,
    )
    if (rows[0]?.is_ours === true) return true
    await guard.query('ROLLBACK')
    if (!waits || signal.aborted) return false
    await delay(longPause)
  }
}

class IndexBuilder {
  readonly #parts: Parts
  readonly #building: IndexBuilding

  constructor(parts: Parts, building: IndexBuilding) {
    this.#parts = parts
    this.#building = building
  }

  /** Builds all indexes that can be built, then throws the first failure. */
  async buildAll(): Promise<void> {
    const failures = new Map<string, Error>()
    while (!this.#building.signal.aborted) {
      const index = (await this.#parts.noted()).find(({ name }) => !failures.has(name))
      if (index === undefined) break
      const failure = await this.#build(index)
      if (failure !== null) failures.set(index.name, failure)
    }
    for (const failure of failures.values()) throw failure
  }

  /** Does one step towards an index; returns its failure, or null. `#step` itself finds out what is to be done next. */
  async #build(index: IndexDefinition): Promise<Error | null> {
    try {
      await this.#step(index)
      return null
    } catch (error) {
      if (isUnavailable(error) || isUnreachable(error)) throw error
      // A node of the previous release removed the table or the field without removing the note of its index.
      if (dialect.isSchemaMismatch(error)) {
        await this.#parts.removeNote(index)
        return null
      }
      // Drops the incomplete index, which every write would keep up to date. If this fails, the next attempt drops it.
      await this.#run(dropSql(index)).catch(() => undefined)
      const reason = this.#reasonOf(error)
      return new ConfigError(`The index ${indexTitle(index)} cannot be built: ${reason}`, { cause: error })
    }
  }

  #reasonOf(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error)
    return this.#parts.limits.isPooled && hasCode(error, /^57014$/)
      ? `${reason}: run "octavo migrate" with the address of the server instead of that of the pooler, and without OCTAVO_DATABASE_POOLER`
      : reason
  }

  /** Does what an index needs next: waits for its build, removes its note, drops what is left of it, or builds it. */
  async #step(index: IndexDefinition): Promise<void> {
    if (await this.#isOneRunning()) return void (await delay(longPause))
    const { checks } = this.#parts
    const [found] = await checks.rows<{ indisvalid: boolean }>(validitySql, [`"${index.name}"`])
    // undefined: there is no such index yet; false: an attempt that did not end has left it
    const isValid = found?.indisvalid
    if (isValid === true) return void (await this.#parts.removeNote(index))
    if (isValid === false) return void (await this.#run(dropSql(index)))
    const begun = performance.now()
    if (!(await this.#run(createIndexSql(index, 'CONCURRENTLY')))) return
    if (await this.#parts.removeNote(index))
      return this.#building.onBuilt(index, (performance.now() - begun) / 1000)
    // A schema change had dropped the index before the build began. Without a note nobody else would drop it, so the
    // drop is repeated when it is cancelled for others.
    while (!this.#building.signal.aborted && !(await this.#run(dropSql(index))));
  }

  /** Whether the server is building an index: it continues when the process that asked for it was killed. */
  async #isOneRunning(): Promise<boolean> {
    await this.#yieldToOthers()
    return (await this.#parts.checks.rows(isRunningSql, [])).length > 0
  }

  /** Cancels a running build for which others wait; returns whether there was one. */
  async #yieldToOthers(): Promise<boolean> {
    return (await this.#parts.checks.rows(yieldSql, [])).length > 0
  }

  /** Runs a statement outside a transaction and watches it; false if it was cancelled. */
  async #run(sql: string): Promise<boolean> {
    const { url, limits } = this.#parts
    const worker = await connectAlone(url, limits)
    try {
      // A pooler gives the session to others, so only the server's own limits apply there.
      if (!limits.isPooled) await worker.query(limitsSql('SET', noLimits))
      return await this.#watched(worker.query(`${mark} ${sql}`))
    } finally {
      await worker.end()
    }
  }

  /** Waits for a statement, and cancels it if others wait for it; false if it must be tried again. */
  async #watched(statement: Promise<unknown>): Promise<boolean> {
    const outcome = statement.then(
      () => ({ state: 'done' as const }),
      (error: unknown) => ({ state: 'failed' as const, error }),
    )
    for (let hasYielded = false; !this.#building.signal.aborted;) {
      hasYielded = (await this.#yieldToOthers()) || hasYielded
      const result = await Promise.race([outcome, delay(pause, { state: 'running' as const })])
      if (result.state === 'done') return true
      if (result.state === 'running') continue
      // A cancellation (57014) is a reason to try again only if we caused it, a deadlock (40P01) always.
      const isRepeated = hasCode(result.error, hasYielded ? /^(40P01|57014)$/ : /^40P01$/)
      if (!isRepeated) throw result.error
      await delay(longPause)
      return false
    }
    return false
  }
}

function dropSql({ name }: IndexDefinition): string {
  return `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`
}
