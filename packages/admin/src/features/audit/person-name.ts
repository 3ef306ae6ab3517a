import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

/** The name of a user, once it is known: their id before; null for nobody. */
export function usePersonName(id: string | null): string | null {
  const { data } = useQuery({
    queryKey: [...keys.users, 'one', id],
    queryFn: ({ signal }) => api.users.get({ id: id ?? '' }, { signal }),
    enabled: id !== null,
    staleTime: 60_000,
  })
  return data?.item.name ?? data?.item.email ?? id
}
