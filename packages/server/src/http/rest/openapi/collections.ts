import { fileValue } from '@octavo/contract/fields/file'
import { imageValue } from '@octavo/contract/fields/image'
import { richTextBlocks } from '@octavo/contract/fields/rich-text-blocks'
import { operations } from '@octavo/contract/operations/registry'
import type { BlockType } from '@octavo/plugin'
import { z } from 'zod'
import { pascalCase, singular, TypeNames } from '../../../content/schema/typescript/names.ts'
import type { CollectionModel } from '../../../core/model/model.ts'
import type { DocumentedOperation, JsonSchema, OpenApiDocument } from './model.ts'
import { schemaPath } from './schemas.ts'

/** The part of the site that a caller sees. */
export interface VisibleSite {
  readonly collections: Iterable<CollectionModel>
  readonly blocks: Iterable<BlockType>
  /** whether the caller sees only published items, which have a value in all required fields */
  readonly isLiveOnly: boolean
}

const { content } = operations

/** the operations that get their own path for each collection → the beginning of the summary there */
const collectionOperations: Readonly<Record<string, string>> = {
  [content.list.name]: 'List',
  [content.get.name]: 'Get an item of',
  [content.create.name]: 'Create an item of',
  [content.update.name]: 'Change an item of',
}
/** those of them that callers who see only live content can use */
const reads: readonly string[] = [content.list.name, content.get.name]

/**
 * schemas of answers that have an item in them → the end of their name for a collection, such as `PostWithRev`; each
 * can refer to those before it
 */
const wrappers = { ItemWithRev: 'WithRev', ChangedItem: 'Changed' } as const

type Schemas = Record<string, JsonSchema>
type Paths = Record<string, Record<string, DocumentedOperation>>

/** The document with the collections that a caller sees: their paths, and the schemas of their items. */
export function withCollections(document: OpenApiDocument, site: VisibleSite): OpenApiDocument {
  const names = new TypeNames(Object.keys(document.components.schemas))
  const shared = sharedSchemas(site.blocks, names)
  const schemas: Schemas = { ...document.components.schemas, ...shared.schemas }
  const paths: Paths = {}
  for (const collection of site.collections)
    addCollection({
      document,
      collection,
      names,
      schemas,
      paths,
      isLiveOnly: site.isLiveOnly,
      renamed: shared.renamed,
    })
  return {
    ...document,
    // The paths of the collections come before the general ones.
    paths: { ...paths, ...document.paths },
    components: { ...document.components, schemas },
  }
}

interface CollectionInDocument extends Pick<VisibleSite, 'isLiveOnly'> {
  readonly document: OpenApiDocument
  readonly collection: CollectionModel
  readonly names: TypeNames
  readonly schemas: Schemas
  readonly paths: Paths
  /** name of a shared schema → its name in this document */
  readonly renamed: ReadonlyMap<string, string>
}

/** Adds the schemas and the paths of a collection. */
function addCollection(target: CollectionInDocument): void {
  const { document, collection, names, schemas, paths, isLiveOnly, renamed } = target
  const { slug } = collection
  const item = names.take(pascalCase(singular(slug)))
  const data = names.take(`${item}Data`)
  schemas[data] = dataSchema(collection, { isLiveOnly, renamed })
  schemas[item] = itemSchema(document.components.schemas['ContentItem'] ?? {}, slug, data)
  // General schema → the one for this collection; each wrapper is added after it was made.
  const replacements = new Map([['ContentItem', item]])
  for (const [name, end] of Object.entries(wrappers)) {
    const wrapper = names.take(item + end)
    schemas[wrapper] = referringTo(document.components.schemas[name] ?? {}, replacements)
    replacements.set(name, wrapper)
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId } = operation
      const isOffered =
        Object.hasOwn(collectionOperations, operationId) && (!isLiveOnly || reads.includes(operationId))
      if (!isOffered) continue
      const collectionPath = path.replace(/^\/content\/\{\w+\}/, `/content/${slug}`)
      const described = collectionOperation(referringTo(operation, replacements), collection, data)
      paths[collectionPath] = { ...paths[collectionPath], [method]: described }
    }
  }
}

/** An operation as it is described for one collection. */
function collectionOperation(
  operation: DocumentedOperation,
  { slug, definition }: CollectionModel,
  data: string,
): DocumentedOperation {
  const { operationId, parameters, requestBody } = operation
  const [, verb = ''] = operationId.split('.')
  const body = requestBody?.content['application/json']
  return {
    ...operation,
    operationId: `content.${slug}.${verb}`,
    tags: [`content: ${slug}`],
    summary: `${collectionOperations[operationId] ?? ''} ${definition.label}`,
    parameters: parameters.filter(({ in: place, name }) => place !== 'path' || name === idName(parameters)),
    ...(requestBody !== undefined &&
      body !== undefined && {
        requestBody: {
          ...requestBody,
          content: { 'application/json': { schema: withData(body.schema, data) } },
        },
      }),
  }
}

/** The name of the parameter of the item: the second of the path. */
function idName(parameters: DocumentedOperation['parameters']): string | undefined {
  return parameters.filter(({ in: place }) => place === 'path')[1]?.name
}

/**
 * The body of a change, in which the values are only described in words: a change can name some fields only, and null
 * empties a field, so the schema of the values in answers does not apply.
 */
function withData(schema: JsonSchema, data: string): JsonSchema {
  const { properties = {} } = schema
  const description = `values as in ${data}; null empties a field`
  return {
    ...schema,
    properties: { ...properties, data: { ...(properties['data'] as object), description } },
  }
}

