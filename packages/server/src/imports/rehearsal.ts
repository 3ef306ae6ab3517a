import { parseValues } from '../content/items/values.ts'
import type { CollectionModel } from '../core/model/model.ts'
import { OctavoError } from '../platform/errors.ts'
import { outcomeOf, type ReadyItem, reportedNotes } from './item-writing.ts'
import { messageOfError } from './messages.ts'
import { type ImportOutcome, report, type Run } from './run.ts'
import type { PreparedSection } from './sections.ts'
import type { ExportItem } from './wxr/records.ts'

interface RehearsedSection extends PreparedSection {
  readonly item: ExportItem
  readonly seq: number
}

/**
 * Reports in a dry run what would be created, and which items have values that their collection refuses. Sections
 * accept every converted content.
 */
export async function rehearse(
  run: Run,
  items: readonly ReadyItem[],
  sections: readonly RehearsedSection[],
): Promise<void> {
  const outcomes = items.map((ready): ImportOutcome => {
    const { plan, prepared } = ready
    const { notes, data, state } = prepared
    const base = outcomeOf(ready, null)
    // Only drafts may lack required values; a scheduled item must be ready for its publication.
    const incomplete = state.status === 'draft' && state.scheduledAt === null
    const refusal = refusalOf(run, { slug: plan.slug, data, incomplete })
    if (refusal === null) return { ...base, ...reportedNotes(notes), outcome: 'created' }
    return { ...base, outcome: 'failed', code: refusal.code, ...messageOfError(refusal) }
  })
  const sectionOutcomes = sections.map(({ item, seq, title, notes }): ImportOutcome => {
    const base = { kind: item.type, seq, source_id: item.id, title, line: item.line }
    return { ...base, ...reportedNotes(notes), outcome: 'created' }
  })
  await report(run, [...outcomes, ...sectionOutcomes])
}

/** Why an existing collection refuses values; null if it accepts them, as a collection that the import creates does. */
function refusalOf(
  { services }: Run,
  { slug, data, incomplete }: { slug: string; data: Readonly<Record<string, unknown>>; incomplete: boolean },
): OctavoError | null {
  const existing = services.schema.current.collections.get(slug)
  if (existing === undefined) return null
  const values = valuesOfFields(existing, data)
  const { blocks } = services.plugins.current
  const { issues } = parseValues(existing, values, { isNew: true, incomplete, blocks })
  const [first] = issues
  if (first === undefined) return null
  const details = { issues: [first] }
  return new OctavoError('VALIDATION_ERROR', `${first.path}: ${first.message}`, { details })
}

/** The values for fields that exist; the import creates the other fields. */
function valuesOfFields(
  { field }: CollectionModel,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([slug]) => field.has(slug)))
}
