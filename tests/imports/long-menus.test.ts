// @module-tag long
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, type ExportedItem, importExport, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const count = 6000

/** A menu whose entries are all below entries that are missing. */
function menuOf(name: string): Exported {
  const entries = Array.from({ length: count }, (_, index): ExportedItem => {
    const id = 1000 + index
    return {
      id,
      type: 'nav_menu_item',
      title: `Entry ${index}`,
      order: index + 1,
      terms: { nav_menu: [name] },
      meta: {
        _menu_item_type: 'post_type',
        _menu_item_object: 'page',
        _menu_item_object_id: '10',
        _menu_item_menu_item_parent: String(id + count),
      },
    }
  })
  return {
    terms: [{ taxonomy: 'nav_menu', slug: name, name }],
    items: [{ id: 10, type: 'page', title: 'Page', name: 'page' }, ...entries],
  }
}

describe.each(engines)('a menu that is too long on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const outcomesOf = async (options: Record<string, boolean>): Promise<[string, string | null][]> => {
    const { analysisId } = await importExport(service, menuOf('long'), options)
    const rows = await reportOf(service, analysisId)
    expectNamed(rows)
    return rows
      .filter(({ kind }: Any) => kind === 'nav_menu_item')
      .map(({ outcome, code }: Any) => [outcome, code])
  }

  it('has as many entries as fit; the others are reported, also by a dry run', async () => {
    const expected = Array.from({ length: count }, (_, index) =>
      index < limits.menuItems ? ['created', 'PARENT_LOST'] : ['failed', 'CONFLICT'],
    )
    expect(await outcomesOf({ dryRun: true })).toEqual(expected)
    expect(await outcomesOf({})).toEqual(expected)
    const { items } = dataOf(await service.ask('GET', '/menus/long')).item
    expect(items).toHaveLength(limits.menuItems)
    expect(items.at(-1)).toMatchObject({ label: `Entry ${limits.menuItems - 1}`, url: '/pages/page' })
  })
})
