import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { hasUnsafeLink, unsafeLinkIssues, withLinkIssues } from '../../core/rich-text-links.ts'
import { type Data, noData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf, mapLeaves } from '../../core/model/structure.ts'
import { storedRichText } from '../media/library.ts'
import { completeFiles } from './file-values.ts'
import { noSuchItem } from './hidden-values.ts'
import { existingIds } from './store.ts'
import type { ParsedValues, Values } from './values.ts'

interface GivenValue {
  field: FieldModel
  value: unknown
  /** the path in the input */
  path: string
}

/** A value of an unstructured field, which can be within a structured one. */
interface GivenLeaf extends Leaf {
  /** the field of the collection */
  readonly outer: FieldModel
}

/** Throws VALIDATION_ERROR unless every reference points at an item of its collection that is not in the trash. */
export async function refuseMissingReferences(
  context: WriteContext,
  given: readonly GivenValue[],
): Promise<void> {
  const issues = await missingReferences(context, given)
  if (issues.length > 0) throw invalid(issues)
}

/**
 * An issue for each reference without a target. Existing targets are locked against removal until the transaction ends,
 * unless `isWithoutLock`.
 */
export async function missingReferences(
  context: ReadContext,
  given: readonly GivenValue[],
  { isWithoutLock = false } = {},
): Promise<Issue[]> {
  return (await brokenReferences(context, given, { isWithoutLock })).map(({ issue }) => issue)
}

interface BrokenReference {
  readonly leaf: GivenLeaf
  /** the ids without an item: one, or all of the value if its collection does not exist */
  readonly ids: readonly string[]
  readonly issue: Issue
}

async function brokenReferences(
  context: ReadContext,
  given: readonly GivenValue[],
  { isWithoutLock = false } = {},
): Promise<BrokenReference[]> {
  const references = leavesOfAll(given).flatMap((leaf) => {
    const ids = referencedIds(leaf.field, leaf.value)
    return ids.length === 0 ? [] : [{ leaf, ids, collection: targetOf(leaf.field) }]
  })
  const found = new Map<string, ReadonlySet<string>>()
  for (const [collection, same] of Map.groupBy(references, (one) => one.collection)) {
    const target = context.schema.collections.get(collection)
    const ids = [...new Set(same.flatMap((one) => one.ids))]
    if (target !== undefined)
      found.set(collection, await existingIds(context, target, ids, { isWithoutLock }))
  }
  return references.flatMap(({ leaf, ids, collection }): BrokenReference[] => {
    const { path } = leaf
    const existing = found.get(collection)
    if (existing === undefined) {
      // A caller with limits, whose schema has `whole`, must not learn whether the collection was deleted or is hidden.
      const message =
        context.schema.whole === undefined
          ? `refers to the collection "${collection}", which does not exist any more`
          : noSuchItem
      return [{ leaf, ids, issue: { path, message } }]
    }
    return ids
      .filter((id) => !existing.has(id))
      .map((id) => ({ leaf, ids: [id], issue: { path, ...broken('missingItem', { id, collection }) } }))
  })
}

/**
 * The broken references without those that the stored data has too: they stay valid when their target was moved to
 * the trash later, also if they have moved within their field.
 */
function newlyBroken(references: readonly BrokenReference[], stored: Data): BrokenReference[] {
  const storedKeys = new Set<string>()
  const keyOf = (outer: FieldModel, field: FieldModel, id: string): string =>
    `${outer.slug} ${targetOf(field)} ${id}`
  for (const outer of new Set(references.map(({ leaf }) => leaf.outer)))
    for (const { field, value } of leavesOf(outer, stored[outer.slug], ''))
      for (const id of referencedIds(field, value)) storedKeys.add(keyOf(outer, field, id))
  return references.filter(
    ({ leaf: { outer, field }, ids }) => !ids.every((id) => storedKeys.has(keyOf(outer, field, id))),
  )
}

function targetOf({ options }: FieldModel): string {
  return String(options['collection'])
}

/**
 * Completes parsed values to the stored form. Throws VALIDATION_ERROR with all issues, including references without a
 * target, missing files and unsafe links. `stored` returns the data that is replaced: its references stay valid.
 */
export async function checkedValues(
  context: WriteContext,
  { values, issues }: ParsedValues,
  stored: () => Promise<Data> | Data = () => noData,
): Promise<Values> {
  const given = [...values].map(([field, value]) => ({ field, value, path: `data.${field.slug}` }))
  const leaves = leavesOfAll(given)
  const allBroken = await brokenReferences(context, given)
  const newReferences = allBroken.length === 0 ? [] : newlyBroken(allBroken, await stored())
  const files = await completeFiles(context, values, stored)
  const known = [...issues, ...newReferences.map(({ issue }) => issue), ...files.issues]
  const all = withLinkIssues(known, await linkIssues(leaves, stored))
  if (all.length > 0) throw invalid(all)
  return withStoredText(context, files.values, stored)
}

/** Converts references to media in rich text to their stored form. */
async function withStoredText(
  context: WriteContext,
  values: Values,
  stored: () => Promise<Data> | Data,
): Promise<Values> {
  const result = new Map(values)
  for (const [field, value] of values) {
    const place = { field, value, path: '' }
    const texts = leavesOf(field, value, '').filter(holdsText)
    if (texts.length === 0) continue
    // The texts of a field are converted together, so that the library and the stored value are read once.
    const given = texts.map((leaf) => leaf.value)
    const kept = await storedRichText(context, given, async () => (await stored())[field.slug])
    const next = kept.values()
    result.set(
      field,
      mapLeaves(place, (leaf) => (holdsText(leaf) ? next.next().value : leaf.value)),
    )
  }
  return result
}

/** Whether the value is rich text. A leaf is no structured value, the other kind that can hold any media. */
function holdsText({ field }: Leaf): boolean {
  return field.type.holdsMedia === 'any'
}

function leavesOfAll(given: readonly GivenValue[]): GivenLeaf[] {
  return given.flatMap(({ field: outer, value, path }) =>
    leavesOf(outer, value, path).map((leaf) => ({ ...leaf, outer })),
  )
}

async function linkIssues(given: readonly GivenLeaf[], stored: () => Promise<Data> | Data): Promise<Issue[]> {
  const unsafe = given.filter(
    ({ field, value }) => field.type.name === 'portableText' && hasUnsafeLink(value),
  )
  if (unsafe.length === 0) return []
  const before = await stored()
  return unsafe.flatMap(({ outer, value, path }) => unsafeLinkIssues(value, path, before[outer.slug]))
}

function referencedIds(field: FieldModel, value: unknown): string[] {
  if (field.type.name !== 'reference' || value === null || value === undefined) return []
  return Array.isArray(value) ? (value as string[]) : [value as string]
}
