import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import { broken } from '@octavo/contract/rules'
import { lockTarget } from '../../content/items/targets.ts'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { allTaxonomies } from '../../content/taxonomies/taxonomy.ts'
import { termsById } from '../../content/taxonomies/terms/assignments.ts'
import type { MenuItemRow } from './store.ts'

/** The target of a menu item, in the form of a request. */
export interface Pointer {
  readonly type: string
  readonly customUrl: string | null
  readonly referenceCollection: string | null
  readonly referenceId: string | null
}

export type PointerColumns = Pick<
  MenuItemRow,
  'type' | 'custom_url' | 'collection_id' | 'entry_id' | 'taxonomy_id' | 'term_id'
>

type Kind = 'custom' | 'collection' | 'taxonomy' | 'item'

/** The kind of a target; every type without a special meaning points to an item. */
export function kindOf(type: string): Kind {
  return type === 'custom' || type === 'collection' || type === 'taxonomy' ? type : 'item'
}

/** the members that a pointer of each kind has; the others are null */
const neededMembers: Record<Kind, readonly (keyof Pointer)[]> = {
  custom: ['customUrl'],
  collection: ['referenceCollection'],
  taxonomy: ['referenceCollection', 'referenceId'],
  item: ['referenceCollection', 'referenceId'],
}

interface TargetRules {
  /** whether the target may be in the trash: undo restores items as they were */
  readonly isTrashToo?: boolean
}

/** The columns of a valid pointer; throws VALIDATION_ERROR with all issues. */
export async function checkedPointer(
  context: WriteContext,
  pointer: Pointer,
  rules: TargetRules = {},
): Promise<PointerColumns> {
  const issues = shapeIssues(pointer)
  if (issues.length > 0) throw invalid(issues)
  const kind = kindOf(pointer.type)
  const columns: PointerColumns = {
    type: pointer.type,
    custom_url: pointer.customUrl,
    collection_id: null,
    entry_id: null,
    taxonomy_id: null,
    term_id: null,
  }
  if (kind === 'custom') return columns
  if (kind === 'taxonomy') return { ...columns, ...(await termColumns(context, pointer)) }
  return { ...columns, ...(await itemColumns(context, pointer, rules)) }
}

function shapeIssues(pointer: Pointer): Issue[] {
  const keys = neededMembers[kindOf(pointer.type)]
  const all = ['customUrl', 'referenceCollection', 'referenceId'] as const
  return all.flatMap((path) => {
    const isGiven = pointer[path] !== null
    if (isGiven === keys.includes(path)) return []
    const message = isGiven ? 'must be absent' : 'is needed'
    return [{ path, message: `${message} for an item of the type "${pointer.type}"` }]
  })
}

async function termColumns(
  context: WriteContext,
  { referenceCollection, referenceId }: Pointer,
): Promise<Partial<PointerColumns>> {
  const name = referenceCollection ?? ''
  const id = referenceId ?? ''
  const taxonomies = await allTaxonomies(context)
  const taxonomy = taxonomies.find(({ row }) => row.name === name)
  if (taxonomy === undefined) {
    const known = taxonomies.map(({ row }) => row.name)
    throw invalid([
      { path: 'referenceCollection', message: `there is no taxonomy "${name}"${hint(name, known)}` },
    ])
  }
  const term = (await termsById(context, [id])).get(id)
  if (term?.taxonomy_id !== taxonomy.row.id) {
    throw invalid([{ path: 'referenceId', message: `there is no term ${id} in the taxonomy "${name}"` }])
  }
  return { taxonomy_id: taxonomy.row.id, term_id: id }
}

async function itemColumns(
  context: WriteContext,
  { referenceCollection, referenceId }: Pointer,
  rules: TargetRules,
): Promise<Partial<PointerColumns>> {
  const slug = referenceCollection ?? ''
  const collection = context.schema.collections.get(slug)
  if (collection === undefined) {
    const known = [...context.schema.collections.keys()]
    throw invalid([
      { path: 'referenceCollection', message: `there is no collection "${slug}"${hint(slug, known)}` },
    ])
  }
  if (referenceId !== null && !(await lockTarget(context, collection, referenceId, rules))) {
    throw invalid([
      {
        path: 'referenceId',
        ...broken('missingItem', { id: referenceId, collection: slug }),
      },
    ])
  }
  return { collection_id: collection.id, entry_id: referenceId }
}
