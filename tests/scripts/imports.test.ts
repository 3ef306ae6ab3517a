import { describe, expect, it } from 'vitest'
import { findCycles } from '../../scripts/imports/cycles.ts'
import { rules } from '../../scripts/imports/rules.ts'
import { findHeavyImports } from '../../scripts/imports/weight.ts'
import { readSource } from '../../scripts/imports/source.ts'

const complaintsOf = (path: string, text: string) => rules.flatMap((rule) => rule(readSource(path, text)))

const refused: [path: string, text: string][] = [
  ['contract/src/define.ts', "import { join } from 'node:path'"],
  ['contract/src/define.ts', "import type { Database } from '@octavo/server/database/database'"],
  ['client/src/client.ts', "import { z } from 'zod'"],
  ['plugin/src/define.ts', "import { invoke } from '@octavo/server/invoke'"],
  ['plugin/src/define.ts', "import { join } from 'node:path'"],
  ['client/src/client.ts', "export * from '@octavo/server/app'"],
  ['server/src/app.ts', "await import('@octavo/cli/program')"],
  ['admin/src/main.tsx', "const page = <p>{await import('@octavo/server/app')}</p>"],
  ['admin/src/main.tsx', "import { Shell } from './app/shell'"],
  ['client/src/client.ts', "import type { Shell } from '@octavo/admin/app/shell'"],
  ['server/src/http/routes.ts', "import { findRow } from '../content/store.ts'"],
  ['server/src/http/routes.ts', "import { findRow } from '../content/list-store.ts'"],
  ['server/src/http/routes.ts', "import type { Database } from '../database/database.ts'"],
  ['server/src/schema/rules.ts', "import { readFile } from 'node:fs/promises'"],
  ['server/src/schema/rules.ts', "import { loadSchema } from './store.ts'"],
  ['server/src/content/handlers.ts', "import { sql } from 'kysely'"],
  ['server/src/content/handlers.ts', 'sql<string>`count(*)`'],
  ['server/src/content/handlers.ts', "database.prepare('x')"],
  ['server/src/content/handlers.ts', 'const text = `SELECT ${columns}\nFROM items`'],
  ['server/src/content/handlers.ts', "import { loadSchema } from '../schema/store.ts'"],
  ['server/src/content/store.ts', "if (dialect.name === 'sqlite') x()"],
  ['server/src/content/store.ts', 'const isPostgres = true'],
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
  ['server/src/http/routes.ts', "import { invoke } from '../invoke.ts'"],
  [
    'server/src/schema/rules.ts',
    "import type { Row } from './store.ts'\nimport { createHash } from 'node:crypto'",
  ],
  ['server/src/content/list-store.ts', 'sql`SELECT id FROM items`'],
  ['server/src/content/handlers.ts', "throw new Error('Select one from the list, or update it.')"],
  ['server/src/content/handlers.ts', '// PostgreSQL and SQLite agree here: SELECT 1 FROM x'],
  ['server/src/app.ts', "import { loadSchema } from './schema/store.ts'"],
  ['server/src/database/open.ts', "import { openSqlite } from './dialects/sqlite.ts'"],
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

  it('find circles of what is loaded, not of types', () => {
    const circle = (second: string) => [
      readSource('server/src/a.ts', "import './b.ts'"),
      readSource('server/src/b.ts', second),
    ]
    expect(findCycles(circle("import { a } from './a.ts'"))).toEqual([
      'server/src/a.ts -> server/src/b.ts -> server/src/a.ts',
    ])
    expect(findCycles(circle("import type { A } from './a.ts'"))).toEqual([])
  })
})
