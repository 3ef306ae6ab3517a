import { isSlug, slugify } from '@octavo/contract/slug'
import { type DraftState, type Item, slugKey, type Values } from './state.ts'

/**
 * Whether the slug changes with the title. It does while the item was never published and nobody has edited the slug
 * that was generated from the title. Autosave stores a new item while its title is being typed, so otherwise the slug
 * would have only the first letters.
 */
export function followsTitle({ item, edits }: DraftState): boolean {
  if (item === null) return !(slugKey in edits)
  if (item.status !== 'draft' || item.publishedAt !== null || slugKey in edits) return false
  const generated = slugFromTitle(item.data)
  // Without a usable title, the service makes the slug from the id.
  return generated === null ? item.slug === item.id.toLowerCase() : isNumbered(item, generated)
}

/** The slug to save with a changed title; undefined if the slug does not change. */
export function followingSlug(state: DraftState, sent: Values): string | undefined {
  const { item, focus } = state
  if (item === null || focus?.key === slugKey || slugKey in sent || !followsTitle(state)) return undefined
  const generated = slugFromTitle({ ...item.data, ...sent })
  return generated === null || generated === slugFromTitle(item.data) ? undefined : generated
}

/** The slug that the service makes from the title of a new item. */
function slugFromTitle({ title, name }: Values): string | null {
  const candidates = [title, name].map((text) => (typeof text === 'string' ? slugify(text) : ''))
  return candidates.find((slug) => slug !== '' && isSlug(slug)) ?? null
}

/** Whether a slug is the generated one, or that with the number which the service appends if another item has it. */
function isNumbered({ slug }: Item, generated: string): boolean {
  return (
    slug === generated || (slug.startsWith(`${generated}-`) && /^\d+$/.test(slug.slice(generated.length + 1)))
  )
}
