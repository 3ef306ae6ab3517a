import { limits } from '../limits.ts'
import type { z } from 'zod'
import { crop } from './media-values.ts'

type Issues = z.core.$ZodRawIssue[]

interface Found {
  readonly path: readonly PropertyKey[]
  readonly crop: unknown
  /** Crops in objects of other types count, because answers describe their parts too; their form is their own. */
  readonly isImage: boolean
}

/** Checks the crops of the pictures in rich text, wherever they are in it: blocks of other types can contain any object. */
export function checkCrops(value: unknown, issues: Issues): void {
  const found: Found[] = []
  collect(value, [], found)
  for (const { path, crop: given } of found.filter(({ isImage }) => isImage).slice(0, limits.issues))
    for (const { message, path: within } of crop.safeParse(given).error?.issues ?? [])
      issues.push({ code: 'custom', message, path: [...path, 'crop', ...within], input: given })
  const [beyond] = found.slice(limits.crops)
  if (beyond === undefined) return
  const message = `is one of more than ${limits.crops} crops: a text can have no more`
  issues.push({ code: 'custom', message, path: [...beyond.path, 'crop'], input: beyond.crop })
}

function collect(value: unknown, path: readonly PropertyKey[], found: Found[]): void {
  if (typeof value !== 'object' || value === null || found.length > limits.crops) return
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) collect(part, [...path, index], found)
    return
  }
  const picture = value as Readonly<Record<string, unknown>>
  if (typeof picture['id'] === 'string' && picture['crop'] !== undefined)
    found.push({ path, crop: picture['crop'], isImage: picture['_type'] === 'image' })
  for (const [key, part] of Object.entries(picture)) collect(part, [...path, key], found)
}
