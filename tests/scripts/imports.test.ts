import { describe, expect, it } from 'vitest'
import { findCycles } from '../../scripts/imports/cycles.ts'
import { findFolderPairs } from '../../scripts/imports/pairs.ts'
import { rules } from '../../scripts/imports/rules.ts'
import { findHeavyImports } from '../../scripts/imports/weight.ts'
import { readSource } from '../../scripts/imports/source.ts'

const complaintsOf = (path: string, text: string) => rules.flatMap((rule) => rule(readSource(path, text)))

const refused: [path: string, text: string][] = [
  ['contract/src/define.ts', "import { join } from 'node:path'"],
  ['contract/src/define.ts', "import type { Database } from '@octavo/server/platform/database/database'"],
  ['client/src/client.ts', "import { z } from 'zod'"],
  ['plugin/src/define.ts', "import { invoke } from '@octavo/server/core/invoke'"],
  ['plugin/src/define.ts', "import { join } from 'node:path'"],
  ['client/src/client.ts', "export * from '@octavo/server/app'"],
  ['server/src/app.ts', "await import('@octavo/cli/program')"],
  ['admin/src/main.tsx', "const page = <p>{await import('@octavo/server/app')}</p>"],
  ['admin/src/main.tsx', "import { Shell } from './app/shell'"],
  ['client/src/client.ts', "import type { Shell } from '@octavo/admin/app/shell'"],
  ['server/src/http/rest/routes.ts', "import { findRow } from '../../content/items/store.ts'"],
  ['server/src/http/mcp/call.ts', "import { findRow } from '../../content/items/list-store.ts'"],
  ['server/src/http/rest/routes.ts', "import type { Database } from '../../platform/database/database.ts'"],
  ['server/src/content/schema/rules.ts', "import { readFile } from 'node:fs/promises'"],
  ['server/src/content/schema/rules.ts', "import { loadSchema } from './store.ts'"],
  ['server/src/content/schema/field-rules.ts', "import { loadFields } from './stored-values-store.ts'"],
  ['server/src/content/schema/rules.ts', "import sharp from 'sharp'"],
  ['server/src/content/schema/rules.ts', "import { Outbound } from '../../platform/outbound/outbound.ts'"],
  ['server/src/content/schema/rules.ts', "const answer = await fetch('https://example.com')"],
  ['server/src/content/items/handlers.ts', "import { sql } from 'kysely'"],
  ['server/src/content/items/handlers.ts', 'sql<string>`count(*)`'],
  ['server/src/content/items/handlers.ts', "database.prepare('x')"],
  ['server/src/content/items/handlers.ts', 'const text = `SELECT ${columns}\nFROM items`'],
  ['server/src/content/items/handlers.ts', "import { findMedia } from '../media/store.ts'"],
  ['server/src/site/menus/urls.ts', "import { findRow } from '../../content/items/store.ts'"],
  ['server/src/site/menus/urls.ts', "import { findTargets } from '../../content/items/target-store.ts'"],
  [
    'server/src/maintenance/doctor/examine.ts',
    "import { findTargets } from '../../content/items/target-store.ts'",
  ],
  ['server/src/content/items/store.ts', "if (dialect.name === 'sqlite') x()"],
  ['server/src/content/items/store.ts', 'const isPostgres = true'],
]

