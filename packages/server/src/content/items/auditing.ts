import type { Encoding } from '@octavo/contract/fields/field-type'
import { type Facts, JsonText } from '../../core/facts.ts'
import { audit } from '../../core/audit-recorder.ts'
import type { Change, ChangeSubject } from '../../core/audit-trail.ts'
import type { WriteContext } from '../../core/context.ts'
import { type Data, jsonText } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import type { Item } from './item.ts'
import type { Values } from './values.ts'

/**
 * Records the change of an item in the audit log; `before` is null for a creation, `after` for a permanent
 * deletion.
 */
export function auditItem(
  context: WriteContext,
  { collection, row }: Item,
  { before, after, action, replaced, ...visibility }: ItemChange,
): void {
  const targetName = `${collection.slug}/${namedSlug(context, row)}`
  const subject = { collection: collection.slug, ...visibility }
  audit(context, {
    targetType: 'content',
    targetId: row.id,
    targetName,
    before,
    after,
    subject,
    ...(action !== undefined && { action }),
    ...(replaced !== undefined && { replaced }),
  })
}

/**
 * The slug to record for an item. While other items of a change-set or an undo take its slug, an item can have a
 * temporary slug; the one that it had before is recorded then.
 */
export function namedSlug({ setWork }: WriteContext, row: ItemRow): string {
  return setWork?.slugs.formerOf(row) ?? row.slug
}

interface ItemChange
  extends Pick<ChangeSubject, 'isLive' | 'isPublication'>, Pick<Change, 'action' | 'replaced'> {
  readonly before: Facts | null
  readonly after: Facts | null
}

/** Whether visitors of the site see an item. */
export function isVisible({ status, deleted_at }: ItemRow): boolean {
  return status === 'published' && deleted_at === null
}

/** The state of an item, as the log records it. */
export function stateFacts(row: ItemRow): Facts {
  return {
    slug: row.slug,
    status: row.status,
    locale: row.locale,
    authorId: row.author_id,
    translationOf: row.translation_of,
    publishedAt: row.published_at,
    scheduledAt: row.scheduled_at,
    unpublishAt: row._unpublish_at,
    deletedAt: row.deleted_at,
    // Null and not false, because the log leaves out facts without a value.
    hasPendingDraft: row.draft_revision_id === null ? null : true,
    draftSlug: row.draft_slug,
  }
}

/** Values of fields, such as `data.title`. */
export function valueFacts(values: Values): Facts {
  const facts: Record<string, unknown> = {}
  for (const [{ slug, encoding }, value] of values) facts[`data.${slug}`] = factOf(encoding, value)
  return facts
}

/** The facts of stored values, named like those of `valueFacts`. */
export function storedFacts(data: Data, fields: Iterable<FieldModel>): Facts {
  const facts: Record<string, unknown> = {}
  for (const { slug, encoding } of fields) facts[`data.${slug}`] = factOf(encoding, data[slug])
  return facts
}

function factOf(encoding: Encoding, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (encoding === 'json') return value instanceof JsonText ? value : new JsonText(jsonText(value))
  // Stored as 0 and 1, and recorded as a boolean.
  return encoding === 'boolean' ? Boolean(value) : value
}

/** Records the terms that editors see before and after a draft is created or removed. An undo needs them. */
export function auditDraftTerms(
  context: WriteContext,
  { row }: Item,
  terms: { readonly before: readonly string[]; readonly after: readonly string[] },
): void {
  const latest = {
    before: { termIds: terms.before.toSorted().join(' ') },
    after: { termIds: terms.after.toSorted().join(' ') },
  }
  audit(context, { targetType: 'content', targetId: row.id, replaced: { latest } })
}

/** Records which revision holds the new state of an item. */
export function auditRevision(context: WriteContext, itemId: string, revisionId: string): void {
  audit(context, { targetType: 'content', targetId: itemId, after: { revisionId } })
}
