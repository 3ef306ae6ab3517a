import type { z } from 'zod'
import { limits } from '../limits.ts'
import { crop } from './media-values.ts'

type Issues = z.core.$ZodRawIssue[]

interface FoundCrop {
  readonly path: readonly PropertyKey[]
  readonly crop: object
  /**
   * whether it is in a block of the type `image`; only these crops are checked. Crops in objects of other types count
   * towards the limit too, because answers complete all of them.
   */
  readonly isImage: boolean
}

/**
 * Checks the crops of the pictures in rich text, wherever they are in it: blocks of other types can contain any object.
 * What other programs keep as `crop`, such as "16:9" or distances from the edges, stays as it is.
 */
export function checkCrops(value: unknown, issues: Issues): void {
  const found = cropsIn(value, limits.crops)
  for (const { path, crop: given } of found.filter(({ isImage }) => isImage).slice(0, limits.issues))
    for (const issue of crop.safeParse(given).error?.issues ?? [])
      issues.push({ ...issue, path: [...path, 'crop', ...issue.path], input: given } as Issues[number])
  // `found` has at most one crop beyond the limit.
  const firstOverLimit = found[limits.crops]
  if (firstOverLimit === undefined) return
  const message = `is one of more than ${limits.crops} crops: it can have no more`
  issues.push({
    code: 'custom',
    message,
    path: [...firstOverLimit.path, 'crop'],
    input: firstOverLimit.crop,
  })
}

/** The number of crops in a value that can contain pictures, counted to one beyond `most`. */
export function countCrops(value: unknown, most: number): number {
  return cropsIn(value, most).length
}

/** The crops in a value at any depth, up to one more than `most`. */
function cropsIn(value: unknown, most: number): FoundCrop[] {
  const found: FoundCrop[] = []
  collect(value, [], { found, most })
  return found
}

interface Search {
  readonly found: FoundCrop[]
  /** the search ends when it has found more crops than this */
  readonly most: number
}

const sides = ['x', 'y', 'width', 'height'] as const

/** Whether a value is meant as a crop of this service, valid or not: an object with one of its members. */
function isMeantAsCrop(value: unknown): value is object {
  return typeof value === 'object' && value !== null && sides.some((side) => side in value)
}

function collect(value: unknown, path: readonly PropertyKey[], search: Search): void {
  const { found, most } = search
  if (typeof value !== 'object' || value === null || found.length > most) return
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) collect(part, [...path, index], search)
    return
  }
  const object = value as Readonly<Record<string, unknown>>
  const { id, crop: given } = object
  if (typeof id === 'string' && isMeantAsCrop(given))
    found.push({ path, crop: given, isImage: object['_type'] === 'image' })
  for (const [key, part] of Object.entries(object)) collect(part, [...path, key], search)
}
