import type { BlockType } from './types.ts'
import type { JsonSchema } from './dialogs/json-schema.ts'

/** Block types that can be edited without a plugin. */
const builtInSchemas: Readonly<Record<string, JsonSchema>> = {
  code: {
    type: 'object',
    properties: { code: { type: 'string', maxLength: 100_000 }, language: { type: 'string', maxLength: 40 } },
    required: ['code'],
  },
  embed: embedSchema(),
  video: embedSchema(),
  post: embedSchema(),
  image: {
    type: 'object',
    properties: { alt: { type: 'string', maxLength: 2000 }, caption: { type: 'string', maxLength: 2000 } },
  },
}

function embedSchema(): JsonSchema {
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

/**
 * The schema of a block type: that of a plugin, else that of this editor; null if neither has one. For images it is
 * always that of this editor, which inserts them from the media library in its own form.
 */
export function schemaOf(type: string, blockTypes: ReadonlyMap<string, BlockType>): JsonSchema | null {
  const pluginSchema = type === 'image' ? undefined : blockTypes.get(type)?.schema
  return pluginSchema ?? (Object.hasOwn(builtInSchemas, type) ? (builtInSchemas[type] ?? null) : null)
}
