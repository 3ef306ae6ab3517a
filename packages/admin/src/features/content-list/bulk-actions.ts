import type { Field } from '../../session/session.tsx'
import { type Action, isUnpublished } from './actions.ts'
import { mayEdit, mayPublish } from './rights.ts'
import type { BulkCall } from './run-many.ts'

/** Sets a field of items to one value; null empties it. All translations share a field that is not translatable. */
export function editField({ slug, translatable }: Field, value: unknown): Action {
  return {
    name: 'editField',
    isAllowed: mayEdit,
    isShared: !translatable,
    // `incomplete`: drafts are saved even if they lack required values.
    calls: [{ action: 'update', data: { [slug]: value }, incomplete: true }],
  }
}

/** Adds and removes terms of one taxonomy; others stay. */
export function tag(taxonomy: string, added: readonly string[], removed: readonly string[]): Action {
  const call = (action: BulkCall['action'], ids: readonly string[]): readonly BulkCall[] =>
    ids.length === 0 ? [] : [{ action, terms: { [taxonomy]: [...ids] } }]
  return {
    name: 'tag',
    isAllowed: mayEdit,
    calls: [...call('addTerms', added), ...call('removeTerms', removed)],
  }
}

/** Sets when items go live. */
export function schedule(scheduledAt: string): Action {
  return {
    name: 'schedule',
    isAllowed: mayPublish,
    changes: isUnpublished,
    calls: [{ action: 'schedule', scheduledAt }],
  }
}
