import { dataOf } from './answers.ts'
import { type FieldInput, makeCollection } from './content.ts'
import type { Answer, TestService } from './service.ts'

/** Values of one field in every place where a collection can hold one; a place that is left out has no value. */
export interface Placed {
  draft?: unknown
  /** what visitors see of an item that has a pending draft */
  live?: unknown
  pending?: unknown
  trashed?: unknown
}

export interface Filled {
  readonly collection: string
  /** PATCHes the field */
  change(changes: Record<string, unknown>): Promise<Answer>
  field(): Promise<Record<string, unknown>>
  values(): Promise<Placed>
  /** saves a value in the item that is a draft */
  save(value: unknown): Promise<Answer>
  readonly itemWithDraft: string
}

let count = 0

/** A collection with one field, `value`, filled in all places. */
export async function makeFilled(
  service: Pick<TestService, 'ask'>,
  field: Omit<FieldInput, 'slug'>,
  placed: Placed,
): Promise<Filled> {
  const collection = `filled${++count}`
  const given = { type: 'string', ...field, slug: 'value' }
  await makeCollection(service, collection, { supports: ['drafts', 'revisions'], fields: [given] })
  const path = `/content/${collection}`
  const dataWith = (place: keyof Placed): object => ({
    value: Object.hasOwn(placed, place) ? placed[place] : null,
  })
  const make = async (place: keyof Placed, status: string): Promise<string> => {
    const body = { slug: place, status, data: dataWith(place) }
    return dataOf(await service.ask('POST', path, { body }), 201).item.id as string
  }
  await make('draft', 'draft')
  const itemWithDraft = await make('live', 'published')
  dataOf(await service.ask('PUT', `${path}/live`, { body: { data: dataWith('pending') } }))
  await make('trashed', 'draft')
  dataOf(await service.ask('DELETE', `${path}/trashed`))

  const read = async (slug: string, view = 'latest'): Promise<Record<string, unknown>> =>
    dataOf(await service.ask('GET', `${path}/${slug}?view=${view}`)).item.data
  return {
    collection,
    itemWithDraft,
    change: (body) => service.ask('PATCH', `/schema/collections/${collection}/fields/value`, { body }),
    field: async () => dataOf(await service.ask('GET', `/schema/collections/${collection}/fields`)).items[0],
    save: (value) => service.ask('PUT', `${path}/draft`, { body: { data: { value } } }),
    values: async () => {
      const trashed = dataOf(await service.ask('GET', `${path}/trash`)).items[0].data
      const found = {
        draft: (await read('draft'))['value'],
        live: (await read('live', 'live'))['value'],
        pending: (await read('live'))['value'],
        trashed: trashed.value,
      }
      return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
    },
  }
}
