import type { Delivery, Webhook } from '@octavo/contract/operations/webhooks'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

export type { Delivery, Webhook }

/** polling interval while deliveries are pending, in milliseconds */
const pollInterval = 2000

export const webhooksQuery = queryOptions({
  queryKey: [...keys.webhooks, 'list'],
  queryFn: ({ signal }) => api.webhooks.list({}, { signal }),
})

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.webhooks, 'one', id],
    queryFn: ({ signal }) => api.webhooks.get({ id }, { signal }),
  })
}

/** The deliveries, polled while one is pending. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.webhooks, 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      api.webhooks.deliveries({ id, limit: 20, cursor: pageParam }, { signal }),
    ...byCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === 'pending')) ? pollInterval : false,
  })
}
