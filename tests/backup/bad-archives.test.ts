// @module-tag long
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive } from '@octavo/server/maintenance/backup/archive/read-archive'
import { backUp } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { openDatabase } from '@octavo/server/platform/database/open'
import { openSource, openTarget } from '@octavo/server/platform/database/copies/open'
import fc from 'fast-check'
import type { ValueKind } from '@octavo/server/platform/database/copies/copy'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type EmptySite, emptySite, log, writeArchive } from '../setup/archives.ts'
import { startCommand } from '../setup/command-line.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { databaseDefaults } from '../setup/databases.ts'
import { uploaded } from '../setup/media.ts'
import { type Engine, engines, startService } from '../setup/service.ts'
import { mountSmallDisk } from '../setup/small-disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-archives-'))
const archive = join(folder, 'site.tar')
const sentence = /^[^\n]+\.\n$/

beforeAll(async () => {
  const service = await startService('sqlite')
  await makeCollection(service, 'posts', {
    supports: ['drafts'],
    fields: [{ slug: 'title', type: 'string' }],
  })
  for (let n = 0; n < 20; n++) await makeItem(service, 'posts')
  await uploaded(service, { filename: 'a.txt', type: 'text/plain', content: 'a file' })
  await backUp(archive, { config: service.services.config, log })
  await service.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const parts = (more: Record<string, unknown> = {}): Record<string, string> => ({
  'octavo-backup.json': JSON.stringify({
    ...{ format: 1, version: '9.9.9', createdAt: '2026-01-01T00:00:00.000Z', migrations: [], tables: [] },
    ...more,
  }),
})
const summary = { 'summary.json': JSON.stringify({ rows: {}, files: 1, fileBytes: 1, missingFiles: [] }) }

describe('an archive', () => {
  it('is refused when a byte has changed, of which 60 are tried', async () => {
    const bytes = readFileSync(archive)
    const changed = join(folder, 'changed.tar')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const copy = Buffer.from(bytes)
        copy.writeUInt8((copy.readUInt8(at) ^ change) & 255, at)
        writeFileSync(changed, copy)
        await expect(readArchive(changed)).rejects.toThrow(/^The archive /)
      }),
      { numRuns: 60 },
    )
  })

  it('is told from files of other kinds', async () => {
    const other = join(folder, 'other')
    const expected = 'The file is no archive that octavo backup has written.'
    for (const content of [Buffer.from('{}'.padStart(2000)), Buffer.alloc(2000), Buffer.alloc(2000, 0x80)]) {
      writeFileSync(other, content)
      await expect(readArchive(other)).rejects.toThrow(expected)
    }
  })

  it('is refused when one of the first 100 bytes of its manifest has changed', async () => {
    const bytes = readFileSync(archive)
    const changed = join(folder, 'manifest.tar')
    for (let at = 512; at < 612; at++) {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
      writeFileSync(changed, copy)
      await expect(readArchive(changed)).rejects.toThrow(/^The archive /)
    }
  })

  it('is refused when a byte of the entry of its hash, or behind it, has changed', async () => {
    const bytes = readFileSync(archive)
    const changed = join(folder, 'end.tar')
    const headerOfHash = bytes.length - 4 * 512
    const checksum = headerOfHash + 148
    for (let at = headerOfHash; at < bytes.length; at += at >= checksum && at < checksum + 8 ? 1 : 4)
      for (const value of [0, 9, 32, bytes.readUInt8(at) ^ 1]) {
        if (bytes.readUInt8(at) === value || (value < 33 && at > checksum + 8)) continue
        const copy = Buffer.from(bytes)
        copy.writeUInt8(value, at)
        writeFileSync(changed, copy)
        await expect(readArchive(changed), `${value} at ${at - headerOfHash}`).rejects.toThrow(
          /^The archive /,
        )
      }
  })

  it('is refused when an index of a table would run a second statement', async () => {
    const path = join(folder, 'index.tar')
    const index = { name: 'one', isUnique: false, on: '(a); DROP TABLE users' }
    const table = { name: 'content_a', columns: [], indexes: [index], lastNumber: null }
    await writeArchive(path, { ...parts({ tables: [table] }), ...summary })
    await expect(readArchive(path)).rejects.toThrow('is damaged')
  })

  it('is refused when it is cut short, or goes on behind its end', async () => {
    const bytes = readFileSync(archive)
    const cut = join(folder, 'cut.tar')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        writeFileSync(cut, bytes.subarray(0, length))
        await expect(readArchive(cut)).rejects.toThrow(/archive/)
      }),
      { numRuns: 30 },
    )
    writeFileSync(cut, Buffer.concat([bytes, Buffer.from('x')]))
    await expect(readArchive(cut)).rejects.toThrow('is damaged')
  })

  it.each([
    ['leads out of the folder', 'files/../../etc/passwd'],
    ['begins at the root', 'files//etc/passwd'],
    ['has a backslash', 'files/..\\x'],
    ['is hidden', 'files/.ssh/config'],
    ['is that of the folder of variants', 'files/_forms'],
    ['is that of the mark of a restore', 'files/_restoring-1'],
    ['is that of a variant', 'files/_forms/a.png/64x.webp'],
    ['is that of no table', 'database/users/1.jsonl'],
    ['is unknown', 'etc/passwd'],
    ['is long and leads out', `files/${'a/'.repeat(100)}../../x`],
  ])('is refused when a name %s', async (_, name) => {
    const path = join(folder, 'names.tar')
    await writeArchive(path, { ...parts(), [name]: 'x', ...summary })
    await expect(readArchive(path)).rejects.toThrow(/^The archive has an entry with/)
    rmSync(path)
  })

  it.each([
    ['twice', ['files/2026/a.txt', 'files/2026/a.txt']],
    ['as a file and as a folder', ['files/2026/a.txt', 'files/2026/a.txt/b.txt']],
    ['as a folder and as a file', ['files/2026/a.txt/b.txt', 'files/2026/a.txt']],
  ])('is refused when a name is there %s', async (_, names) => {
    const path = join(folder, 'twice.tar')
    const files = names.map((name) => [name, 'x'] as const)
    await writeArchive(path, [...Object.entries(parts()), ...files, ...Object.entries(summary)])
    await expect(readArchive(path)).rejects.toThrow('has an entry with the name of another one')
    rmSync(path)
  })

  /** Reads an archive whose only row has the value. */
  async function readValue(kind: ValueKind, value: string | null): Promise<unknown> {
    const path = join(folder, 'value.tar')
    const column = { name: 'a', kind, isRequired: false, isKey: false, default: null }
    const table = { name: 'content_a', columns: [column], indexes: [], lastNumber: null }
    const counts = { 'summary.json': '{"rows":{"content_a":1},"files":0,"fileBytes":0,"missingFiles":[]}' }
    const rows = { 'database/content_a/1.jsonl': `${JSON.stringify([value])}\n` }
    await writeArchive(path, { ...parts({ tables: [table] }), ...rows, ...counts })
    return readArchive(path).finally(() => rmSync(path))
  }

  it.each([
    ['integer', '12x'],
    ['integer', '9223372036854775808'],
    ['integer', '-9223372036854775809'],
    ['boolean', 'true'],
    ['real', 'abc'],
    ['real', ''],
    ['real', '1e999'],
    ['json', '{"a":'],
    ['json', ''],
  ] as const)('is refused when a value of the kind %s is %j', async (kind, value) => {
    await expect(readValue(kind, value)).rejects.toThrow('is damaged')
  })

  it.each([
    ['integer', '9223372036854775807'],
    ['integer', '-9223372036854775808'],
    ['boolean', '1'],
    ['real', '-1.5e+20'],
    ['json', '{"a":null}'],
    ['text', ''],
    ['integer', null],
  ] as const)('is accepted when a value of the kind %s is %j', async (kind, value) => {
    await expect(readValue(kind, value)).resolves.toBeDefined()
  })

  it.each([
    ['of a newer format', parts({ format: 2 }), 'has the format 2, and this version reads 1'],
    [
      'of a newer version',
      {
        ...parts({ migrations: ['999-later'] }),
        'summary.json': '{"rows":{},"files":0,"fileBytes":0,"missingFiles":[]}',
      },
      'newer version of Octavo, 9.9.9 (it has the migration 999-later)',
    ],
    ['with fewer files than it says', { ...parts(), ...summary }, 'is damaged'],
  ])('is refused when it is one %s', async (_, entries, mention) => {
    const path = join(folder, 'other.tar')
    await writeArchive(path, entries)
    const site = await emptySite('sqlite')
    await expect(restore(path, { config: site.config, log })).rejects.toThrow(mention)
    expect(readdirSync(site.config.dataDir)).toEqual([])
    await site.remove()
    rmSync(path)
  })

  it.each([
    ['verify', ['verify', 'none.tar'], 'cannot be read'],
    ['restore', ['restore', 'none.tar'], 'cannot be read'],
    ['verify of a folder', ['verify', '/etc'], 'it is a folder'],
    ['verify of another file', ['verify', '/etc/passwd'], 'archive'],
    ['backup over a file', ['backup', '/etc/passwd'], 'choose another name'],
    ['backup of nothing', ['backup', 'new.tar'], 'holds no database'],
  ])('makes %s say one sentence', async (_, args, mention) => {
    const { code, stdout, stderr } = await startCommand(args, {
      OCTAVO_DATA_DIR: join(folder, 'none'),
    }).ended()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(mention)
  })

  it('is checked by octavo verify', async () => {
    const { code, stdout } = await startCommand(['verify', archive], {}).ended()
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/is complete: [\d,]+ rows of \d+ tables and 1 file \(/),
    ])
  })
})

