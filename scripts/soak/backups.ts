import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Ending, startCommand } from '../../tests/setup/command-line.ts'
import type { Broken } from './breaking.ts'
import { SoakClient } from './client.ts'
import { type Acknowledged, type Ledger, lostInCopy } from './ledger.ts'
import { startNode } from './nodes.ts'
import type { Surroundings } from './surroundings.ts'

/** milliseconds from one backup to the next */
const pause = 1000

export interface BackupsUnder {
  readonly surroundings: Surroundings
  readonly ledger: Ledger
  readonly broken: Broken
  readonly violations: string[]
}

/** How the backups of a soak ended. */
export interface Backups {
  /** those that were restored and compared with what had been acknowledged before they began */
  compared: number
  /** those that a fault of the database broke off */
  brokenOff: number
}

/**
 * Backs up under load and faults, one backup after the other, until the signal comes. Each is verified, restored into
 * SQLite and a folder, and read back through a node of its own.
 */
export async function backUpRepeatedly(under: BackupsUnder, signal: AbortSignal): Promise<Backups> {
  const backups: Backups = { compared: 0, brokenOff: 0 }
  while (!signal.aborted) {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-soak-backup-'))
    try {
      await backUpOnce(under, backups, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
    await delay(pause)
  }
  if (backups.compared === 0) under.violations.push('no backup was complete')
  return backups
}

async function backUpOnce(under: BackupsUnder, backups: Backups, folder: string): Promise<void> {
  const { surroundings, ledger, broken, violations } = under
  const archive = join(folder, 'archive.tar')
  const acknowledged = ledger.acknowledgedNow()
  const begun = performance.now()
  const { code, stderr } = await command(['backup', archive], surroundings.settings(0))
  if (code === 0) {
    violations.push(...(await compare(archive, acknowledged, { folder, token: surroundings.token })))
    backups.compared++
  } else if (existsSync(archive)) violations.push(`a backup that failed left its archive: ${stderr}`)
  else if (broken.databaseFault < begun) violations.push(`a backup failed without a fault: ${stderr}`)
  else backups.brokenOff++
}

/** What is wrong with an archive. */
async function compare(
  archive: string,
  acknowledged: Acknowledged,
  { folder, token }: { folder: string; token: string },
): Promise<string[]> {
  const settings = { OCTAVO_DATA_DIR: join(folder, 'restored'), OCTAVO_LOG_LEVEL: 'warn' }
  for (const step of ['verify', 'restore']) {
    const { code, stderr } = await command([step, archive], settings)
    if (code !== 0) return [`${step} of a backup ended with ${code}: ${stderr}`]
  }
  const violations: string[] = []
  const node = await startNode(0, { settings: () => settings, token }, (violation) =>
    violations.push(violation),
  )
  const client = new SoakClient([node], token)
  const lost = await lostInCopy(client, acknowledged)
  await node.stop()
  return [...violations, ...client.violations, ...lost.map((line) => `a backup is not complete: ${line}`)]
}

function command(args: readonly string[], env: Record<string, string>): Promise<Ending> {
  return startCommand(args, env).ended()
}
