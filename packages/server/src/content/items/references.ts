import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { hasUnsafeLink, unsafeLinkIssues, withLinkIssues } from '../../core/rich-text-links.ts'
import { type Data, noData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf, mapLeavesLater } from '../../core/model/structure.ts'
import { storedRichText } from '../media/library.ts'
import { completeFiles } from './file-values.ts'
import { existingIds } from './store.ts'
import type { ParsedValues, Values } from './values.ts'

interface GivenValue {
  field: FieldModel
  value: unknown
  /** the path in the input */
  path: string
}

/** A value that is not structured, of a field or within one. */
interface GivenLeaf extends Leaf {
  /** the field of the collection */
  readonly outer: FieldModel
}

/** Every reference must point at an item of the target collection that is there and not in the trash. */
export async function refuseMissingReferences(
  context: WriteContext,
  given: readonly GivenValue[],
): Promise<void> {
  const issues = await missingReferences(context, given)
  if (issues.length > 0) throw invalid(issues)
}

/** The references without a target; existing targets are locked until the transaction ends, unless `isOnlyLook`. */
export async function missingReferences(
  context: ReadContext,
  given: readonly GivenValue[],
  isOnlyLook = false,
): Promise<Issue[]> {
  return (await brokenReferences(context, given, isOnlyLook)).map(({ issue }) => issue)
}

interface BrokenReference {
  readonly leaf: GivenLeaf
  readonly ids: readonly string[]
  readonly issue: Issue
}

async function brokenReferences(
  context: ReadContext,
  given: readonly GivenValue[],
  isOnlyLook: boolean,
): Promise<BrokenReference[]> {
  const all: BrokenReference[] = []
  for (const leaf of leavesOfAll(given)) {
    const { field, value, path } = leaf
    const ids = referencedIds(field, value)
    if (ids.length === 0) continue
    const slug = String(field.options['collection'])
    const target = context.schema.collections.get(slug)
    if (target === undefined) {
      const message = `refers into the collection "${slug}", which does not exist any more`
      all.push({ leaf, ids, issue: { path, message } })
      continue
    }
    const found = await existingIds(context, target, ids, isOnlyLook)
    for (const id of ids.filter((one) => !found.has(one))) {
      all.push({ leaf, ids: [id], issue: { path, ...broken('missingItem', { id, collection: slug }) } })
    }
  }
  return all
}

/** Those that the stored data does not have already: its target may have gone to the trash since. */
function newlyBroken(references: readonly BrokenReference[], stored: Data): BrokenReference[] {
  return references.filter(({ leaf: { field, outer }, ids }) => {
    const before = leavesOf(outer, stored[outer.slug], '')
    const same = before.filter((one) => one.field.options['collection'] === field.options['collection'])
    const known = new Set(same.flatMap((one) => referencedIds(one.field, one.value)))
    return !ids.every((id) => known.has(id))
  })
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
  const references = await brokenReferences(context, given, false)
  const added = references.length === 0 ? [] : newlyBroken(references, await stored())
  const files = await completeFiles(context, values, stored)
  const known = [...issues, ...added.map(({ issue }) => issue), ...files.issues]
  const all = withLinkIssues(known, await linkIssues(leaves, stored))
  if (all.length > 0) throw invalid(all)
  return withStoredText(context, files.values, stored)
}

/** The same values with references to media in rich text as they are stored. */
async function withStoredText(
  context: WriteContext,
  values: Values,
  stored: () => Promise<Data> | Data,
): Promise<Values> {
  const result = new Map(values)
  for (const [field, value] of values)
    if (field.type.holdsMedia === 'any')
      result.set(
        field,
        await mapLeavesLater({ field, value, path: '' }, (leaf) =>
          leaf.field.type.holdsMedia === 'any'
            ? storedRichText(context, leaf.value, async () => (await stored())[field.slug])
            : Promise.resolve(leaf.value),
        ),
      )
  return result
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
