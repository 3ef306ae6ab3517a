import type { Operation } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { readState, replaceState } from '@octavo/demo/state-store'
import { serviceCaller } from '@octavo/server/core/caller'
import type { Services } from '@octavo/server/core/context'
import { Encoded } from '@octavo/server/platform/encoded'
import { invoke } from '@octavo/server/core/invoke'
import type { Any } from './json.ts'

/** All that a demo has made, without what differs from one making to the next: ids and times. */
export async function censusOf(services: Services): Promise<Record<string, unknown>> {
  const ask = (name: string, input: object = {}): Promise<Any> => asked(services, name, input)
  const all = (name: string, input: object = {}): Promise<Any[]> => pages(ask, name, input)
  const { collections } = await ask('schema.export')
  const items: Any[] = []
  for (const { slug: collection, supports } of collections) {
    for (const item of await all('content.list', { collection })) {
      const target = { collection, id: item.id }
      const { _rev } = await ask('content.get', target)
      const revisions = supports.includes('revisions')
        ? (await ask('revisions.list', { collection, entryId: item.id })).total
        : 0
      const terms: string[] = []
      for (const taxonomy of ['regions', 'tags'].filter((name) => takes(name, collection))) {
        const { items: some } = await ask('terms.listOfItem', { ...target, taxonomy })
        terms.push(...some.map(({ slug }: Any) => slug))
      }
      items.push([...nameOf(collection, item), _rev.split('-')[0], revisions, ...terms])
    }
    for (const item of await all('content.listTrashed', { collection })) {
      items.push([...nameOf(collection, item), 'in the trash'])
    }
  }
  const menus = []
  for (const { name, itemCount } of (await ask('menus.list')).items) {
    const { item } = await ask('menus.get', { name })
    menus.push([name, itemCount, item.items.map(({ label, url }: Any) => [label, url])])
  }
  const areas = []
  for (const { name } of (await ask('widgets.listAreas')).items) {
    const { item } = await ask('widgets.getArea', { name })
    areas.push([name, item.widgets.map(({ title }: Any) => title)])
  }
  const named = async (name: string, input = {}): Promise<string[]> =>
    (await all(name, input)).map(({ filename, slug }) => filename ?? slug).toSorted()
  return {
    fields: collections.map(({ slug, fields }: Any) => [slug, fields.map((field: Any) => field.slug)]),
    items: items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    media: await named('media.list'),
    regions: await named('terms.list', { taxonomy: 'regions' }),
    tags: await named('terms.list', { taxonomy: 'tags' }),
    sections: await named('sections.list'),
    menus,
    areas,
    settings: await ask('settings.get'),
  }
}

const takes = (taxonomy: string, collection: string): boolean =>
  (taxonomy === 'regions' ? ['places', 'articles', 'events'] : ['articles', 'recipes', 'events']).includes(
    collection,
  )

function nameOf(collection: string, { slug, locale, status, hasPendingDraft }: Any): unknown[] {
  return [collection, slug, locale, status, hasPendingDraft ?? null]
}

async function pages(
  ask: (name: string, input: object) => Promise<Any>,
  name: string,
  input: object,
): Promise<Any[]> {
  const all: Any[] = []
  let cursor: string | undefined
  do {
    const page = await ask(name, { ...input, limit: 100, ...(cursor !== undefined && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return all
}

async function asked(services: Services, name: string, input: object): Promise<Any> {
  const operation = operationList.find((one) => one.name === name) as Operation
  const answer = await invoke(services, { operation, caller: serviceCaller('cli'), input })
  return answer instanceof Encoded ? JSON.parse(answer.data.toString()) : answer
}

/** The same services, whose database breaks after some transactions, as if the process were killed. */
export function breakingAfter(services: Services, most: number): Services {
  let count = 0
  const database = new Proxy(services.database, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (key !== 'transaction') return value.bind(target)
      return (...args: Parameters<Services['database']['transaction']>) =>
        ++count > most ? Promise.reject(new Error('killed')) : target.transaction(...args)
    },
  })
  return { ...services, database }
}

/** What a few seconds do: the process that was killed says nothing any more. */
export async function letTurnExpire({ database }: Services): Promise<void> {
  const before = await readState(database.reader)
  if (before === null) return
  const after = JSON.stringify({ ...(JSON.parse(before) as object), until: 0 })
  await database.transaction('write', (tx) => replaceState(tx, before, after))
}
