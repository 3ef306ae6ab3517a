import type { AcfField } from './acf-definitions.ts'
import { acfValue, type AcfReading, type Hole } from './acf-values.ts'
import type { Findings } from './convert/block.ts'
import type { CollectionPlan } from './naming.ts'
import { metaIndex } from './meta.ts'
import { productKeysOf, productValue } from './products.ts'
import type { ExportItem } from './wxr/records.ts'

/** Indexes of the definitions of custom fields. */
export interface AcfIndex {
  /** by key */
  readonly definitions: ReadonlyMap<string, AcfField>
  /** id of a field → the fields within it */
  readonly subFields: ReadonlyMap<string, readonly AcfField[]>
}

/** The definitions of custom fields by their keys, and those within another field by its id. */
export function indexAcf(definitions: readonly AcfField[] = []): AcfIndex {
  return {
    definitions: new Map(definitions.map((definition) => [definition.key, definition])),
    subFields: Map.groupBy(definitions, ({ parent }) => parent),
  }
}

export interface CustomFieldValues {
  /** by slug of the field here */
  readonly data: Record<string, unknown>
  /** keys of the custom fields that have become values of `data` */
  readonly used: ReadonlySet<string>
  /** keys of custom fields of products, which stay custom fields if their values do not fit (`customFields`) */
  readonly kept: readonly string[]
  /** values that are put into `data` when the files or items that they refer to are known */
  readonly holes: readonly Hole[]
}

/** The values of the fields that are made of one custom field each: those of products, and those defined with ACF. */
export function customFieldValues(
  item: ExportItem,
  { fields }: CollectionPlan,
  { acf, findings }: { acf: AcfIndex; findings: Findings },
): CustomFieldValues {
  const data: Record<string, unknown> = {}
  const used = new Set<string>()
  const holes: Hole[] = []
  const plans = fields.filter(({ role }) => role === 'product' || role === 'acf')
  const kept = productKeysOf(item)
  if (plans.length === 0) return { data, used, kept, holes }
  const meta = metaIndex(item)
  // Reading a value adds to `findings`, `holes` and `used`.
  const reading: AcfReading = { ...acf, meta, findings, holes, used }
  for (const field of plans) {
    if (field.role === 'acf') readAcf(reading, field, data)
    else {
      const value = productValue(field.of ?? '', item, findings)
      if (value === undefined) continue
      data[field.slug] = value
      used.add(field.of ?? '')
    }
  }
  return { data, used, kept, holes }
}

/** Reads the value of a field into `data`; a value with files or items is put there when these are known. */
function readAcf(
  reading: AcfReading,
  field: Parameters<typeof acfValue>[1],
  data: Record<string, unknown>,
): void {
  const put = (value: unknown): void => {
    data[field.slug] = value
  }
  const read = acfValue(reading, field, put)
  if (read !== undefined) put(read)
}
