import { isSlug, slugify } from '@octavo/contract/slug'
import { type DraftState, type Item, slugKey, type Values } from './state.ts'

/**
 * Whether the slug still follows the title: it was made from the title, was not edited, and the item was never
 * published. Autosave stores a new item while its title is being typed; without this the slug would have only the first
 * letters.
 */
export function followsTitle({ item, edits }: DraftState): boolean {
  if (item === null) return !(slugKey in edits)
  if (item.status !== 'draft' || item.publishedAt !== null || slugKey in edits) return false
  const made = madeOf(item.data)
  return made === null ? item.slug === item.id.toLowerCase() : isNumbered(item, made)
}

/** The slug to save with a changed title; undefined if the slug does not change. */
export function followingSlug(state: DraftState, sent: Values): string | undefined {
  const { item, focus } = state
  if (item === null || focus?.key === slugKey || slugKey in sent || !followsTitle(state)) return undefined
  const made = madeOf({ ...item.data, ...sent })
  return made === null || made === madeOf(item.data) ? undefined : made
}

/** The slug that the service makes from the title of a new item. */
function madeOf({ title, name }: Values): string | null {
  const candidates = [title, name].map((text) => (typeof text === 'string' ? slugify(text) : ''))
  return candidates.find((slug) => slug !== '' && isSlug(slug)) ?? null
}

/** The service appends a number to the slug of an equal title. */
function isNumbered({ slug }: Item, made: string): boolean {
  return slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)))
}
