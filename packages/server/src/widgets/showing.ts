import type { ReadContext } from '../context.ts'
import { areaNamesByMenu } from './store.ts'

/** Names of the widget areas that show a menu. */
export async function areasShowing(context: ReadContext, menuId: string): Promise<string[]> {
  return areaNamesByMenu(context, menuId)
}
