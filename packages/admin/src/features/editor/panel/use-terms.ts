import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { allTermsQuery } from '../../../api/all-terms.ts'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { shownValue, termsKey } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { isTextList } from '../fields/field-editor.ts'

/**
 * The terms of a taxonomy (undefined while they load), and the ids of those that the item has. They are saved with the
 * draft, like the values of fields.
 */
export function useTerms(taxonomy: string) {
  const client = useQueryClient()
  const { saver } = useEditor()
  const key = termsKey(taxonomy)
  const all = useQuery(allTermsQuery(taxonomy))
  const value = useDraft((draft) => shownValue(draft, key))
  const refusal = useDraft((draft) => draft.refusals[key]?.message)
  /** ids of terms created here, which the list may lack while it is loaded again */
  const created = useRef(new Set<string>())
  const choose = (id: string, isOn: boolean) => {
    const chosen = shownValue(saver.getState(), key)
    const others = (isTextList(chosen) ? chosen : []).filter((other) => other !== id)
    // Leaves out deleted terms, which the service refuses. Reads the newest list, as the term may have just been
    // created.
    const newest = client.getQueryData(allTermsQuery(taxonomy).queryKey) ?? []
    const known = new Set([id, ...created.current, ...newest.map((term) => term.id)])
    const ids = (isOn ? [...others, id] : others).filter((other) => known.has(other)).toSorted()
    saver.dispatch({ type: 'edited', key, edit: { value: ids }, now: Date.now() })
  }
  const create = async (label: string) => {
    const { item } = await api.terms.create({ taxonomy, label })
    created.current.add(item.id)
    await client.invalidateQueries({ queryKey: keys.terms(taxonomy) })
    choose(item.id, true)
  }
  const selected = isTextList(value) ? value : []
  return { terms: all.data, selected, refusal, error: all.error, choose, create }
}
