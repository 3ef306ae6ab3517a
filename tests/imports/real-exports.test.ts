// @module-tag long
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { analyze, execute, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** Exports that others made; they lie beside the project where it is developed, and are no part of it. */
const folder = new URL('../../../shared/data/wxr/', import.meta.url)
const isThere = existsSync(folder)

const malformed = new Set([
  'ghost-migrate/multiple_attachments-only.xml',
  'ghost-migrate/sample-no-slug.xml',
  'ghost-migrate/sample.xml',
  'wordpress-importer/malformed-simple.xml',
  'wordpress-importer/malformed.xml',
])

const files = isThere
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml'))
      .toSorted()
  : // One test a database, reported as skipped: nobody takes such a run for one with the exports.
    [`exports that others made (there is no folder ${folder.pathname})`]

/** Counts made in another way than the importer's: by looking at the text. */
function countsIn(text: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of text.split(/<item[\s>]/).slice(1)) {
    const type = /<(?:wp|alt):post_type>(?:<!\[CDATA\[)?([^<\]]*)/.exec(item)?.[1]?.trim() ?? 'post'
    counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

const sum = (outcomes: Record<string, number>): number =>
  Object.values(outcomes).reduce((one, other) => one + other, 0)

describe.skipIf(!isThere).each(engines)('exports that others made on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it.each(files.filter((name) => malformed.has(name)))(
    '%s is refused with line and column, and nothing is left behind',
    async (name) => {
      const before = dataOf(await service.ask('GET', '/import/external')).items.length
      const answer = await analyze(service, readFileSync(new URL(name, folder)))
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(answer.body.error.message).toMatch(/Line \d+, column \d+: /)
      expect(answer.body.error.details.line).toBeGreaterThan(1)
      expect(dataOf(await service.ask('GET', '/import/external')).items).toHaveLength(before)
      expect(await service.services.database.reader.rows('SELECT * FROM file_removals', [])).toEqual([])
    },
  )

  it.each(files.filter((name) => !malformed.has(name)))(
    '%s is imported, every piece accounted for; again it changes nothing',
    async (name) => {
      const bytes = readFileSync(new URL(name, folder))
      const { analysisId, menus, ...analysis } = dataOf(await analyze(service, bytes))
      const job = await execute(service, analysisId)
      expect(job).toMatchObject({ state: 'done', error: null })
      const { term = {}, menu = {}, comment = {}, ...items } = job.counts
      const counted = Object.fromEntries(
        Object.entries(items)
          .filter(([kind]) => kind !== 'redirect' && kind !== 'navigation_link')
          .map(([kind, outcomes]) => [kind, sum(outcomes as Record<string, number>)]),
      )
      expect(counted).toEqual(countsIn(bytes.toString()))
      expect(sum(term)).toBe(analysis.categories + analysis.tags + analysis.terms)
      expect(sum(menu)).toBe(menus.length)
      expect(sum(comment)).toBe(bytes.toString().split(/<(?:wp|alt):comment>/).length - 1)
      const rows = await reportOf(service, analysisId)
      expect(rows.filter(({ outcome }) => outcome === 'failed')).toEqual([])
      expectNamed(rows)
      const again = await execute(service, analysisId)
      expect(
        Object.values(again.counts).flatMap((outcomes) => Object.keys(outcomes as object)),
      ).not.toContain('created')
    },
  )
})
