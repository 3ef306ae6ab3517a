import type { PortableTextBlock, SchemaDefinition } from '@portabletext/editor'
import { inlineType, objectType } from './to-editor.ts'
import { isObject } from './same.ts'

export const styles = ['normal', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'] as const
export const lists = ['bullet', 'number'] as const
export const decorators = ['strong', 'em', 'underline', 'strike-through', 'code'] as const

/** further styles and decorators that importers and Markdown create */
const furtherStyles = ['pullquote', 'citation', 'verse', 'preformatted']
const furtherDecorators = ['sup', 'sub', 'highlight']

/** the properties of a text block that every schema has */
const standardProperties = new Set(['_type', '_key', 'children', 'markDefs', 'style', 'listItem', 'level'])

/**
 * The editor's schema. The editor removes unknown names, so the schema contains all names that the opened blocks use.
 */
export function schemaFor(blocks: readonly PortableTextBlock[]): SchemaDefinition {
  const names = new UsedNames()
  for (const block of blocks) if (block._type === 'block') names.read(block)
  return {
    block: { fields: fields(names.properties) },
    styles: named(names.styles),
    lists: named(names.lists),
    decorators: named(names.decorators),
    annotations: [...names.annotations].map(([name, properties]) => ({ name, fields: fields(properties) })),
    blockObjects: [{ name: objectType, fields: fields(['value']) }],
    inlineObjects: [{ name: inlineType, fields: fields(['value']) }],
  }
}

/** The names that the blocks of a text use, and those that the editor offers. */
class UsedNames {
  readonly styles = new Set<string>([...styles, ...furtherStyles])
  /** with lists of tasks, which Markdown creates and the editor does not offer */
  readonly lists = new Set<string>([...lists, 'task'])
  readonly decorators = new Set<string>([...decorators, ...furtherDecorators])
  /** the types of annotations, with their properties */
  readonly annotations = new Map([['link', new Set(['href', 'title', 'blank', 'reference'])]])
  /** further properties of text blocks */
  readonly properties = new Set(['align', 'checked'])

  read(block: PortableTextBlock): void {
    const { style, listItem, markDefs, children, ...others } = block as Readonly<Record<string, unknown>>
    if (typeof style === 'string') this.styles.add(style)
    if (typeof listItem === 'string') this.lists.add(listItem)
    for (const name of Object.keys(others)) if (!standardProperties.has(name)) this.properties.add(name)
    const definitions = objectsOf(markDefs)
    for (const definition of definitions) this.#annotation(definition)
    const keys = new Set(definitions.map(({ _key }) => _key))
    for (const child of objectsOf(children)) this.#marks(child['marks'], keys)
  }

  #annotation({ _type, _key, ...values }: Readonly<Record<string, unknown>>): void {
    const type = String(_type)
    const properties = this.annotations.get(type) ?? new Set()
    for (const name of Object.keys(values)) properties.add(name)
    this.annotations.set(type, properties)
  }

  /** Marks are keys of definitions (annotations); all others are names of decorators. */
  #marks(marks: unknown, definitions: ReadonlySet<unknown>): void {
    if (!Array.isArray(marks)) return
    for (const mark of marks as string[]) if (!definitions.has(mark)) this.decorators.add(mark)
  }
}

function objectsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function named(names: Iterable<string>): { name: string }[] {
  return Array.from(names, (name) => ({ name }))
}

/** Fields of the type `object`: the editor keeps their values as they are, whatever they contain. */
function fields(names: Iterable<string>): { name: string; type: 'object' }[] {
  return Array.from(names, (name) => ({ name, type: 'object' as const }))
}
