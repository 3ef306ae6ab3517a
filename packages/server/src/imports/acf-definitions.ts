import { limits } from '@octavo/contract/limits'
import { lineOf } from './convert/html.ts'
import { detachedCopy } from './detached-copy.ts'
import type { IdTypes } from './id-types.ts'
import { ReferenceTypes } from './id-types.ts'
import { metaIndex } from './meta.ts'
import { readSerialized } from './php.ts'
import type { ExportItem } from './wxr/records.ts'

/** The definition of a custom field that the plugin ACF (Advanced Custom Fields) has written into the export. */
export interface AcfField {
  readonly key: string
  /** its id among the items of the export */
  readonly id: string
  /** id of the group of fields, or of the field, that it belongs to */
  readonly parent: string
  readonly name: string
  readonly label: string
  readonly type: string
  /** the values that a choice offers; empty for other fields, and if a field here cannot have them all */
  readonly choices: readonly string[]
  readonly isMultiple: boolean
}

/** A custom field with a definition that items of a type have. */
export interface AcfUse {
  readonly key: string
  /** its name among the custom fields of the items */
  readonly name: string
  /** post types of the items whose ids are in its values */
  readonly targets: readonly string[]
}

/** limits of definitions, and of the fields that items of one post type use */
const maxDefinitions = 3000
const maxUses = 200

/** a key such as `field_5f3a1b2c4d5e6` */
const keyForm = /^field_\w{1,60}$/
const idForm = /^[1-9]\d{0,14}$/

/** how many ids in one value are examined, which is enough to learn what it refers to */
const maxIds = 100

/**
 * The definition that an item of the type `acf-field` has: its slug is the key, its excerpt the name, its title the
 * label, and its content has the settings. Null if it cannot be read.
 */
export function readDefinition({
  id,
  name,
  title,
  excerpt,
  content,
  parent,
  type,
}: ExportItem): AcfField | null {
  if (type !== 'acf-field' || !keyForm.test(name) || excerpt === '') return null
  const settings = readSerialized(content)?.value
  if (typeof settings !== 'object' || settings === null || !('type' in settings)) return null
  const { type: kind, choices, multiple } = settings as Record<string, unknown>
  if (typeof kind !== 'string') return null
  // Fields of these types always store a list; the others have a setting for it.
  const isList = kind === 'relationship' || kind === 'checkbox'
  const fieldName = excerpt.slice(0, 100)
  return {
    key: name,
    id,
    parent,
    name: fieldName,
    label: lineOf(title).slice(0, limits.label) || fieldName,
    type: kind.slice(0, 50),
    choices: choicesOf(choices),
    isMultiple: isList || multiple === 1 || multiple === '1',
  }
}

/**
 * The values that a field offers: the keys of the setting, which has the label of each value. None if there are more or
 * longer ones than a field here can have.
 */
function choicesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Object.keys(value)
  const isUsable =
    keys.length <= limits.options && keys.every((one) => one !== '' && one.length <= limits.option)
  return isUsable ? keys : []
}

/** The definitions in an export, and which post types use them. */
export class AcfStats {
  readonly #definitions = new Map<string, AcfField>()
  /** post type → key of a definition → name of the custom field */
  readonly #uses = new Map<string, Map<string, string>>()
  /** which post types the ids in the values of a field belong to, by post type and key as one text */
  readonly #references: ReferenceTypes

  constructor(ids: IdTypes) {
    this.#references = new ReferenceTypes(ids)
  }

  /**
   * Adds a definition, or the uses in another item; definitions may come after the items that use them. What is kept is
   * a detached copy, because a part of a text would keep the whole text in memory.
   */
  add(item: ExportItem): void {
    if (item.type === 'acf-field') return this.#define(item)
    // For each custom field `x` there is a second one `_x` with the key of its definition.
    for (const [key, value] of item.meta) {
      if (!key.startsWith('_') || !keyForm.test(value)) continue
      const uses = this.#uses.get(item.type) ?? new Map<string, string>()
      this.#uses.set(detachedCopy(item.type), uses)
      if (!uses.has(value)) {
        if (uses.size >= maxUses) continue
        uses.set(detachedCopy(value), detachedCopy(key.slice(1, 200)))
      }
      this.#addReferences(`${item.type} ${value}`, item, key.slice(1))
    }
  }

  #define(item: ExportItem): void {
    const definition = readDefinition(item)
    if (definition === null || this.#definitions.size >= maxDefinitions) return
    this.#definitions.set(definition.key, detachedCopy(definition))
  }

  /** Remembers what the ids in the custom field `name` of an item refer to. */
  #addReferences(use: string, item: ExportItem, name: string): void {
    const value = metaIndex(item).get(name) ?? ''
    for (const id of idsIn(value).slice(0, maxIds)) this.#references.add(use, id)
  }

  /** The definitions by key, in order. */
  get definitions(): AcfField[] {
    return [...this.#definitions.values()]
  }

  /**
   * The fields of items of a type that are not within another field. A field within a group is left out: its definition
   * belongs to another field, or its values have a longer name than the definition, such as `address_street`.
   */
  usesOf(type: string): AcfUse[] {
    const fieldIds = new Set(this.definitions.map(({ id }) => id))
    return [...(this.#uses.get(type) ?? [])].flatMap(([key, name]) => {
      const definition = this.#definitions.get(key)
      if (definition === undefined || fieldIds.has(definition.parent) || definition.name !== name) return []
      return [{ key, name, targets: this.#references.typesOf(`${type} ${key}`) }]
    })
  }
}

/** The ids in a value: one, or a serialized list. */
export function idsIn(value: string): string[] {
  if (idForm.test(value)) return [value]
  const read = value.startsWith('a:') ? readSerialized(value)?.value : undefined
  if (typeof read !== 'object' || read === null) return []
  const ids = Object.values(read).map((one: unknown) => (typeof one === 'object' ? '' : String(one)))
  return ids.filter((id) => idForm.test(id))
}
