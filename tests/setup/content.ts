import { dataOf } from './answers.ts'
import { isRepeated } from './repeated.ts'
import type { TestService } from './service.ts'

export const hour = 3_600_000

export interface FieldInput {
  slug: string
  type: string
  label?: string
  [setting: string]: unknown
}

/** Makes a collection with its fields. */
export async function makeCollection(
  service: Pick<TestService, 'ask'>,
  slug: string,
  { supports, fields = [] }: { supports: readonly string[]; fields?: readonly FieldInput[] },
): Promise<void> {
  if (isRepeated()) await service.ask('DELETE', `/schema/collections/${slug}?force=true`)
  dataOf(await service.ask('POST', '/schema/collections', { body: { slug, label: slug, supports } }), 201)
  for (const field of fields) {
    const body = { label: field.slug, ...field }
    dataOf(await service.ask('POST', `/schema/collections/${slug}/fields`, { body }), 201)
  }
}

/** `published+draft+time`: the status, whether a draft is pending, whether a time is set */
export const states = [
  'draft',
  'published',
  'published+draft',
  'scheduled+time',
  'published+draft+time',
  'draft+draft',
  'scheduled+draft+time',
  'trash',
] as const
export type State = (typeof states)[number]

/** What brings a new draft into a state: an operation each, `save` for a change of its values. */
const waysTo: Record<State, readonly string[]> = {
  draft: [],
  published: ['publish'],
  'published+draft': ['publish', 'save'],
  'scheduled+time': ['schedule'],
  'published+draft+time': ['publish', 'save', 'schedule'],
  'draft+draft': ['publish', 'save', 'unpublish'],
  'scheduled+draft+time': ['publish', 'save', 'unpublish', 'schedule'],
  trash: ['delete'],
}

export interface Made {
  id: string
  slug: string
}

/** Makes an item in a state; its title is `First`, and `Second` once it was saved again. */
export async function makeItem(
  service: Pick<TestService, 'ask' | 'clock'>,
  collection: string,
  { state = 'draft', token, slug }: { state?: State; token?: string; slug?: string } = {},
): Promise<Made> {
  const body = { data: { title: 'First' }, ...(slug !== undefined && { slug }) }
  const as = token === undefined ? {} : { token }
  const { item } = dataOf(await service.ask('POST', `/content/${collection}`, { body, ...as }), 201)
  const path = `/content/${collection}/${item.id}`
  for (const step of waysTo[state]) {
    if (step === 'save') dataOf(await service.ask('PUT', path, { body: { data: { title: 'Second' } } }))
    else if (step === 'delete') dataOf(await service.ask('DELETE', path))
    else
      dataOf(
        await service.ask('POST', `${path}/${step}`, {
          body: step === 'schedule' ? { scheduledAt: inAnHour(service) } : {},
        }),
      )
  }
  return { id: item.id, slug: item.slug }
}

export function inAnHour({ clock }: Pick<TestService, 'clock'>): string {
  return new Date(clock.now.getTime() + hour).toISOString()
}

/** The state that an item shows to its editors. */
export function stateOf(item: {
  status: string
  hasPendingDraft?: boolean
  scheduledAt: string | null
}): string {
  return [
    item.status,
    ...(item.hasPendingDraft ? ['draft'] : []),
    ...(item.scheduledAt === null ? [] : ['time']),
  ].join('+')
}
