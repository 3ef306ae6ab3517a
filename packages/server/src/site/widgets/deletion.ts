import type { WriteContext } from '../../core/context.ts'
import type { Deletion } from '../../core/deletion.ts'
import { refusal } from '../../platform/errors.ts'
import { areaNamesByMenu } from './store.ts'

/** Refuses to delete a menu that a widget shows. */
export async function refuseShownMenu(context: WriteContext, { kind, id, name }: Deletion): Promise<void> {
  if (kind !== 'menu') return
  const areas = await areaNamesByMenu(context, id)
  if (areas.length === 0) return
  const params = { menu: name, areas: areas.join(', ') }
  throw refusal('CONFLICT', 'menuShown', params, { details: { widgetAreas: areas } })
}
