import { useEffect, useEffectEvent, useState } from 'react'

/** debounce in milliseconds */
const searchDelay = 250

/**
 * A search field whose text (`typed`) is in the URL (`q`). What is typed comes into the URL after a debounce, by
 * `onSearch`. Any other change of the URL, such as going back, replaces the text of the field. The field's own change,
 * which arrives in the URL later, does not: the person may have typed on since.
 */
export function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q)
  /** `last`: the text in the URL at the last render; `sent`: the text that the field itself has last put there */
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
