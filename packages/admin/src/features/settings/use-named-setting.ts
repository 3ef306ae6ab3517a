import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'

const route = getRouteApi('/settings')

/** Moves the focus to the setting that the URL of the screen names. */
export function useNamedSetting(): void {
  const { setting } = route.useSearch()
  useEffect(() => {
    if (setting === undefined) return
    document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"]`)?.focus()
  }, [setting])
}
