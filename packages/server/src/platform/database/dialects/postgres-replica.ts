import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '../../errors.ts'
import { TimeOver, withinTime } from '../../time-limit.ts'
import type { Reader } from '../access.ts'
import type { ReplicaLoad } from '../database.ts'
import { isTransactionAborted } from '../failure.ts'
import { hasCode } from './postgres-connections.ts'
import { SharedQuery } from './shared-query.ts'

/** milliseconds for which a read waits for the replica, in steps, before it uses the primary */
const maxWait = 12
const step = 3

/** time limit in milliseconds for reading the position of the replica */
const answerTimeout = 100

/** milliseconds for which a replica that does not answer is not used */
const pauseTime = 5000

/**
 * The end of the log of the primary, and up to where the replica has applied it. The end is that of the written log,
 * not of the flushed one: with `synchronous_commit = off` a commit is visible before the flush. Positions can be
 * compared only within one cluster and timeline: a replica that still follows the old primary after a failover is in
 * another one. The name of a log file begins with eight hexadecimal digits of the timeline.
 */
const writtenSql = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS position, system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer AS history FROM pg_control_system()`
const replayedSql = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS position, system_identifier || '/' || timeline_id AS history FROM pg_control_system(), pg_control_checkpoint()`

interface Position {
  /** null on a server that is no replica */
  readonly position: number | null
  /** the cluster and its timeline */
  readonly history: string
}

/** The code of a statement that has reached its time limit. The primary, which is not faster, does not repeat it. */
const tooSlowCode = /^57014$/

/**
 * Reads from a streaming replica that are as fresh as those of the primary: each read compares the positions of both in
 * the log, so that it shows everything that was committed when it began, whichever process committed it.
 */
export class Replica {
  readonly #primary: Reader
  readonly #replica: Reader
  /** the end of the log of the primary */
  readonly #written: SharedQuery<Position>
  /** up to where the replica has applied it */
  readonly #replayed: SharedQuery<Position>
  #pausedUntil = 0
  #reads = 0
  #refused = 0

  constructor(primary: Reader, replica: Reader) {
    this.#primary = primary
    this.#replica = replica
    this.#written = new SharedQuery(() => positionOf(primary, writtenSql))
    this.#replayed = new SharedQuery(() => positionOf(replica, replayedSql))
  }

  get load(): ReplicaLoad {
    return { reads: this.#reads, refused: this.#refused }
  }

  /** A reader that shows everything committed so far: the replica if it has it by now, else the primary. */
  async freshReader(): Promise<Reader> {
    if (performance.now() >= this.#pausedUntil && (await this.#hasCaughtUp())) {
      this.#reads++
      return this.#guarded
    }
    this.#refused++
    return this.#primary
  }

  async #hasCaughtUp(): Promise<boolean> {
    const written = await this.#written.ask()
    const until = performance.now() + maxWait
    try {
      while (!hasApplied(await this.#askReplica(), written)) {
        if (performance.now() >= until) return false
        await delay(step)
      }
      return true
    } catch (error) {
      // After a TimeOver `#askReplica` has begun the pause already.
      if (!(error instanceof TimeOver)) this.#pause()
      return false
    }
  }

  /** Without an answer in time the replica is not used until the query is answered or has failed. */
  #askReplica(): Promise<Position> {
    const answer = this.#replayed.ask()
    return withinTime(answer, answerTimeout, 'the replica does not answer', () => {
      this.#pausedUntil = Number.POSITIVE_INFINITY
      const end = (): void => this.#pause()
      void answer.then(end, end)
    })
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + pauseTime
  }

  /** The replica as a reader, whose reads the primary takes over if the replica fails. */
  readonly #guarded: Reader = {
    rows: <Row>(sql: string, parameters: readonly unknown[]) =>
      this.#orPrimary((reader) => reader.rows<Row>(sql, parameters)),
    bytes: (sql, parameters) => this.#orPrimary((reader) => reader.bytes(sql, parameters)),
    quickBytes: (sql, parameters) => this.#orPrimary((reader) => reader.quickBytes(sql, parameters)),
  }

  /** The primary answers a read that an outage of the replica, or a conflict with its replication, has ended. */
  async #orPrimary<Result>(read: (reader: Reader) => Promise<Result>): Promise<Result> {
    try {
      return await read(this.#replica)
    } catch (error) {
      if (!isReplicaFault(error)) throw error
      this.#pause()
      return await read(this.#primary)
    }
  }
}

function isReplicaFault(error: unknown): boolean {
  // A replica cancels statements that conflict with its replication.
  if (isTransactionAborted(error)) return true
  return isUnavailable(error) && !hasCode((error as Error).cause, tooSlowCode)
}

function hasApplied(replica: Position, written: Position): boolean {
  if (replica.history !== written.history) throw new Error('The replica does not follow this primary.')
  return Number(replica.position) >= Number(written.position)
}

async function positionOf(reader: Reader, sql: string): Promise<Position> {
  const [row] = await reader.rows<Position>(sql, [])
  if (row === undefined || row.position === null)
    throw new Error('The server of OCTAVO_DATABASE_REPLICA_URL is no replica.')
  return row
}
