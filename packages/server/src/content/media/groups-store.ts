import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** A folder or a tag with the number of its files, counted up to the limit plus one. */
export interface GroupRow {
  /** the form that is compared; of a tag, without regard to case */
  readonly name: string
  /** the form that is shown */
  readonly label: string
  readonly count: number
}

export interface GroupPage {
  /** the last name of the page before */
  readonly after: string | undefined
  readonly limit: number
}

/** Folders that ready records are in, by path. */
export function findFolders(context: ReadContext, page: GroupPage): Promise<GroupRow[]> {
  return findGroups(context, page, {
    rows: 'media g',
    name: 'g.folder',
    condition: `g.status = 'ready'`,
    label: 'n.name',
  })
}

/** Tags in the order of their compared form, each as its newest file spells it. */
export function findTags(
  context: ReadContext,
  { beginning = '', ...page }: GroupPage & { readonly beginning: string | undefined },
): Promise<GroupRow[]> {
  return findGroups(context, page, {
    rows: 'media_tags g',
    name: 'g.tag',
    beginning: foldCase(beginning),
    label:
      '(SELECT l.label FROM media_tags l WHERE l.tag = n.name ORDER BY l.created_at DESC, l.media_id DESC LIMIT 1)',
  })
}

/** How a kind of groups is found: SQL for rows with the alias `g`, and the beginning that the names must have. */
interface Groups {
  readonly rows: string
  readonly name: string
  readonly condition?: string
  readonly beginning?: string
  readonly label: string
}

/** the last character of Unicode, which ends the range of texts with a given beginning */
const last = '\u{10FFFF}'

/**
 * A page of groups. The statement jumps from one name to the next by the index, so the cost does not depend on the
 * number of files of each group.
 */
function findGroups(
  { db }: ReadContext,
  { after, limit }: GroupPage,
  { rows, name, condition = '1 = 1', beginning = '', label }: Groups,
): Promise<GroupRow[]> {
  // `within` occurs twice in the statement, so its parameter `end` is given twice.
  const within = beginning === '' ? condition : `${condition} AND ${name} <= ${textParameter}`
  const end = beginning === '' ? [] : [beginning + last]
  const nextTo = (start: string): string =>
    `(SELECT ${name} FROM ${rows} WHERE ${within} AND ${name} ${start} ORDER BY ${name} LIMIT 1)`
  return db.rows<GroupRow>(
    `WITH RECURSIVE n (name, place) AS (
       SELECT ${nextTo(after === undefined ? `>= ${textParameter}` : `> ${textParameter}`)}, 1
       UNION ALL SELECT ${nextTo('> n.name')}, n.place + 1 FROM n WHERE n.name IS NOT NULL AND n.place < ${limit})
     SELECT n.name, ${label} AS label, (SELECT count(*) FROM (
       SELECT 1 FROM ${rows} WHERE ${condition} AND ${name} = n.name LIMIT ${limits.counted + 1}) c) AS count
     FROM n WHERE n.name IS NOT NULL`,
    [...end, after ?? beginning, ...end],
  )
}

/**
 * Ids of some records in a folder or below it. The range of paths below it ends at `0`, the character after the slash.
 */
export async function findInFolder({ db }: ReadContext, folder: string, limit: number): Promise<string[]> {
  const sql = ['g.folder = ?', 'g.folder > ? AND g.folder < ?'].map(
    (condition) =>
      `SELECT * FROM (SELECT g.id AS id FROM media g WHERE g.status = 'ready' AND ${condition} ORDER BY g.folder, g.created_at, g.id LIMIT ${limit}) g`,
  )
  const rows = await db.rows<{ id: string }>(`${sql.join(' UNION ALL ')} LIMIT ${limit}`, [
    folder,
    `${folder}/`,
    `${folder}0`,
  ])
  return rows.map(({ id }) => id)
}
