import { useEffect, useEffectEvent, useState } from 'react'

/** milliseconds without a key press after which is searched */
const pause = 250

/**
 * The text of a search field whose words are in the address: the address follows a moment after the last key, and
 * what the address says by itself (who goes back) is taken over; what is being typed meanwhile is never lost.
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
    const timer = setTimeout(search, pause)
    return () => clearTimeout(timer)
  }, [typed, q])
  return { typed, setTyped }
}
