import type { DryRunReport } from '@octavo/contract/control-inputs'
import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import type { AuditEntry } from '../../core/audit-trail.ts'
import type { WriteContext } from '../../core/context.ts'
import type { ConsequenceFinder } from '../../core/rehearsal.ts'
import { OctavoError } from '../../platform/errors.ts'
import { usagesOf } from '../media/usage.ts'
import { previewOf } from '../schema/preview.ts'
import { usageOf } from '../schema/usage.ts'

type References = NonNullable<DryRunReport['references']>

/**
 * The references to the items and files that a dry run removes or unpublishes. A finder is called before the work of
 * the dry run, and returns a function that is called after it. This finder reads nothing before the work.
 */
export const findReferences: ConsequenceFinder = async (context) => async (changes) => {
  // At most as many as the report shows changes, because each takes a query.
  const leaving = changes.filter(leavesSite).slice(0, limits.dryRun.changes)
  if (leaving.length === 0) return {}
  const ids = new Set(leaving.map(({ targetId }) => targetId))
  const references: References = []
  for (const entry of leaving) {
    if (references.length >= limits.dryRun.references) break
    references.push(...(await referencesTo(context, entry, ids)))
  }
  return { references: references.slice(0, limits.dryRun.references) }
}

/** Whether a change removes a file or an item, moves an item to the trash or unpublishes it. */
function leavesSite({ targetType, before, after }: AuditEntry): boolean {
  if (targetType === 'media') return after === null
  if (targetType !== 'content' || before === null) return false
  const isTrashed = typeof after?.['deletedAt'] === 'string'
  const isUnpublished = before['status'] === 'published' && after?.['status'] !== 'published'
  return after === null || isTrashed || isUnpublished
}

/** The references to an item or file, without those from objects that leave the site as well. */
async function referencesTo(
  context: WriteContext,
  { targetId, before }: AuditEntry,
  leaving: ReadonlySet<string | null>,
): Promise<References> {
  if (targetId === null) return []
  // Files are referred to by their address too. An item has none, so its id is given in both places.
  const { items } = await usagesOf(context, {
    id: targetId,
    storage_key: String(before?.['storageKey'] ?? targetId),
  })
  return items
    .filter(({ id }) => !leaving.has(id))
    .map((usage) => ({ targetId, kind: usage.kind, id: usage.id, name: nameOf(usage) }))
}

/** The name of a referring object, as `posts/hello`, `sidebar/About us` or, of a section, its slug. */
function nameOf(usage: object): string {
  const { collection, slug, area, menu, label, title } = usage as Record<string, string | undefined>
  const place = collection ?? area ?? menu
  return [place, slug ?? label ?? title].filter((part) => part !== undefined).join('/')
}

const { schema } = operations

type Named = Readonly<Record<string, unknown>>

/** An operation → the parts of its input for `schema.preview`: the slug of the collection, and the changes by kind. */
const previewed = new Map<Operation, (input: Named) => readonly [collection: unknown, changes: object]>([
  [schema.updateCollection, ({ slug, ...updateCollection }) => [slug, { updateCollection }]],
  [schema.createField, ({ collection, ...createField }) => [collection, { createField }]],
  [schema.updateField, ({ collectionSlug, ...updateField }) => [collectionSlug, { updateField }]],
  [schema.deleteField, ({ collectionSlug, ...deleteField }) => [collectionSlug, { deleteField }]],
])

/**
 * The effect of a schema change on stored data: the counts of its preview, which must be read before the work, and are
 * only returned after it. Null if the operation is no such change.
 */
export const findSchemaEffects: ConsequenceFinder = async (context, { operation, input }) => {
  const effects = await schemaEffects(context, operation, input as Named)
  return effects === null ? null : async () => ({ schema: effects })
}

async function schemaEffects(
  context: WriteContext,
  operation: Operation,
  input: Named,
): Promise<Record<string, unknown> | null> {
  if (operation === schema.deleteCollection) {
    const collection = context.schema.collections.get(String(input['slug']))
    return collection === undefined ? null : { ...(await usageOf(context, collection)) }
  }
  const [slug, changes] = previewed.get(operation)?.(input) ?? []
  const collection = context.schema.collections.get(String(slug))
  if (collection === undefined || changes === undefined) return null
  try {
    // A refused change ends the dry run with its error, so the report needs no `refusal`.
    const { refusal: _, ...effects } = await previewOf(context, collection, changes)
    return effects
  } catch (error) {
    // The change itself runs next, and throws what is wrong with it.
    if (error instanceof OctavoError) return null
    throw error
  }
}
