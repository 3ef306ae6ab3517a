import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changeSetQuery } from '../in-change-set/change-set-queries.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { SetBar } from '../in-change-set/set-bar.tsx'

interface EditorSetBarProps {
  readonly collection: string
  /** null for a new item */
  readonly id: string | null
}

/** Names the change-set in which the item is edited, with a button to leave it; nothing outside of a change-set. */
export function EditorSetBar(props: EditorSetBarProps) {
  const { changeSet } = useContentScope()
  return changeSet === undefined ? null : <ChangeSetBar {...props} changeSet={changeSet} />
}

function ChangeSetBar({ collection, id, changeSet }: EditorSetBarProps & { readonly changeSet: string }) {
  const navigate = useNavigate()
  const { data } = useQuery(changeSetQuery(changeSet))
  const leave = () => {
    // An empty parameter leaves the change-set; without the parameter, the router would keep it.
    const search = { changeSet: '' }
    const isCreatedInSet = data?.item.entries.some(
      ({ operation, items }) => creatingOperations.has(operation) && items.some((item) => item.id === id),
    )
    void navigate(
      id === null || isCreatedInSet === true
        ? { to: '/content/$collection', params: { collection }, search }
        : { to: '/content/$collection/$id', params: { collection, id }, search },
    )
  }
  return <SetBar id={changeSet} onLeave={leave} />
}

/** the operations that create items, which then exist only in the change-set */
const creatingOperations: ReadonlySet<string> = new Set(['content.create', 'content.duplicate'])
