import type { ReadContext } from '../context.ts'

/** Whether there is a section of this id, whatever its slug is now. */
export async function hasSection({ db }: Pick<ReadContext, 'db'>, id: string): Promise<boolean> {
  return (await db.rows('SELECT id FROM sections WHERE id = ?', [id])).length > 0
}
