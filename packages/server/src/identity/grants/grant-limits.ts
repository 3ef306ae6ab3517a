import type { Scope } from '@octavo/contract/access'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Grant } from '../grant.ts'
import { checkLimits } from '../tokens/limits.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { later, lifetimes } from './lifetimes.ts'

/** The limits that a person has chosen for an app. */
export interface ChosenLimits {
  /** slugs; null: all */
  readonly collections: readonly string[] | null
  readonly canDelete: boolean
  readonly changeSetsOnly: boolean
  readonly confirmDestructive: boolean
  /** null: no end, as long as the app refreshes its tokens */
  readonly duration: keyof typeof lifetimes.chosen | null
}

type LimitColumns = Pick<
  Tables['oauth_grants'],
  'collections' | 'can_delete' | 'change_sets_only' | 'confirm_destructive' | 'ends_at'
>

/** The columns of a new grant; VALIDATION_ERROR for a collection that does not exist, or scopes that do not fit. */
export function limitColumns(
  context: WriteContext,
  scopes: readonly Scope[],
  { collections, canDelete, changeSetsOnly, confirmDestructive, duration }: ChosenLimits,
): LimitColumns {
  // Unlike the tokens that people create, a grant cannot be limited to locales.
  checkLimits(context, scopes, { collections, locales: null })
  return {
    collections: collections === null ? null : JSON.stringify([...new Set(collections)]),
    can_delete: Number(canDelete),
    change_sets_only: Number(changeSetsOnly),
    confirm_destructive: Number(confirmDestructive),
    ends_at: duration === null ? null : later(context.now, lifetimes.chosen[duration]),
  }
}

/** The limits of a grant in the form for people and the audit log. */
export function limitsShown(row: LimitColumns) {
  return {
    collections: row.collections === null ? null : (JSON.parse(row.collections) as string[]),
    canDelete: row.can_delete === 1,
    changeSetsOnly: row.change_sets_only === 1,
    confirmDestructive: row.confirm_destructive === 1,
    endsAt: row.ends_at,
  }
}

/** The limits of a grant as rights of its tokens. */
export function rightsOf(
  row: Omit<LimitColumns, 'ends_at'>,
): Pick<Grant, 'limits' | 'canDelete' | 'changeSetsOnly' | 'confirmDestructive'> {
  // The end of a grant is no right of its tokens: it limits when they expire (`withinGrant`).
  const { collections, canDelete, changeSetsOnly, confirmDestructive } = limitsShown({
    ...row,
    ends_at: null,
  })
  return {
    limits: collections === null ? undefined : { collections, locales: null },
    canDelete,
    changeSetsOnly,
    confirmDestructive,
  }
}

/** The time in this number of seconds, or the end of the grant if that is earlier. */
export function withinGrant(
  { ends_at: end }: Pick<Tables['oauth_grants'], 'ends_at'>,
  now: string,
  seconds: number,
): string {
  const time = later(now, seconds)
  return end !== null && end < time ? end : time
}

/** The collections that a person can limit an app to. */
export function offeredCollections({ schema }: ReadContext): { slug: string; label: string }[] {
  return [...schema.collections.values()].map(({ slug, definition: { label } }) => ({ slug, label }))
}
