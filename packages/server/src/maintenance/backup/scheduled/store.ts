import type { Reader, Transaction } from '../../../platform/database/access.ts'
import { type Fault, faultColumns } from './fault.ts'
import type { Tables } from '../../../platform/database/tables.ts'

export type ScheduleRow = Tables['backup_schedule']

const columns = 'lease_until, begun_at, done_at, archive, size, failed_at, failure, because, failures'

/** The results of the last attempts. */
export type ScheduleState = Omit<ScheduleRow, 'id' | 'lease_owner'>

export async function readSchedule(db: Reader): Promise<ScheduleState> {
  const [row] = await db.rows<ScheduleState>(`SELECT ${columns} FROM backup_schedule WHERE id = 'main'`, [])
  if (row === undefined) throw new Error('The table of the backup schedule has lost its row.')
  return row
}

interface Lease {
  readonly owner: string
  /** milliseconds since 1970 */
  readonly now: number
  readonly until: number
}

/** Takes the lease if no other process has one and no other backup began meanwhile; false if one did. */
export async function takeLease(
  db: Transaction,
  { owner, now, until, begunAt, before }: Lease & { begunAt: string; before: ScheduleState },
): Promise<boolean> {
  const changed = await db.run(
    // `coalesce`, because in SQL NULL does not equal NULL.
    `UPDATE backup_schedule SET lease_owner = ?, lease_until = ?, begun_at = ? WHERE id = 'main' AND lease_until < ? AND coalesce(begun_at, '') = ?`,
    [owner, until, begunAt, now, before.begun_at ?? ''],
  )
  return changed === 1
}

/** Extends the lease; false if another process has it. */
export async function renewLease(db: Transaction, { owner, until }: Omit<Lease, 'now'>): Promise<boolean> {
  const changed = await db.run(
    `UPDATE backup_schedule SET lease_until = ? WHERE id = 'main' AND lease_owner = ?`,
    [until, owner],
  )
  return changed === 1
}

const released = `lease_owner = NULL, lease_until = 0`

interface WrittenArchive {
  readonly owner: string
  readonly now: string
  readonly archive: string
  readonly size: number
  /** problems that the operator must solve although an archive was made */
  readonly remark: Fault | null
}

/** Ends the lease with a success; false if another process has it meanwhile. */
export async function endWithArchive(
  db: Transaction,
  { owner, now, archive, size, remark }: WrittenArchive,
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE backup_schedule SET ${released}, done_at = ?, archive = ?, size = ?, failed_at = NULL, failure = ?, because = ?, failures = 0 WHERE id = 'main' AND lease_owner = ?`,
    [now, archive, size, ...faultColumns(remark), owner],
  )
  return changed === 1
}

interface Failed {
  readonly now: string
  readonly fault: Fault
}

/** Ends the lease with a failure; false if another process has it meanwhile. */
export function endWithFailure(
  db: Transaction,
  { owner, ...failed }: Failed & { owner: string },
): Promise<boolean> {
  return endFailed(db, failed, ['lease_owner', owner])
}

/**
 * Ends a lease that has expired, which is identified by its end (`until`); false if another process has done so, or
 * renewed it.
 */
export function endExpired(
  db: Transaction,
  { until, ...failed }: Failed & { until: number },
): Promise<boolean> {
  return endFailed(db, failed, ['lease_until', until])
}

async function endFailed(
  db: Transaction,
  { now, fault }: Failed,
  [column, value]: readonly ['lease_owner', string] | readonly ['lease_until', number],
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE backup_schedule SET ${released}, failed_at = ?, failure = ?, because = ?, failures = failures + 1 WHERE id = 'main' AND ${column} = ?`,
    [now, ...faultColumns(fault), value],
  )
  return changed === 1
}

/**
 * Ends the lease of a process that stops. The start of the backup is undone, so that another process begins one at
 * once.
 */
export async function giveBack(db: Transaction, owner: string, begunAt: string | null): Promise<void> {
  await db.run(`UPDATE backup_schedule SET ${released}, begun_at = ? WHERE id = 'main' AND lease_owner = ?`, [
    begunAt,
    owner,
  ])
}
