import { useEffect, useEffectEvent, useState } from 'react'

/** debounce in milliseconds */
const searchDelay = 250

/**
 * A search field whose text is in the URL. The URL follows with a debounce; a change of the URL, such as going back,
 * updates the field, but never while a person types.
 */
export function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q)
  const [known, setKnown] = useState({ q, sent: q })
  if (known.q !== q) {
    setKnown({ q, sent: q })
    if (q !== known.sent) setTyped(q)
  }
  const search = useEffectEvent(() => {
    setKnown({ q, sent: typed })
    onSearch(typed)
  })
  useEffect(() => {
    if (typed === q) return undefined
    const timer = setTimeout(search, searchDelay)
    return () => clearTimeout(timer)
  }, [typed, q])
  return { typed, setTyped }
}
