import { dataOf } from './answers.ts'
import { formOf } from './media.ts'
import type { Answer, TestService } from './service.ts'
import type { Any } from './json.ts'

/** An item of an export, as far as it differs from the usual. */
export interface ExportedItem {
  title?: string
  content?: string
  excerpt?: string
  type?: string
  status?: string
  id?: number
  guid?: string
  name?: string
  parent?: number
  order?: number
  date?: string
  modified?: string
  creator?: string
  link?: string
  password?: string
  sticky?: boolean
  attachmentUrl?: string
  /** taxonomy → slugs */
  terms?: Record<string, string[]>
  meta?: Record<string, string>
  comments?: number
  /** elements as they are */
  raw?: string
}

export interface ExportedTerm {
  taxonomy: string
  slug: string
  name?: string
  parent?: string
  id?: number
  description?: string
}

export interface Exported {
  site?: string
  version?: string
  authors?: { login: string; email?: string; name?: string }[]
  terms?: ExportedTerm[]
  items?: ExportedItem[]
  /** elements of the channel as they are */
  raw?: string
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const element = (name: string, text: string | number | undefined): string =>
  text === undefined ? '' : `<${name}>${typeof text === 'number' ? text : cdata(text)}</${name}>`

export const oldSite = 'https://old.example.com'

/** An export in WXR. */
export function exportOf({
  site = oldSite,
  version = '1.2',
  authors = [],
  terms = [],
  items = [],
  raw = '',
}: Exported): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/${version}/">
<channel><title>Old site</title><link>${site}</link><description>A site</description><language>en</language>
<wp:wxr_version>${version}</wp:wxr_version><wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
${authors.map(({ login, email = '', name = login }) => `<wp:author>${element('wp:author_login', login)}${element('wp:author_email', email)}${element('wp:author_display_name', name)}</wp:author>`).join('\n')}
${terms.map(termOf).join('\n')}
${raw}
${items.map((item, index) => itemOf(item, index, site)).join('\n')}
</channel></rss>
`
}

function termOf({
  taxonomy,
  slug,
  name = slug,
  parent = '',
  id = 1,
  description = '',
}: ExportedTerm): string {
  const shared = element('wp:term_id', id)
  if (taxonomy === 'category') {
    return `<wp:category>${shared}${element('wp:category_nicename', slug)}${element('wp:category_parent', parent)}${element('wp:cat_name', name)}${element('wp:category_description', description)}</wp:category>`
  }
  if (taxonomy === 'post_tag') {
    return `<wp:tag>${shared}${element('wp:tag_slug', slug)}${element('wp:tag_name', name)}</wp:tag>`
  }
  return `<wp:term>${shared}${element('wp:term_taxonomy', taxonomy)}${element('wp:term_slug', slug)}${element('wp:term_parent', parent)}${element('wp:term_name', name)}</wp:term>`
}

function itemOf(item: ExportedItem, index: number, site: string): string {
  const id = item.id ?? index + 1
  const date = item.date ?? '2015-03-04 05:06:07'
  const meta = Object.entries(item.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:postmeta>`,
  )
  const terms = Object.entries(item.terms ?? {}).flatMap(([taxonomy, slugs]) =>
    slugs.map((slug) => `<category domain="${taxonomy}" nicename="${slug}">${cdata(slug)}</category>`),
  )
  const comments = Array.from(
    { length: item.comments ?? 0 },
    (_, number) =>
      `<wp:comment><wp:comment_id>${number}</wp:comment_id><wp:comment_approved>1</wp:comment_approved></wp:comment>`,
  )
  return `<item>${element('title', item.title)}${element('link', item.link ?? `${site}/${item.name ?? id}/`)}${element('dc:creator', item.creator ?? 'ada')}<guid isPermaLink="false">${item.guid ?? `${site}/?p=${id}`}</guid>
${element('content:encoded', item.content ?? '')}${element('excerpt:encoded', item.excerpt ?? '')}${element('wp:post_id', id)}${element('wp:post_date', date)}${element('wp:post_date_gmt', date)}${element('wp:post_modified_gmt', item.modified)}${element('wp:post_name', item.name ?? '')}${element('wp:status', item.status ?? 'publish')}${element('wp:post_parent', item.parent ?? 0)}${element('wp:menu_order', item.order ?? 0)}${element('wp:post_type', item.type ?? 'post')}${element('wp:post_password', item.password ?? '')}<wp:is_sticky>${item.sticky === true ? 1 : 0}</wp:is_sticky>${element('wp:attachment_url', item.attachmentUrl)}
${[...terms, ...meta, ...comments, item.raw ?? ''].join('\n')}</item>`
}

type Asking = Pick<TestService, 'ask'>

/** Uploads an export to be analyzed. */
export function analyze(
  service: Asking,
  content: string | Buffer,
  ask: { token?: string | null } = {},
): Promise<Answer> {
  const form = formOf([{ name: 'file', filename: 'export.xml', type: 'text/xml', content }])
  return service.ask('POST', '/import/external/analyze', { ...form, ...ask })
}

/** Analyzes and imports an export; returns the finished job. */
export async function importExport(
  service: Asking,
  exported: Exported | string | Buffer,
  options: Record<string, boolean> = {},
): Promise<Any> {
  const content = typeof exported === 'string' || Buffer.isBuffer(exported) ? exported : exportOf(exported)
  const { analysisId } = dataOf(await analyze(service, content))
  return execute(service, analysisId, options)
}

/** Runs an analyzed import to its end. */
export async function execute(
  service: Asking,
  analysisId: string,
  options: Record<string, boolean> = {},
): Promise<Any> {
  const body = { analysisId, options }
  let { job } = dataOf(await service.ask('POST', '/import/external/execute', { body }))
  while (job.state === 'queued' || job.state === 'running') {
    await new Promise((done) => setTimeout(done, 50))
    job = dataOf(await service.ask('GET', `/import/external/${analysisId}`)).job
  }
  return job
}

/** What became of each piece of an import. */
export async function reportOf(service: Asking, analysisId: string): Promise<Any[]> {
  const rows: Any[] = []
  for (let cursor = ''; ;) {
    const path = `/import/external/${analysisId}/report?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = dataOf(await service.ask('GET', path))
    rows.push(...page.items)
    if (page.nextCursor === undefined) return rows
    cursor = page.nextCursor
  }
}

/** An import in the state that the example of an operation needs; returns its id. */
export async function prepareImport(
  service: Pick<TestService, 'ask' | 'services'>,
  operation: string,
): Promise<string> {
  const { analysisId } = dataOf(await analyze(service, exportOf({ items: [{ title: 'One' }] })))
  if (operation === 'imports.cancel') await pretendRunning(service, analysisId)
  return analysisId
}

/** As if another process were at it, and had just said so. */
export async function pretendRunning({ services }: Pick<TestService, 'services'>, id: string): Promise<void> {
  await services.database.transaction('write', (tx) =>
    tx.run(`UPDATE imports SET state = 'running', lease_owner = 'another', lease_until = ? WHERE id = ?`, [
      Date.now() + 60_000,
      id,
    ]),
  )
}
