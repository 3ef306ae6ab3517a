import { limits } from '@octavo/contract/limits'
import { type Mentioned, mentions } from '../content/mentions-store.ts'
import type { ReadContext } from '../context.ts'

interface SectionMention {
  kind: 'section'
  id: string
  slug: string
  title: string
}

interface WidgetMention {
  kind: 'widget'
  id: string
  area: string
  title: string | null
}

/** The first sections whose content mentions a media item. */
export async function sectionMentions(
  { db }: ReadContext,
  { id, address }: Mentioned,
): Promise<SectionMention[]> {
  const { sql, parameters } = mentions('content', [id, address])
  const rows = await db.rows<Omit<SectionMention, 'kind'>>(
    `SELECT id, slug, title FROM sections WHERE ${sql} ORDER BY id LIMIT ${limits.usages + 1}`,
    parameters,
  )
  return rows.map((row) => ({ kind: 'section', ...row }))
}

/** The first widgets that mention a media item in their content or in what their component is given. */
export async function widgetMentions(
  { db }: ReadContext,
  { id, address }: Mentioned,
): Promise<WidgetMention[]> {
  const content = mentions('w.content', [id, address])
  const props = mentions('w.component_props', [id, address])
  const rows = await db.rows<Omit<WidgetMention, 'kind'>>(
    `SELECT w.id AS id, a.name AS area, w.title AS title FROM widgets w JOIN widget_areas a ON a.id = w.area_id
     WHERE ${content.sql} OR ${props.sql} ORDER BY w.id LIMIT ${limits.usages + 1}`,
    [...content.parameters, ...props.parameters],
  )
  return rows.map((row) => ({ kind: 'widget', ...row }))
}
