import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'

const base = '/_cms/admin'

/** Where an item is edited. The router's own links each follow the address, which hundreds of them would pay for. */
export function hrefOf(collection: string, id: string): string {
  return `${base}/content/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`
}

/** For the element around many such links: a plain click on one shows the screen without loading the page again. */
export function useItemLinks() {
  const { history } = useRouter()
  return useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (link === null || !isPlain || event.defaultPrevented) return
      event.preventDefault()
      history.push(link.pathname + link.search)
    },
    [history],
  )
}
