import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'

const base = '/_cms/admin'

/**
 * The URL of an item's editor, in a change-set if there is one. Lists use plain links, because each link of the router
 * subscribes to the location, which is slow for hundreds of them.
 */
export function hrefOf(collection: string, id: string, changeSet: string | undefined): string {
  const path = `${base}/content/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`
  return changeSet === undefined ? path : `${path}?changeSet=${encodeURIComponent(changeSet)}`
}

/** The URL at which an item is translated into a language; `type` is the slug of its collection. */
export function hrefOfNewTranslation(
  { type, id }: { readonly type: string; readonly id: string },
  locale: string,
  changeSet: string | undefined,
): string {
  const search = new URLSearchParams({
    locale,
    translationOf: id,
    ...(changeSet !== undefined && { changeSet }),
  })
  return `${base}/content/${encodeURIComponent(type)}/new?${search.toString()}`
}

/**
 * A click handler for an element that contains the links of `hrefOf`: a plain click navigates without reloading the
 * page.
 */
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
