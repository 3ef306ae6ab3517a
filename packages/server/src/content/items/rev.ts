import { createHash } from 'node:crypto'
import type { CollectionModel } from '../../core/model/model.ts'
import { isClosed } from '../../core/model/visible-fields.ts'
import type { View } from './view.ts'

/**
 * The `_rev` of an item is `<version>-<shape>.<end of its id>`, with an `l` before the dot in the live view. Answers
 * with more than the item add digests at the end: `t` and one of its terms, `i` and one of the included objects.
 */

const shapes = new WeakMap<CollectionModel, string>()

/** The part of a `_rev` that changes when the answer changes although the item does not. */
function shapeOf(collection: CollectionModel): string {
  let shape = shapes.get(collection)
  if (shape === undefined) shapes.set(collection, (shape = makeShape(collection)))
  return shape
}

function makeShape({ shown, definition, address }: CollectionModel): string {
  const ofAddress = address === null ? [] : [address]
  const ofFields = shown.map((field) => (isClosed(field) ? [field.slug] : [field.slug, field.encoding]))
  return hashOf(JSON.stringify([definition.slug, ofFields, ...ofAddress]))
}

/** The hash djb2, which is fast and short. */
function hashOf(text: string): string {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}

/** The `_rev` of an answer with terms, which also changes when a term is renamed or deleted. */
export function revWithTerms(rev: string, terms: string): string {
  return `${rev}t${hashOf(terms)}`
}

/** The `_rev` of an answer with included objects, which also changes with these. */
export function revWithIncluded(rev: string, included: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of included) hash.update(part)
  return `${rev}i${hash.digest('base64url').slice(0, 16)}`
}

/** The part of a `_rev` between the version and the id: the view and the form of the answer. */
export function revSuffix(collection: CollectionModel, view: View): string {
  return `-${shapeOf(collection)}${view === 'live' ? 'l' : ''}.`
}

/**
 * The random part of an item's id from this position on ends its `_rev`, because a slug can later belong to another
 * item that has the same version.
 */
export const idPartStart = 20

/** The `_rev` at the end of an encoded answer, which is shorter than 80 characters; null if there is none. */
export function revOf(answer: Buffer): string | null {
  const end = answer.toString('latin1', Math.max(0, answer.length - 80))
  return /"_rev":"([^"]+)"\}\}$/.exec(end)?.[1] ?? null
}

/** Whether a `_rev` that a caller gives names this version of the item, whichever view it was read in. */
export function isCurrent(rev: string, version: number): boolean {
  return rev.split('-', 1)[0] === String(version)
}

/** The version of the item that a `_rev` was read of. */
export function versionOfRev(rev: string): number {
  return Number(rev.split('-', 1)[0])
}
