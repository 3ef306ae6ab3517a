import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSavedOrder } from '../../ui/sortable/use-saved-order.ts'
import { areaQuery, type Widget } from './widget-queries.ts'

/** The order of the widgets of an area: a move is shown at once, then saved, and can be undone. */
export function useWidgetOrder(name: string) {
  const client = useQueryClient()
  const { queryKey } = areaQuery(name)
  return useSavedOrder<Widget>({
    queryKey,
    read: () => client.getQueryData(queryKey)?.item.widgets ?? [],
    show: (widgets) =>
      void client.setQueryData(queryKey, (old) => old && { item: { ...old.item, widgets: [...widgets] } }),
    save: async (after) => {
      const { items } = await api.widgets.reorder({ name, widgetIds: after.map(({ id }) => id) })
      return items
    },
  })
}
