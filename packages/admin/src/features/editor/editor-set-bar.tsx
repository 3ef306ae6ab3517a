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

/** Names the change-set in which the item is edited, with a link to the item on the site. */
export function EditorSetBar(props: EditorSetBarProps) {
  const { changeSet } = useContentScope()
  return changeSet === undefined ? null : <BarOfSet {...props} changeSet={changeSet} />
}

function BarOfSet({ collection, id, changeSet }: EditorSetBarProps & { readonly changeSet: string }) {
  const navigate = useNavigate()
  const { data } = useQuery(changeSetQuery(changeSet))
  const leave = () => {
    const search = { changeSet: '' }
    const isMadeInSet = data?.item.entries.some(
      ({ operation, items }) => makers.has(operation) && items.some((item) => item.id === id),
    )
    void navigate(
      id === null || isMadeInSet === true
        ? { to: '/content/$collection', params: { collection }, search }
        : { to: '/content/$collection/$id', params: { collection, id }, search },
    )
  }
  return <SetBar id={changeSet} onLeave={leave} />
}

/** the operations whose items exist only in the set */
const makers: ReadonlySet<string> = new Set(['content.create', 'content.duplicate'])
