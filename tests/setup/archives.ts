import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSink } from '@octavo/server/maintenance/backup/archive/archive-sink'
import { readArchive } from '@octavo/server/maintenance/backup/archive/read-archive'
import { TarWriter } from '@octavo/server/maintenance/backup/archive/tar-writer'
import { type Config, readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { withPostgres } from './databases.ts'
import type { Engine } from './service.ts'

export const log = createLog('silent')

/** An installation that nothing was ever started with. */
export interface EmptySite {
  readonly env: Record<string, string>
  readonly config: Config
  remove(): Promise<void>
}

export async function emptySite(engine: Engine, more: Record<string, string> = {}): Promise<EmptySite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-empty-'))
  const postgres = engine === 'postgres' ? await withPostgres() : null
  const env = {
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_LOG_LEVEL: 'silent',
    ...(postgres !== null && { OCTAVO_DATABASE_URL: postgres.url }),
    ...more,
  }
  return {
    env,
    config: readConfig(env),
    remove: async () => {
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What an archive has, for comparing: rows as sorted texts by table and column, and files by key. */
export interface ArchiveTexts {
  readonly tables: Record<string, string[]>
  readonly files: Record<string, string>
}

export async function textsOf(path: string): Promise<ArchiveTexts> {
  const tables: Record<string, string[]> = {}
  const files: Record<string, string> = {}
  await readArchive(path, {
    manifest: async (manifest) => {
      for (const { name } of manifest.tables) tables[name] = []
    },
    rows: async ({ name, columns }, rows) => {
      for (const row of rows)
        tables[name]?.push(JSON.stringify(columns.map((column, at) => [column.name, row[at]]).toSorted()))
    },
    file: async (key, chunks) => {
      const parts: Buffer[] = []
      for await (const chunk of chunks) parts.push(chunk)
      files[key] = Buffer.concat(parts).toString('base64')
    },
  })
  for (const rows of Object.values(tables)) rows.sort()
  return { tables, files }
}

/** Writes an archive with the right hash, whatever its entries say. */
export async function writeArchive(
  path: string,
  entries: Readonly<Record<string, string>> | readonly (readonly [name: string, content: string])[],
): Promise<void> {
  const list = Array.isArray(entries) ? entries : Object.entries(entries)
  const file = await open(path, 'wx')
  const writer = new TarWriter(fileSink(file), new Date())
  for (const [name, content] of list) await writer.add(name, Buffer.from(content))
  await writer.add('sha256', Buffer.from(`${writer.digest()}\n`))
  await writer.end()
  await file.close()
}
