import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'

/** A roving tabindex for a toolbar: one Tab stop; arrows, Home and End move between its tools, Escape leaves it. */
export function useRoving(toolbar: RefObject<HTMLElement | null>, onEscape: () => void) {
  // Runs after each render, because the tool that was the Tab stop may be gone.
  useEffect(() => {
    const tools = toolsOf(toolbar.current)
    if (tools.some(({ tabIndex }) => tabIndex === 0)) return
    makeStop(tools, tools[0])
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      const tools = toolsOf(toolbar.current)
      if (tools.includes(target)) makeStop(tools, target)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const tools = toolsOf(toolbar.current)
      const current = tools.indexOf(event.target as HTMLElement)
      if (current < 0) return
      if (event.key === 'Escape') return onEscape()
      const next = nextIndex(event, current, tools.length)
      if (next === null) return
      event.preventDefault()
      tools[next]?.focus()
    },
  }
}

/** The index of the tool to which a key moves; null for other keys. */
function nextIndex(event: KeyboardEvent<HTMLElement>, current: number, count: number): number | null {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step !== undefined) return (current + (isRightToLeft ? -step : step) + count) % count
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : null
}

function toolsOf(toolbar: HTMLElement | null): HTMLElement[] {
  return [...(toolbar?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
}

/** Makes one tool the Tab stop of the toolbar. */
function makeStop(tools: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1
}
