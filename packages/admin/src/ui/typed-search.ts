import { useEffect, useEffectEvent, useState } from 'react'

/** debounce in milliseconds */
const searchDelay = 250

/**
 * A search field whose text is in the URL. The URL follows with a debounce; a change of the URL, such as going back,
 * updates the field, but never while a person types.
 */
export function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q)
  /** `last`: the text in the URL at the last render; `sent`: the text that the field has put there last */
  const [url, setUrl] = useState({ last: q, sent: q })
  if (url.last !== q) {
    setUrl({ last: q, sent: q })
    // Another text than the sent one is a change from outside.
    if (q !== url.sent) setTyped(q)
  }
  const search = useEffectEvent(() => {
    setUrl({ last: q, sent: typed })
    onSearch(typed)
  })
  useEffect(() => {
    if (typed === q) return undefined
    const timer = setTimeout(search, searchDelay)
    return () => clearTimeout(timer)
  }, [typed, q])
  return { typed, setTyped }
}
