import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { asAdmin } from './database-server.ts'
import { type Programs, usablePrograms } from './postgres-programs.ts'
import { createCluster, startServer, type Server } from './postgres-server.ts'

export interface ReplicatedPostgres {
  readonly primary: Server
  readonly replica: Server
  /** keeps the replica from applying what it receives, until it is called with false */
  pause(isPaused: boolean): Promise<void>
  remove(): Promise<void>
}

/** what every primary that streams needs */
const streaming = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }

/** Starts a server of its own with a replica that follows it. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await makeFolder()
  const programs = await usablePrograms(folder)
  const cluster = await createCluster(programs, folder)
  await appendFile(join(cluster.data, 'pg_hba.conf'), 'host replication octavo 127.0.0.1/32 scram-sha-256\n')
  const primary = await startServer(programs, cluster, { settings: streaming })
  const data = join(folder, 'replica')
  await copyCluster(primary.url, cluster.data, data)
  await giveAll(data, programs)
  const { hostname, port, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=octavo password=${password}`
  const settings = { ...streaming, primary_conninfo, hot_standby: 'on' }
  const replica = await startServer(programs, { ...cluster, data }, { settings })
  return {
    primary,
    replica,
    pause: (isPaused) =>
      asAdmin(replica.url, (client) =>
        client.query(`SELECT pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`),
      ),
    remove: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-replicated-'))
  await chmod(folder, 0o711)
  return folder
}

/** A base backup as the server describes it, for there is no pg_basebackup here. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`)
    await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(to, 'standby.signal'), '')
  } finally {
    await client.end()
  }
}

export async function giveAll(path: string, { owner: { uid, gid } }: Programs): Promise<void> {
  await chmod(path, 0o700)
  if (uid === undefined || gid === undefined) return
  await chown(path, uid, gid)
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path])
}
