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

export interface OwnValues {
  /** by slug */
  readonly data: Record<string, unknown>
  /** custom fields that become separate fields here */
  readonly used: ReadonlySet<string>
  /** custom fields of products, which stay custom fields if their values do not fit */
  readonly kept: readonly string[]
  readonly holes: readonly Hole[]
}

/** The values of fields that are made of single custom fields. Files and items fill the holes later (`Hole.put`). */
export function ownValues(
  item: ExportItem,
  { fields }: CollectionPlan,
  { acf, findings }: { acf: AcfIndex; findings: Findings },
): OwnValues {
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

/** Reads the value of a field into `data`; when its files or items are known, it is put there again. */
function readAcf(
  reading: AcfReading,
  field: Parameters<typeof acfValue>[1],
  data: Record<string, unknown>,
): void {
  const read = acfValue(reading, field, (value) => void (data[field.slug] = value))
  if (read !== undefined) data[field.slug] = read
}
