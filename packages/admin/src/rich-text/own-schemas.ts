import type { BlockType } from './types.ts'
import type { JsonSchema } from './dialogs/json-schema.ts'

/** Blocks that need no plugin to be written. */
const own: Readonly<Record<string, JsonSchema>> = {
  code: {
    type: 'object',
    properties: { code: { type: 'string', maxLength: 100_000 }, language: { type: 'string', maxLength: 40 } },
    required: ['code'],
  },
  image: {
    type: 'object',
    properties: { alt: { type: 'string', maxLength: 2000 }, caption: { type: 'string', maxLength: 2000 } },
  },
}

/** What a block of a type holds; null when no plugin defines it. What a plugin says of a picture does not matter here. */
export function schemaOf(type: string, blockTypes: ReadonlyMap<string, BlockType>): JsonSchema | null {
  const given = type === 'image' ? undefined : blockTypes.get(type)?.schema
  return given ?? (Object.hasOwn(own, type) ? (own[type] ?? null) : null)
}