function itemSchema(generic: JsonSchema, slug: string, data: string): JsonSchema {
  const { properties = {}, ...rest } = generic
  const type = { type: 'string', const: slug } as const
  return { ...rest, properties: { ...properties, type, data: { $ref: schemaPath + data } } }
}

/**
 * The schema of the values in answers. Drafts can lack required values, so only callers who see no drafts can rely on
 * them.
 */
function dataSchema(
  { shown: fields, definition }: CollectionModel,
  { isLiveOnly, renamed }: Pick<CollectionInDocument, 'isLiveOnly' | 'renamed'>,
): JsonSchema {
  const properties = fields.map((field) => {
    const schema = atComponents(field.type.answered(field), renamed)
    return [field.slug, { title: field.definition.label, ...schema }] as const
  })
  const required = fields.filter((field) => field.required).map(({ slug }) => slug)
  return {
    type: 'object',
    title: definition.label,
    properties: Object.fromEntries(properties),
    ...(isLiveOnly && required.length > 0 && { required }),
  }
}

/** The schemas of images, files and blocks, under names that the document does not have yet. */
function sharedSchemas(
  plugins: Iterable<BlockType>,
  names: TypeNames,
): { schemas: Schemas; renamed: Map<string, string> } {
  const blocks = blockSchemas(plugins)
  // A block or mark of a type that no schema describes, such as that of a removed plugin.
  const other: JsonSchema = { type: 'object', properties: { _type: { type: 'string' } }, required: ['_type'] }
  const named: Schemas = {
    ...blocks.schemas,
    OtherBlock: other,
    OtherMark: other,
    PortableTextBlock: {
      anyOf: [...blocks.names, 'OtherBlock'].map((name) => ({ $ref: `#/$defs/${name}` })),
    },
    ImageValue: plainSchema(imageValue),
    FileValue: plainSchema(fileValue),
  }
  const renamed = new Map(Object.keys(named).map((name) => [name, names.take(name)]))
  const schemas = Object.entries(named).map(
    ([name, schema]) => [renamed.get(name) ?? name, forAnswers(atComponents(schema, renamed))] as const,
  )
  return { schemas: Object.fromEntries(schemas), renamed }
}

/**
 * The schemas of all blocks and of their parts, and the names of those that are blocks. Where a plugin defines a type
 * of the contract itself, its schema replaces the usual one.
 */
function blockSchemas(plugins: Iterable<BlockType>): { schemas: Schemas; names: readonly string[] } {
  /** type of a block, such as `image` → the schema of a plugin */
  const ofPlugins = new Map(Array.from(plugins, (block) => [block.type, pluginBlockSchema(block)]))
  /** name of a schema, such as `ImageBlock` → the type of the block */
  const typeOf = new Map(
    richTextBlocks.map((block) => [block.meta()?.id ?? '', block.shape._type.value as string]),
  )
  const { $defs = {} } = z.toJSONSchema(z.union(richTextBlocks)) as { $defs?: Schemas }
  const ofContract = Object.entries($defs).map(
    ([name, schema]) => [name, ofPlugins.get(typeOf.get(name) ?? '') ?? schema] as const,
  )
  const known = new Set(typeOf.values())
  const added = [...ofPlugins]
    .filter(([type]) => !known.has(type))
    .map(([type, schema]) => [`${pascalCase(type)}Block`, schema] as const)
  return {
    schemas: Object.fromEntries([...ofContract, ...added]),
    names: [...typeOf.keys(), ...added.map(([name]) => name)],
  }
}

/** The schema of a block of a plugin. If it has definitions (`$defs`), only its type is described. */
function pluginBlockSchema({ type, title, schema }: BlockType): JsonSchema {
  const {
    $schema: _,
    properties,
    required = [],
    ...others
  } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
  const key = { _type: { type: 'string', const: type }, _key: { type: 'string' } } as const
  // References to its definitions would lead to schemas of ours, or to none.
  const isSelfContained = others['$defs'] === undefined
  return {
    ...(isSelfContained && others),
    type: 'object',
    title,
    properties: { ...key, ...(isSelfContained && properties) },
    required: ['_type', ...(isSelfContained ? required : [])],
  } as JsonSchema
}

/** The JSON Schema of a value; `atComponents` converts its references. */
function plainSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema
  return plain
}

/**
 * The schema without what answers need not fulfil: further members are allowed, because answers may gain some later. An
 * `id` that is a text is the name of a schema, not a member of that name, and is removed.
 */
function forAnswers(schema: JsonSchema): JsonSchema {
  return rewritten(schema, (key, value) =>
    (key === 'additionalProperties' && value === false) || (key === 'id' && typeof value === 'string')
      ? undefined
      : value,
  )
}

/** A schema whose references lead to the components of the document. */
function atComponents(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  return rewritten(schema, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith('#/$defs/')) return value
    const name = value.slice('#/$defs/'.length)
    return schemaPath + (renamed.get(name) ?? name)
  })
}

/** A definition that refers to other schemas, by a map of names. */
function referringTo<Part extends object>(part: Part, replacements: ReadonlyMap<string, string>): Part {
  return rewritten(part, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const replacement = replacements.get(value.slice(schemaPath.length))
    return replacement === undefined ? value : schemaPath + replacement
  })
}

/** A copy in which each value is what `replace` returns for it; undefined removes the member. */
function rewritten<Part extends object>(part: Part, replace: (key: string, value: unknown) => unknown): Part {
  return JSON.parse(JSON.stringify(part, (key, value: unknown) => replace(key, value))) as Part
}
