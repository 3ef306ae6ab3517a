import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { tellFailure } from '../../../ui/notify.tsx'
import type { Item } from '../autosave/state.ts'

/** All terms of a taxonomy, however many pages they take. */
async function allTerms(taxonomy: string) {
  const terms = []
  let cursor: string | undefined
  do {
    const page = await api.terms.list({ taxonomy, limit: 100, ...(cursor !== undefined && { cursor }) })
    terms.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return terms
}

/** The terms of a taxonomy, and which of them the item has. They are stored at once, one change after the other. */
export function useTerms(taxonomy: string, { type: collection, id }: Item) {
  const client = useQueryClient()
  const all = useQuery({ queryKey: [...keys.terms(taxonomy), 'all'], queryFn: () => allTerms(taxonomy) })
  const ownKey = [...keys.item(collection, id), 'terms', taxonomy]
  const own = useQuery({
    queryKey: ownKey,
    queryFn: async () =>
      (await api.terms.listOfItem({ collection, id, taxonomy })).items.map((term) => term.id),
  })
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[]>([])
  const queue = useRef(Promise.resolve())
  const choose = (ids: readonly string[]) => {
    setChosen(ids)
    latest.current = ids
    queue.current = queue.current.then(async () => {
      // A newer choice is sent in its own turn.
      if (latest.current !== ids) return
      try {
        await api.terms.setOfItem({ collection, id, taxonomy, termIds: [...ids] })
      } catch (error) {
        tellFailure(error)
      }
      if (latest.current !== ids) return
      await client.invalidateQueries({ queryKey: ownKey })
      if (latest.current === ids) setChosen(null)
    })
  }
  const create = async (label: string) => {
    const { item } = await api.terms.create({ taxonomy, label })
    await client.invalidateQueries({ queryKey: keys.terms(taxonomy) })
    choose([...(chosen ?? own.data ?? []), item.id])
  }
  return { terms: all.data, selected: chosen ?? own.data, error: all.error ?? own.error, choose, create }
}
