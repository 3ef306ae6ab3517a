import { setTimeout as delay } from 'node:timers/promises'
import type { Reader } from '../access.ts'
import type { ReplicaLoad } from '../database.ts'
import { SharedQuery } from './shared-query.ts'

/** milliseconds for which a read waits for the replica, in steps, before it uses the primary */
const patience = 12
const step = 3

/** milliseconds for which a replica that does not answer is left alone */
const rest = 5000

/** the position up to which the log of the primary is on its disk, and up to which the replica has applied it */
const flushedSql = `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS position`
const replayedSql = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS position`

interface Position {
  /** null on a server that is no replica */
  readonly position: number | null
}

/**
 * Reads from a streaming replica that are as fresh as those of the primary: each read compares the positions of both in
 * the log, so that it shows everything that was committed when it began, whichever process committed it.
 */
export class Replica {
  readonly #primary: Reader
  readonly #replica: Reader
  readonly #flushed: SharedQuery<number>
  readonly #replayed: SharedQuery<number>
  #restsUntil = 0
  #reads = 0
  #refused = 0

  constructor(primary: Reader, replica: Reader) {
    this.#primary = primary
    this.#replica = replica
    this.#flushed = new SharedQuery(() => positionOf(primary, flushedSql))
    this.#replayed = new SharedQuery(() => positionOf(replica, replayedSql))
  }

  get load(): ReplicaLoad {
    return { reads: this.#reads, refused: this.#refused }
  }

  /** A reader that shows everything committed so far: the replica if it has it by now, else the primary. */
  async freshReader(): Promise<Reader> {
    if (performance.now() >= this.#restsUntil && (await this.#hasCaughtUp())) {
      this.#reads++
      return this.#guarded
    }
    this.#refused++
    return this.#primary
  }

  async #hasCaughtUp(): Promise<boolean> {
    const needed = await this.#flushed.ask()
    const until = performance.now() + patience
    try {
      while ((await this.#replayed.ask()) < needed) {
        if (performance.now() >= until) return false
        await delay(step)
      }
      return true
    } catch {
      this.#leaveAlone()
      return false
    }
  }

  #leaveAlone(): void {
    this.#restsUntil = performance.now() + rest
  }

  /** A replica ends queries that conflict with what it applies; the primary answers those. */
  readonly #guarded: Reader = {
    rows: <Row>(sql: string, parameters: readonly unknown[]) =>
      this.#replica.rows<Row>(sql, parameters).catch(() => {
        this.#leaveAlone()
        return this.#primary.rows<Row>(sql, parameters)
      }),
    bytes: (sql, parameters) =>
      this.#replica.bytes(sql, parameters).catch(() => {
        this.#leaveAlone()
        return this.#primary.bytes(sql, parameters)
      }),
  }
}

async function positionOf(reader: Reader, sql: string): Promise<number> {
  const [row] = await reader.rows<Position>(sql, [])
  const position = row?.position ?? null
  if (position === null) throw new Error('The server of OCTAVO_DATABASE_REPLICA_URL is no replica.')
  return position
}
