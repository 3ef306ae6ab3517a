import { setTimeout as delay } from 'node:timers/promises'
import type { Reader } from '../access.ts'
import type { ReplicaLoad } from '../database.ts'
import { SharedQuery } from './shared-query.ts'

/** milliseconds for which a read waits for the replica, in steps, before it uses the primary */
const patience = 12
const step = 3

/** milliseconds for which a replica that does not answer is left alone */
const rest = 5000

/**
 * The end of the log of the primary, and up to where the replica has applied it. What is written counts, not only what is
 * on the disk: with `synchronous_commit = off` a commit is visible before that.
 */
const writtenSql = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS position`
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
  readonly #written: SharedQuery<number>
  readonly #replayed: SharedQuery<number>
  #restsUntil = 0
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
    if (performance.now() >= this.#restsUntil && (await this.#hasCaughtUp())) {
      this.#reads++
      return this.#guarded
    }
    this.#refused++
    return this.#primary
  }

  async #hasCaughtUp(): Promise<boolean> {
    const needed = await this.#written.ask()
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
