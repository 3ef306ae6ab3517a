import { limits } from '@octavo/contract/limits'
import { withSuffix } from '@octavo/contract/slug'
import { blocks } from '@octavo/contract/fields/portable-text'
import { OctavoError } from '../platform/errors.ts'
import { sectionHandlers } from '../site/sections/handlers.ts'
import { remark } from './messages.ts'
import { type Converted, convertContent } from './convert/convert.ts'
import { lineOf } from './convert/html.ts'
import { timesOf } from './dates.ts'
import { reasonOf, reportedNotes } from './item-writing.ts'
import { contentNotes, type Note } from './prepare.ts'
import { type OriginRow, updateOrigin } from './origin-store.ts'
import { insertReports } from './report-store.ts'
import { type ImportOutcome, reportRow, report, type Run, write } from './run.ts'
import { timeText } from '../platform/time-text.ts'
import type { ExportItem } from './wxr/records.ts'

export interface PreparedSection {
  readonly title: string
  readonly converted: Converted
  /** differences from the original */
  readonly notes: Note[]
}

/** Converts a block that items share to a section. */
export function prepareSection(item: ExportItem): PreparedSection {
  const title = lineOf(item.title).slice(0, limits.label) || item.name || `Section ${item.id}`
  const converted = convertContent(item.content)
  const status =
    item.status === 'publish' ? [] : [remark('sectionStatus', { status: item.status.slice(0, 50) })]
  return { title, converted, notes: [...status, ...contentNotes(item, converted)] }
}

type NewSection = PreparedSection & { readonly item: ExportItem; readonly seq: number }

/** the number of slugs that are tried: the planned one may have been taken since, then each with a number */
const maxTries = 20

/** Creates a section from a reusable block and reports it; a slug that is taken gets a number. */
export async function writeSection(run: Run, section: NewSection, origin: OriginRow): Promise<void> {
  const { item, seq, title, converted } = section
  const base: Omit<ImportOutcome, 'outcome'> = {
    kind: item.type,
    seq,
    source_id: item.id,
    title,
    line: item.line,
  }
  const wanted = origin.slug ?? 'section'
  for (let tried = 1; ; tried++) {
    const slug = tried === 1 ? wanted : withSuffix(wanted, `-${tried}`)
    try {
      const now = timesOf(item).published ?? timeText(run.services.clock())
      return await write(run.services, { now }, async (context) => {
        const { item: made } = (await sectionHandlers.create(context, {
          slug,
          title,
          keywords: [],
          content: blocks.parse(converted.blocks),
          source: 'import',
        })) as { item: { id: string } }
        await updateOrigin(context.db, origin.origin, { is_made: 1, slug, item_id: made.id })
        await insertReports(context, [
          reportRow(run, { ...base, ...reportedNotes(section.notes), outcome: 'created', item_id: made.id }),
        ])
      })
    } catch (error) {
      const isTaken = error instanceof OctavoError && error.code === 'DUPLICATE_SLUG'
      if (isTaken && tried < maxTries) continue
      return report(run, [{ ...base, outcome: 'failed', ...reasonOf(run, error) }])
    }
  }
}
