import { richTextBlocks } from '@octavo/contract/fields/rich-text-blocks'
import type { BlockType } from '@octavo/plugin'
import { z } from 'zod'
import { comment } from './comment.ts'
import { typeOfSchema } from './json-schema.ts'
import { pascalCase, type TypeNames } from './names.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Definitions = Readonly<Record<string, JsonSchema>>

/** names in the schemas of blocks that `shared-types.ts` and the union define */
const placeholders = new Set(['PortableTextBlock', 'OtherBlock', 'OtherMark'])

let builtInTypes: readonly (readonly [string, JsonSchema])[] | undefined

/** The types of the blocks that every site has; made on first use, because making them would delay the start. */
function typesOfBuiltInBlocks(): readonly (readonly [string, JsonSchema])[] {
  if (builtInTypes === undefined) {
    const { $defs = {} } = z.toJSONSchema(z.union(richTextBlocks))
    builtInTypes = Object.entries($defs as Definitions).filter(([name]) => !placeholders.has(name))
  }
  return builtInTypes
}

/** The names of the types of the blocks that every site has. */
export function blockNames(): readonly string[] {
  return typesOfBuiltInBlocks().map(([name]) => name)
}

/** `_type` → the name of its type */
const nameByType = new Map(
  richTextBlocks.map((block) => [block.shape._type.value as string, block.meta()?.id ?? '']),
)

/**
 * The types of all blocks: those of every site, and those of the plugins that are enabled. A plugin's block of a type
 * that every site has takes its place and its name.
 */
export function blockTypes(plugins: Iterable<BlockType>, names: TypeNames): string {
  const ofPlugins = new Map([...plugins].map((block) => [block.type, block]))
  const replaced = new Map<string, BlockType>()
  for (const [type, block] of ofPlugins) {
    const name = nameByType.get(type)
    if (name !== undefined) replaced.set(name, block)
  }
  const added = [...ofPlugins.values()]
    .filter(({ type }) => !nameByType.has(type))
    .map((block) => [names.take(`${pascalCase(block.type)}Block`), block] as const)
  const namedTypes = new Set([...placeholders, ...blockNames()])
  const builtIn = typesOfBuiltInBlocks().map(([name, schema]) => {
    const block = replaced.get(name)
    return block === undefined ? builtInBlock(name, schema, namedTypes) : pluginBlock(name, block)
  })
  const union = [...nameByType.values(), ...added.map(([name]) => name), 'OtherBlock']
  return [
    ...builtIn,
    ...added.map(([name, block]) => pluginBlock(name, block)),
    `/** A block of rich text. */\nexport type PortableTextBlock =\n${union.map((name) => `  | ${name}\n`).join('')}`,
  ].join('\n')
}

function builtInBlock(name: string, schema: JsonSchema, namedTypes: ReadonlySet<string>): string {
  return `export type ${name} = ${spread(schema, namedTypes)}\n`
}

/** An object type with one member a line, below its description. `namedTypes` are referred to by their names. */
function spread({ properties = {}, required = [] }: JsonSchema, namedTypes: ReadonlySet<string>): string {
  const members = Object.entries(properties).map(([key, property]) => {
    const { description = '' } = property as JsonSchema
    const type = typeOfSchema(property as JsonSchema, { named: namedTypes, inline: {} })
    return `${comment(description, '  ')}  ${key}${required.includes(key) ? '' : '?'}: ${type}\n`
  })
  return `{\n${members.join('')}}`
}

/** The type of a plugin's block: the members of its schema, and those that the service adds. */
function pluginBlock(name: string, { type, title, schema }: BlockType): string {
  const { $defs: inline = {}, ...own } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  }) as JsonSchema & { $defs?: Definitions }
  const shape = typeOfSchema(own, { named: new Set(), inline })
  const isEmpty = Object.keys(own.properties ?? {}).length === 0
  const parts = isEmpty ? '' : ` & ${shape}`
  return `${comment(title, '')}export type ${name} = { _type: ${JSON.stringify(type)}; _key?: string }${parts}\n`
}
