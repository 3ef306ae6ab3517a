import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asAdmin } from './database-server.ts'
import { withPostgres } from './databases.ts'
import type { Reader, Reading } from './readings.ts'
import type { Engine } from './service.ts'

/** What `scripts/fixtures/make-release.ts` writes down of the database of an older release. */
export interface Fixture {
  /** when the release answered; sessions and grants had not ended by then */
  readonly madeAt: string
  readonly tokens: Readonly<Record<Exclude<Reader, 'editor'> | 'contributor', string>>
  /** the session of the editor */
  readonly cookie: string
  /** of the app that the editor has connected */
  readonly appAccess: string
  readonly appRefresh: string
  readonly appClient: string
  /** stored files: path → content in Base64 */
  readonly files: Readonly<Record<string, string>>
  readonly readings: readonly Reading[]
}

/** The site of an older release, as it was left. */
export interface OldSite {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly fixture: Fixture
  remove(): Promise<void>
}

/** Restores the database and the files of an older release. */
export async function restoreRelease(name: string, engine: Engine): Promise<OldSite> {
  const read = (file: string): Buffer =>
    gunzipSync(readFileSync(new URL(`../fixtures/${name}/${file}.gz`, import.meta.url)))
  const fixture = JSON.parse(read(`${engine}.json`).toString()) as Fixture
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-old-'))
  for (const [path, content] of Object.entries(fixture.files)) {
    mkdirSync(join(dataDir, dirname(path)), { recursive: true })
    writeFileSync(join(dataDir, path), Buffer.from(content, 'base64'))
  }
  const postgres = engine === 'postgres' ? await withPostgres() : null
  if (postgres === null) writeFileSync(join(dataDir, 'octavo.db'), read('sqlite.db'))
  else await asAdmin(postgres.url, (client) => client.query(read('postgres.sql').toString()))
  return {
    dataDir,
    databaseUrl: postgres?.url ?? null,
    fixture,
    remove: async () => {
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
