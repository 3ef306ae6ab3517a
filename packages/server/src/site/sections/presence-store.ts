import type { ReadContext } from '../../core/context.ts'

/** Whether a section with this id exists. */
export async function hasSection({ db }: Pick<ReadContext, 'db'>, id: string): Promise<boolean> {
  return (await db.rows('SELECT id FROM sections WHERE id = ?', [id])).length > 0
}
