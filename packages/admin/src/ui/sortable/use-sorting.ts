import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Direction, type Outline, type Placed, placesOf, stepped } from './outline.ts'

/** An entry that is being moved by keyboard, with the outline after the steps so far. */
interface LiftedEntry {
  readonly id: string
  readonly outline: Outline
}

interface SortingOptions {
  readonly outline: Outline
  readonly maxDepth: number
  readonly nameOf: (id: string) => string
  readonly onMove: (places: readonly Placed[], id: string) => void
}

export interface Sorting {
  /** the lines after the last drop */
  readonly settled: Outline
  /** the lines with the current keyboard moves */
  readonly shown: Outline
  readonly liftedId: string | null
  /** the text of the live region for screen readers */
  readonly announcement: string
  can(id: string, direction: Direction): boolean
  step(id: string, direction: Direction): void
  onHandleKey(id: string, event: KeyboardEvent<HTMLElement>): void
  /** Drops a lifted entry where it is, because keys do not reach it any more. */
  onHandleBlur(id: string): void
  /** Announces where a dragged entry would be dropped; `next` is null where it cannot be dropped. */
  hover(id: string, next: Outline | null): void
  /** Ends a drag: `next` has the entry in its new position; null leaves it where it was. */
  drop(id: string, next: Outline | null): void
  cancel(id: string): void
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** The state of moving entries in a tree, by keyboard, pointer or menu, with announcements for screen readers. */
export function useSorting({ outline, maxDepth, nameOf, onMove }: SortingOptions): Sorting {
  const { t } = useTranslation('sorting')
  const [lifted, setLifted] = useState<LiftedEntry | null>(null)
  const [settled, settle] = useSettled(outline)
  const [announcement, announce] = useState('')
  const shown = lifted?.outline ?? settled
  const keepFocus = useFocusRestorer()

  const positionOf = (id: string, at: Outline): string =>
    positionText(t, { id, at, nameOf, isTree: maxDepth > 1 })
  const afterStep = (id: string, direction: Direction) => stepped(shown, { id, direction, maxDepth })

  /** Ends a move: `at` is the outline after it; null if it is not possible. */
  const drop = (id: string, at: Outline | null) => {
    setLifted(null)
    const isMoved = at !== null && !isSame(at, settled)
    announce(isMoved ? t('dropped', { place: positionOf(id, at) }) : t('unmoved', { name: nameOf(id) }))
    if (!isMoved) return
    settle(at)
    onMove(placesOf(at), id)
  }
  const cancel = (id: string) => {
    setLifted(null)
    announce(t('cancelled', { name: nameOf(id) }))
  }
  const stepLifted = (id: string, direction: Direction) => {
    const at = afterStep(id, direction)
    if (at !== null) setLifted({ id, outline: at })
    announce(at === null ? t('noFurther', { name: nameOf(id) }) : positionOf(id, at))
  }

  return {
    settled,
    shown,
    liftedId: lifted?.id ?? null,
    announcement,
    can: (id, direction) => afterStep(id, direction) !== null,
    step: (id, direction) => drop(id, afterStep(id, direction)),
    onHandleKey: (id, event) => {
      const isLifted = lifted?.id === id
      const direction = directions[event.key]
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (isLifted) return drop(id, shown)
        setLifted({ id, outline: settled })
        announce(t('lifted', { place: positionOf(id, settled) }))
      } else if (isLifted && event.key === 'Escape') {
        event.preventDefault()
        keepFocus(id)
        cancel(id)
      } else if (isLifted && direction !== undefined) {
        event.preventDefault()
        keepFocus(id)
        stepLifted(id, direction)
      }
    },
    onHandleBlur: (id) => {
      if (lifted?.id === id) drop(id, shown)
    },
    hover: (id, at) => announce(at === null ? t('noRoom', { name: nameOf(id) }) : positionOf(id, at)),
    drop,
    cancel,
  }
}

/**
 * The lines after the last drop. Until the parent passes the entries in their new order, these are the dropped lines,
 * so that the entry does not jump back in between.
 */
function useSettled(outline: Outline): [Outline, (next: Outline) => void] {
  const [drop, setDrop] = useState<{ readonly before: Outline; readonly after: Outline } | null>(null)
  const isAwaited = drop !== null && isSame(drop.before, outline)
  if (drop !== null && !isAwaited) setDrop(null)
  return [isAwaited ? drop.after : outline, (after) => setDrop({ before: outline, after })]
}

/** Returns a function that restores the focus after the next render: browsers remove it from an element that moves. */
function useFocusRestorer(): (id: string) => void {
  const focusedId = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focusedId.current !== null) document.getElementById(handleId(focusedId.current))?.focus()
    focusedId.current = null
  })
  return (id) => {
    focusedId.current = id
  }
}

function isSame(one: Outline, other: Outline): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The id of the element that moves an entry, by which it gets the focus back. */
export function handleId(id: string): string {
  return `handle-${id}`
}

/** The position of an entry as a sentence: `Home: place 2 of 5 below About`. */
function positionText(
  t: ReturnType<typeof useTranslation<'sorting'>>['t'],
  { id, at, nameOf, isTree }: { id: string; at: Outline; nameOf: (id: string) => string; isTree: boolean },
): string {
  const places = placesOf(at)
  const parentId = places.find((placed) => placed.id === id)?.parentId ?? null
  const siblings = places.filter((placed) => placed.parentId === parentId)
  const values = {
    name: nameOf(id),
    place: siblings.findIndex((placed) => placed.id === id) + 1,
    total: siblings.length,
  }
  if (!isTree) return t('place', values)
  if (parentId === null) return t('placeAtTop', values)
  return t('placeBelow', { ...values, parent: nameOf(parentId) })
}
