import type { BlockType } from './types.ts'
import type { JsonSchema } from './dialogs/json-schema.ts'

/** Block types that can be edited without a plugin. */
const own: Readonly<Record<string, JsonSchema>> = {
  code: {
    type: 'object',
    properties: { code: { type: 'string', maxLength: 100_000 }, language: { type: 'string', maxLength: 40 } },
    required: ['code'],
  },
  embed: embedded(),
  video: embedded(),
  post: embedded(),
  image: {
    type: 'object',
    properties: { alt: { type: 'string', maxLength: 2000 }, caption: { type: 'string', maxLength: 2000 } },
  },
}

function embedded(): JsonSchema {
  return {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri', maxLength: 2000 },
      title: { type: 'string', maxLength: 500 },
      caption: { type: 'string', maxLength: 2000 },
    },
    required: ['url'],
  }
}

/** The schema of a block type; null if neither a plugin nor this editor defines it. Images always use the built-in one. */
export function schemaOf(type: string, blockTypes: ReadonlyMap<string, BlockType>): JsonSchema | null {
  const given = type === 'image' ? undefined : blockTypes.get(type)?.schema
  return given ?? (Object.hasOwn(own, type) ? (own[type] ?? null) : null)
}
