import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { IsCoveredContext, OpenItemContext, type Place } from './open-item.ts'

const EditInPlace = lazy(async () => ({ default: (await import('./edit-in-place.tsx')).EditInPlace }))

/** Shows items that are opened from within its children in drawers, one over the other. */
export function ItemsInPlace({ children }: { readonly children: ReactNode }) {
  const [places, setPlaces] = useState<readonly Place[]>([])
  const open = useCallback(
    (place: Place) => setPlaces((before) => [...before.filter(({ id }) => id !== place.id), place]),
    [],
  )
  return (
    <OpenItemContext value={open}>
      <IsCoveredContext value={places.length > 0}>{children}</IsCoveredContext>
      {places.map((place, index) => (
        <Suspense key={place.id}>
          <EditInPlace
            place={place}
            isTop={index === places.length - 1}
            onClosed={() => setPlaces((before) => before.filter((other) => other !== place))}
          />
        </Suspense>
      ))}
    </OpenItemContext>
  )
}
