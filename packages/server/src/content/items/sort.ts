import { hint } from '@octavo/contract/nearest'
import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import { invalidAt } from '../../platform/errors.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { keysOfAllStatuses } from '../../core/model/table-store.ts'
import type { View } from './view.ts'

/** The sort key of a list. */
export interface SortKey {
  readonly name: string
  /** the expression on the item's row `c` */
  readonly expression: string
  /** the type of its values */
  readonly holds: 'text' | 'number' | 'integer'
  /**
   * whether items of a status can have a value of the key (`values`), and can have none (`gaps`): items without one
   * come last and are searched separately, so a search that finds nothing is left out
   */
  phases(status: ItemStatus): { values: boolean; gaps: boolean }
  /** whether every item has a value, and an index has the items of all statuses in this order */
  readonly hasIndexOfItsOwn: boolean
}

const always = (): { values: boolean; gaps: boolean } => ({ values: true, gaps: false })

interface SystemKey {
  column: string
  liveColumn?: string
  phases: SortKey['phases']
}

const systemKeys: Record<string, SystemKey> = {
  createdAt: { column: 'created_at', phases: always },
  updatedAt: { column: 'updated_at', liveColumn: 'live_updated_at', phases: always },
  publishedAt: {
    column: 'published_at',
    // An item that was unpublished keeps its date.
    phases: (status) => ({ values: true, gaps: status !== 'published' }),
  },
  // A published item has this time if its pending draft is scheduled.
  scheduledAt: {
    column: 'scheduled_at',
    phases: (status) => ({ values: status !== 'draft', gaps: status !== 'scheduled' }),
  },
  unpublishAt: {
    column: '_unpublish_at',
    phases: (status) => ({ values: status !== 'draft', gaps: true }),
  },
  slug: { column: 'slug', phases: always },
  status: { column: 'status', phases: always },
}

const timesOfSchedule: ReadonlySet<string> = new Set(['scheduledAt', 'unpublishAt'])

/** Finds the key of an `orderBy`, in camelCase or snake_case; throws VALIDATION_ERROR for one that does not exist. */
export function sortKey(collection: CollectionModel, orderBy: string, view: View): SortKey {
  const camel = orderBy.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const field = collection.shownField.get(orderBy)
  // A field can have the slug unpublish_at, because the column has another name.
  const system = field === undefined && Object.hasOwn(systemKeys, camel) ? systemKeys[camel] : undefined
  if (system !== undefined) {
    // Visitors do not see schedules, so no item has this key in the live view.
    if (timesOfSchedule.has(camel) && view === 'live') return noKey(camel)
    const column = view === 'live' ? (system.liveColumn ?? system.column) : system.column
    return {
      name: camel,
      expression: `c.${column}`,
      holds: 'text',
      phases: system.phases,
      hasIndexOfItsOwn: keysOfAllStatuses.has(column),
    }
  }
  if (field === undefined || !field.isScalar) throw unknownKey(collection, orderBy, field)
  return {
    // Cursors of older versions, which sorted text by bytes, are not valid here.
    name: field.sortColumn === field.slug ? field.slug : `${field.slug} folded`,
    expression: `c.${quote(field.sortColumn)}`,
    holds: typeOfValues(field),
    phases: () => ({ values: true, gaps: true }),
    hasIndexOfItsOwn: false,
  }
}

function noKey(name: string): SortKey {
  const phases = (): { values: boolean; gaps: boolean } => ({ values: false, gaps: true })
  return { name, expression: 'NULL', holds: 'text', phases, hasIndexOfItsOwn: false }
}

function typeOfValues({ encoding }: FieldModel): SortKey['holds'] {
  if (encoding === 'text' || encoding === 'number') return encoding
  return 'integer'
}

function unknownKey(collection: CollectionModel, orderBy: string, field: FieldModel | undefined): Error {
  if (field?.partlySeen !== undefined)
    return invalidAt(
      'orderBy',
      'this token does not see all items that the field can refer to, so it cannot sort by it',
    )
  if (field !== undefined) {
    return invalidAt(
      'orderBy',
      `a field of type ${field.type.name} has no order${field.type.name === 'reference' ? ' when it takes several items' : ''}`,
    )
  }
  const scalars = collection.shown.filter(({ isScalar }) => isScalar).map(({ slug }) => slug)
  return invalidAt(
    'orderBy',
    `"${orderBy.slice(0, 100)}" cannot be sorted by${hint(orderBy, [...Object.keys(systemKeys), ...scalars])}`,
  )
}
