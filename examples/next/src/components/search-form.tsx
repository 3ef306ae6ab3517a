'use client'

import Form from 'next/form'
import { useEffect, useState } from 'react'
import type { Locale } from '../site/locales'
import { paths } from '../site/paths'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  readonly q: string
  readonly outcome: string
}

/** Works without scripts; with them it suggests titles. */
export function SearchForm({ locale, q, outcome }: Props) {
  const [typed, setTyped] = useState(q)
  const [titles, setTitles] = useState<readonly string[]>([])
  const text = texts[locale]
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ q: typed.trim(), locale })
      fetch(`/api/suggest?${query}`, { signal: controller.signal })
        .then((response) => response.json())
        .then(setTitles)
        .catch(() => undefined)
    }, 150)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed, locale])
  return (
    <Form className="search" role="search" action={paths.search(locale)}>
      <label htmlFor="q">{text.searchFor}</label>
      <div>
        <input
          id="q"
          name="q"
          type="search"
          list="suggestions"
          autoComplete="off"
          maxLength={200}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button>{text.search}</button>
      </div>
      <datalist id="suggestions">
        {titles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <p className="meta" role="status">
        {outcome}
      </p>
    </Form>
  )
}
