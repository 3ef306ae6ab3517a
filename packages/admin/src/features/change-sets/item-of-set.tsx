import type { AnchorProps } from '@mantine/core'
import { RouterAnchor } from '../../ui/links.tsx'
import { type ChangeSetDetails, isChangeable } from '../in-change-set/change-set-queries.ts'
import { useTitleOf } from './set-titles.ts'

interface ItemOfSetProps extends AnchorProps {
  readonly set: Pick<ChangeSetDetails, 'id' | 'state'>
  readonly item: { readonly collection: string; readonly id: string; readonly name: string }
}

/**
 * A link to the editor of an item, by its title. While the set can be changed, the editor shows and changes the item in
 * the set; afterwards it shows the item itself.
 */
export function ItemOfSet({ set: { id: changeSet, state }, item, ...look }: ItemOfSetProps) {
  const { collection, id } = item
  return (
    <RouterAnchor
      to="/content/$collection/$id"
      params={{ collection, id }}
      search={isChangeable(state) ? { changeSet } : {}}
      {...look}
    >
      <bdi>{useTitleOf()(item)}</bdi>
    </RouterAnchor>
  )
}
