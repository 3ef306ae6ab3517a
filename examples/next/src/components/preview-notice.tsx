'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Locale } from '../site/locales'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  readonly octavoUrl: string
}

/** Says that this is a draft, and shows it anew when somebody saves it in the admin beside this page. */
export function PreviewNotice({ locale, octavoUrl }: Props) {
  const router = useRouter()
  const path = usePathname()
  const text = texts[locale]
  useEffect(() => {
    const refresh = ({ origin, data }: MessageEvent): void => {
      if (origin === new URL(octavoUrl).origin && data?.type === 'octavo:saved') router.refresh()
    }
    window.addEventListener('message', refresh)
    return () => window.removeEventListener('message', refresh)
  }, [octavoUrl, router])
  return (
    <aside className="notice">
      {text.preview} <a href={`/api/preview/end?path=${encodeURIComponent(path)}`}>{text.previewEnd}</a>
    </aside>
  )
}