describe.each(engines)('a restore into %s', (engine: Engine) => {
  let site: EmptySite

  const withSite = async (work: () => Promise<void>): Promise<void> => {
    site = await emptySite(engine)
    try {
      await work()
    } finally {
      await site.remove()
    }
  }
  const isEmpty = async (): Promise<boolean> =>
    openTarget(site.config).then(async (target) => {
      await target.abort()
      return true
    })

  it('is refused when there is a database, which stays', () =>
    withSite(async () => {
      await (await openDatabase({ ...databaseDefaults, ...site.config, log })).close()
      await expect(restore(archive, { config: site.config, log })).rejects.toThrow(
        /holds a database already|not empty/,
      )
      const source = await openSource(site.config)
      expect(source.migrations.length).toBeGreaterThan(20)
      await source.close()
    }))

  it('names the database of a restore that was stopped when it was nearly through', () =>
    withSite(async () => {
      await restore(archive, { config: site.config, log })
      await expect(restore(archive, { config: site.config, log })).rejects.toThrow(
        /holds a database already|not empty \(it has/,
      )
    }))

  it('is refused while another one runs', () =>
    withSite(async () => {
      const target = await openTarget(site.config)
      await expect(restore(archive, { config: site.config, log })).rejects.toThrow('Another restore')
      await target.abort()
      await restore(archive, { config: site.config, log })
    }))

  it('is refused when there are files', () =>
    withSite(async () => {
      await restore(archive, { config: site.config, log })
      const other = await emptySite(engine, { OCTAVO_DATA_DIR: site.config.dataDir })
      rmSync(join(site.config.dataDir, 'octavo.db'), { force: true })
      await expect(restore(archive, { config: other.config, log })).rejects.toThrow('is not empty')
      await other.remove()
    }))

  it('leaves nothing when rows do not fit together', () =>
    withSite(async () => {
      const path = join(folder, `${engine}.tar`)
      const entries: Record<string, string> = {}
      await readArchive(archive, {
        manifest: async (manifest) => void (entries['octavo-backup.json'] = JSON.stringify(manifest)),
        rows: async ({ name }, rows) => {
          // Fields without their collections.
          if (name !== 'collections')
            entries[`database/${name}/1.jsonl`] = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
        },
      })
      entries['files/2026/a.txt'] = 'x'
      await writeArchive(path, {
        ...entries,
        'summary.json': JSON.stringify({ rows: {}, files: 1, fileBytes: 1, missingFiles: [] }),
      })
      await expect(restore(path, { config: site.config, log })).rejects.toThrow(/foreign key|refer to rows/)
      expect(await isEmpty()).toBe(true)
      expect(existsSync(join(site.config.dataDir, 'files/2026/a.txt'))).toBe(false)
    }))
})

it('a backup on a full disk says so and leaves nothing', async (context: TestContext) => {
  const disk = mountSmallDisk(4)
  if (disk === null) return context.skip()
  const site = await emptySite('sqlite')
  try {
    await restore(archive, { config: site.config, log })
    disk.fill()
    await expect(backUp(join(disk.path, 'site.tar'), { config: site.config, log })).rejects.toThrow(
      'There is no space left',
    )
    expect(readdirSync(disk.path)).toEqual(['filler'])
    disk.free()
    copyFileSync(archive, join(folder, 'copy.tar'))
    const small = await emptySite('sqlite', { OCTAVO_DATA_DIR: join(disk.path, 'data') })
    disk.fill()
    await expect(restore(archive, { config: small.config, log })).rejects.toThrow('no space left')
    await small.remove()
  } finally {
    await site.remove()
    disk.close()
  }
})
