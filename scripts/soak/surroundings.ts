import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { makeToken } from '../../tests/crash/service-process.ts'
import { usablePrograms } from '../../tests/setup/postgres-programs.ts'
import { createCluster, startServer } from '../../tests/setup/postgres-server.ts'
import { startObjectStore } from '../../tests/setup/s3.ts'

/** What the nodes of a soak share. */
export interface Surroundings {
  /** settings of node number `index` */
  settings(index: number): Record<string, string>
  /** of an admin */
  readonly token: string
  /** ends all connections of the nodes; returns their number */
  terminateBackends(): Promise<number>
  /** stops the database, and starts it again after `milliseconds` */
  restartDatabase(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** Starts a PostgreSQL server and a store that speaks S3. */
export async function startSurroundings(): Promise<Surroundings> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-soak-'))
  chmodSync(folder, 0o711)
  const programs = await usablePrograms(folder)
  const cluster = await createCluster(programs, folder)
  let server = await startServer(programs, cluster)
  const { url } = server
  const port = Number(new URL(url).port)
  const store = await startObjectStore()
  const settings = (index: number): Record<string, string> => ({
    OCTAVO_DATA_DIR: join(folder, `node-${index}`),
    OCTAVO_DATABASE_URL: url,
    OCTAVO_FILES_URL: store.url,
    OCTAVO_LOG_LEVEL: 'warn',
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  })
  return {
    settings,
    token: await makeToken(settings(0)),
    terminateBackends: () => terminateBackends(url),
    restartDatabase: async (milliseconds) => {
      await server.stop()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      server = await startServer(programs, cluster, { port })
    },
    close: async () => {
      await store.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function terminateBackends(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'octavo'`,
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
