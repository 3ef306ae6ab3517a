import { type KeyboardEvent, type RefObject, useState } from 'react'

/** A roving tabindex for a grid of buttons: one Tab stop, with arrow keys between the buttons. */
export function useArrowKeys(list: RefObject<HTMLElement | null>, count: number) {
  const [index, setIndex] = useState(0)
  const current = Math.min(index, Math.max(0, count - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepOf(event.key, list.current)
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(count - 1, current + step))
    list.current?.children[next]?.querySelector('button')?.focus()
  }
  return { current, onKeyDown, onFocus: setIndex }
}

/** By how many buttons a key moves; undefined for other keys. */
function stepOf(key: string, list: HTMLElement | null): number | undefined {
  const right = list !== null && getComputedStyle(list).direction === 'rtl' ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return right
    case 'ArrowLeft':
      return -right
    case 'ArrowDown':
      return columnsOf(list)
    case 'ArrowUp':
      return -columnsOf(list)
    case 'Home':
      return -Infinity
    case 'End':
      return Infinity
    default:
      return undefined
  }
}

function columnsOf(list: HTMLElement | null): number {
  if (list === null) return 1
  return getComputedStyle(list).gridTemplateColumns.split(' ').length
}
