'use client'

import { connectPreview } from '@octavo/client/preview'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Locale } from '../site/locales'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  readonly octavoUrl: string
}

/**
 * Says that this is a draft. In the preview of the admin, the page shows each save, and a click on a text focuses its field.
 */
export function PreviewNotice({ locale, octavoUrl }: Props) {
  const router = useRouter()
  const path = usePathname()
  const text = texts[locale]
  useEffect(() => connectPreview({ url: octavoUrl, onSaved: () => router.refresh() }), [octavoUrl, router])
  return (
    <aside className="notice">
      {text.preview} <a href={`/api/preview/end?path=${encodeURIComponent(path)}`}>{text.previewEnd}</a>
    </aside>
  )
}
