import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { IsCoveredContext, type OpenedItem, OpenItemContext } from './open-item.ts'

const EditInPlace = lazy(async () => ({ default: (await import('./edit-in-place.tsx')).EditInPlace }))

/** Shows items that are opened from within its children in drawers, one over the other. */
export function ItemsInPlace({ children }: { readonly children: ReactNode }) {
  const [openedItems, setOpenedItems] = useState<readonly OpenedItem[]>([])
  // An item that is open already moves to the top.
  const open = useCallback(
    (item: OpenedItem) => setOpenedItems((before) => [...before.filter(({ id }) => id !== item.id), item]),
    [],
  )
  return (
    <OpenItemContext value={open}>
      <IsCoveredContext value={openedItems.length > 0}>{children}</IsCoveredContext>
      {openedItems.map((item, index) => (
        <Suspense key={item.id}>
          <EditInPlace
            opened={item}
            isTop={index === openedItems.length - 1}
            onClosed={() => setOpenedItems((before) => before.filter((other) => other !== item))}
          />
        </Suspense>
      ))}
    </OpenItemContext>
  )
}
