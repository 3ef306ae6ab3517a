'use client'

import { connectPreview } from '@octavo/client/preview'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Locale } from '../site/locales'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  readonly octavoUrl: string
  /** what is shown */
  readonly text: string
}

/**
 * Says that this is a preview. In the preview of the admin, the page shows each save, and a click on a text focuses its field.
 */
export function PreviewNotice({ locale, octavoUrl, text }: Props) {
  const router = useRouter()
  const path = usePathname()
  useEffect(() => connectPreview({ url: octavoUrl, onSaved: () => router.refresh() }), [octavoUrl, router])
  return (
    <aside className="notice">
      {text} <a href={`/api/preview/end?path=${encodeURIComponent(path)}`}>{texts[locale].previewEnd}</a>
    </aside>
  )
}
