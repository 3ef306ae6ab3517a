import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { z } from 'zod'
import type { Plugin } from './define.ts'
import { afterHooks, beforeHooks } from './hooks.ts'

const hookNames: readonly string[] = [...beforeHooks, ...afterHooks]

/** types of block that belong to rich text itself, so no plugin can define them */
const reservedTypes = ['block', 'span']

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function')

const objectSchema = z.custom<z.ZodObject>(isStrictOrLoose, 'must be a z.strictObject or z.looseObject')

const blockType = z.strictObject({
  type: z
    .string()
    .max(63)
    .regex(/^[a-z][a-zA-Z0-9_-]*$/, 'must begin with a-z and hold only letters, digits, _ and -')
    .refine((type) => !reservedTypes.includes(type), 'belongs to rich text itself'),
  title: z.string().min(1).max(limits.label),
  description: z.string().max(limits.description).optional(),
  schema: objectSchema.refine(
    ({ shape }) => !('_type' in shape) && !('_key' in shape),
    'must leave _type and _key to the service',
  ),
  check: aFunction.optional(),
})

const manifest = z.strictObject({
  id: z
    .string()
    .max(63)
    .regex(/^[a-z][a-z0-9-]*$/, 'must begin with a-z and hold only a-z, 0-9 and -'),
  name: z.string().min(1).max(limits.label),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/, 'must be a version like 1.0.0'),
  description: z.string().max(limits.description).optional(),
  blocks: z
    .array(blockType)
    .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'must not name a type twice')
    .optional(),
  hooks: z
    .record(z.string(), aFunction)
    .superRefine((hooks, { addIssue }) => {
      for (const name of Object.keys(hooks).filter((given) => !hookNames.includes(given)))
        addIssue({ code: 'custom', path: [name], message: `is not a hook${hint(name, hookNames)}` })
    })
    .optional(),
  settings: objectSchema.refine(hasDefaults, 'must have a default for every key').optional(),
})

/** The plugin that a module exports, itself and not a copy, or the reason why it is invalid, as text after its name. */
export function readPlugin(value: unknown): { plugin: Plugin } | { problem: string } {
  const { success, error } = manifest.safeParse(value)
  if (success) return { plugin: value as Plugin }
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  return { problem: `${path === '' ? 'it' : path}: ${issue?.message ?? 'is not valid'}` }
}

/**
 * Whether a schema is a `z.strictObject`, which refuses unknown keys, or a `z.looseObject`, which keeps them. Both have
 * a `catchall`. A `z.object` has none and would silently drop unknown keys. The schema may come from another copy of
 * Zod, so it is not checked by its class.
 */
function isStrictOrLoose(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { safeParse, shape, def } = schema as Partial<z.ZodObject>
  return typeof safeParse === 'function' && typeof shape === 'object' && def?.catchall !== undefined
}

/** Whether each key of a schema has a default: an empty object is valid. */
function hasDefaults(schema: z.ZodObject): boolean {
  try {
    return schema.safeParse({}).success
  } catch {
    return false
  }
}