const allowed: [path: string, text: string][] = [
  ['contract/src/fields/text.ts', "import { z } from 'zod'\nimport { limits } from '../limits.ts'"],
  [
    'client/src/client.ts',
    "import type { z } from 'zod'\nimport { operations } from '@octavo/contract/operations/registry'",
  ],
  ['cli/src/main.ts', "import { serve } from '@octavo/server/main'\nimport { Command } from 'commander'"],
  [
    'admin/src/main.tsx',
    "import './look.css'\nimport { limits } from '@octavo/contract/limits'\nimport { Shell } from './app/shell.tsx'\nconst page = <Shell />",
  ],
  ['server/src/http/rest/routes.ts', "import { invoke } from '../../core/invoke.ts'"],
  [
    'server/src/content/schema/rules.ts',
    "import type { Row } from './store.ts'\nimport { createHash } from 'node:crypto'",
  ],
  ['server/src/content/items/list-store.ts', 'sql`SELECT id FROM items`'],
  ['server/src/content/items/handlers.ts', "throw new Error('Select one from the list, or update it.')"],
  ['server/src/content/items/handlers.ts', '// PostgreSQL and SQLite agree here: SELECT 1 FROM x'],
  ['server/src/app.ts', "import { loadSchema } from './core/model/store.ts'"],
  [
    'server/src/maintenance/jobs/expiry.ts',
    "import { removeExpired } from '../../identity/grants/expiry-store.ts'",
  ],
  ['server/src/content/search/finding.ts', "import { wordsFrom } from '../search-index/word-store.ts'"],
  ['server/src/platform/database/open.ts', "import { openSqlite } from './dialects/sqlite.ts'"],
]

describe('the import rules', () => {
  it.each(refused)('refuse in %s: %s', (path, text) => {
    expect(complaintsOf(path, text)).not.toEqual([])
  })

  it.each(allowed)('allow in %s: %s', (path, text) => {
    expect(complaintsOf(path, text)).toEqual([])
  })

  const heavy: [text: string, way: string | null][] = [
    ["import { page } from '@octavo/contract/shapes'", 'contract/src/shapes.ts -> zod'],
    ["import { ask } from '@octavo/client/ask'", 'client/src/ask.ts -> contract/src/shapes.ts -> zod'],
    ["const page = <p>{await import('@octavo/contract/shapes')}</p>", 'contract/src/shapes.ts -> zod'],
    ["import { z } from 'zod'", 'zod'],
    ["import type { Page } from '@octavo/contract/shapes'", null],
    ["import { limits } from '@octavo/contract/limits'", null],
  ]

  it.each(heavy)('find what makes a browser load Zod: %s', (text, way) => {
    const found = findHeavyImports([
      readSource('contract/src/shapes.ts', "import { z } from 'zod'"),
      readSource('contract/src/limits.ts', "import type { Page } from './shapes.ts'"),
      readSource('client/src/ask.ts', "export * from '@octavo/contract/shapes'"),
      readSource('admin/src/main.tsx', text),
    ])
    expect(found.map((one) => one.text)).toEqual(
      way === null ? [] : [`loads Zod by ${way}; the admin takes only types of it`],
    )
  })

  it('tell the line', () => {
    expect(complaintsOf('server/src/a.ts', "\n\nimport pg from 'pg'")).toMatchObject([{ line: 3 }])
  })

  it.each(["import { a } from './a.ts'", "import type { A } from './a.ts'"])('find cycles: %s', (second) => {
    const sources = [readSource('server/src/a.ts', "import './b.ts'"), readSource('server/src/b.ts', second)]
    expect(findCycles(sources)).toEqual(['server/src/a.ts -> server/src/b.ts -> server/src/a.ts'])
  })

  const pairs: [why: string, path: string, text: string, found: string[]][] = [
    [
      'the other way',
      'server/src/site/menus/b.ts',
      "import '../../content/items/a.ts'",
      ['server/src/content <-> server/src/site'],
    ],
    [
      'a type',
      'server/src/site/b.ts',
      "import type { A } from '../content/schema/c.ts'",
      ['server/src/content <-> server/src/site'],
    ],
    ['the same way', 'server/src/content/items/b.ts', "import '../../site/menus/d.ts'", []],
    ['a folder above', 'server/src/site/menus/b.ts', "import '../../app.ts'", []],
  ]

  it.each(pairs)('find folders that import each other: %s', (_, path, text, found) => {
    const sources = [
      readSource('server/src/content/items/a.ts', "import '../../site/menus/b.ts'"),
      readSource(path, text),
    ]
    expect(findFolderPairs(sources).map((pair) => pair.split(':')[0])).toEqual(found)
  })
})
