import { limits } from '@octavo/contract/limits'
import type { Widget } from '@octavo/contract/operations/widgets'
import type { WriteContext } from '../../core/context.ts'
import { bytesOf, refuseTooLarge } from '../../core/item-size.ts'
import { unmarkedText } from '../../core/model/media-marks.ts'
import { unsafeLinkIssues } from '../../core/rich-text-links.ts'
import { linkSitePart, sourceTypes } from '../../content/links/links.ts'
import { storedRichText } from '../../content/media/library.ts'
import { translatedLinks } from '../../content/site-translations/writing.ts'
import { brokenAt, invalid } from '../../platform/errors.ts'
import { checkedBlocks } from '../../plugins/blocks.ts'
import type { WidgetRow } from './store.ts'

/** A widget that is open for change. */
export interface OpenWidget {
  readonly row: WidgetRow
  /** of the same area */
  readonly others: readonly WidgetRow[]
}

/** The area of a widget in the form of the audit log: a change of the widget also changes its area. */
export function areaOf({ area_id }: WidgetRow, name: string): { type: string; id: string; name: string } {
  return { type: 'widgetArea', id: area_id, name }
}

type RichContent = Pick<Widget, 'content' | 'componentProps'>

/**
 * The given content in the form to store. Throws VALIDATION_ERROR for invalid blocks of plugins, and for unsafe links
 * except those that the current content (`stored`) already has.
 */
export async function checkedContent<Given extends Partial<RichContent>>(
  context: WriteContext,
  given: Given,
  stored: RichContent,
): Promise<Given> {
  const issues = unsafeLinkIssues(given.componentProps, 'componentProps', stored.componentProps)
  if (issues.length > 0) throw invalid(issues)
  const { blocks } = context.services.plugins.current
  // Checks the blocks of plugins, and the links of `content`.
  const content =
    given.content && checkedBlocks(blocks, given.content, { path: 'content', stored: stored.content })
  // It takes a function, because other callers read the stored value only if it is needed.
  return storedRichText(context, { ...given, ...(content !== undefined && { content }) }, () =>
    Promise.resolve(stored),
  )
}

/** Updates the links of a widget and of its translations. */
export async function linkWidget(
  context: WriteContext,
  { id, content, component_props }: WidgetRow,
): Promise<void> {
  await linkSitePart(context, { id, type: sourceTypes.widget }, [
    { field: 'content', value: unmarkedText(content), linksBy: 'any' },
    { field: 'componentProps', value: unmarkedText(component_props ?? ''), linksBy: 'any' },
    ...(await translatedLinks(context, id, { content: 'any', componentProps: 'any' })),
  ])
}

/**
 * Throws VALIDATION_ERROR if a widget exceeds the size limit, or all widgets of its area that of an answer, because
 * an area is answered with all of its widgets, without pages. `before` is null for a new widget.
 */
export function refuseLarge(
  context: WriteContext,
  row: WidgetRow,
  before: WidgetRow | null,
  others: readonly WidgetRow[],
): void {
  const path = row.content.length > (row.component_props?.length ?? 0) ? 'content' : 'componentProps'
  const [has, had] = [bytesOfWidget(row), before === null ? 0 : bytesOfWidget(before)]
  refuseTooLarge(context, { path: () => path, has, had })
  const most = limits.listBytes
  const ofArea = others.reduce((sum, other) => sum + bytesOfWidget(other), has)
  if (ofArea > most && has > had) throw brokenAt(path, 'areaTooLarge', { most, has: ofArea })
}

function bytesOfWidget({ content, component_props }: WidgetRow): number {
  return bytesOf(content) + bytesOf(component_props)
}
