import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { squareOf } from './image-form.ts'
import { MediaIcon } from './media-icon.tsx'
import type { MediaItem } from './media-item.ts'
import classes from './media-thumb.module.css'

interface ThumbProps {
  readonly item: Pick<MediaItem, 'url' | 'mimeType'> & Partial<Pick<MediaItem, 'contentHash'>>
  /** size in pixels; by default the thumbnail fills its container */
  readonly size?: number
  /** alternative text; empty if the file name is shown next to it */
  readonly alt?: string
}

/** A square thumbnail: the image, or an icon for other files. Nothing but images is loaded. */
export function MediaThumb({ item, size, alt = '' }: ThumbProps) {
  // In a grid a thumbnail is about 200 pixels wide.
  const source = squareOf(item, size ?? 200)
  /** the address that could not be loaded; a new one, as after a replacement, is tried again */
  const [brokenSource, setBrokenSource] = useState<string>()
  const isImage = item.mimeType.startsWith('image/')
  // Half as wide as the thumbnail, but at most 44 pixels.
  const iconSize = size === undefined ? 44 : Math.min(44, Math.round(size / 2))
  return (
    <span
      className={classes['thumb']}
      style={size === undefined ? undefined : { width: size, height: size }}
      data-fixed={size !== undefined || undefined}
    >
      {isImage && brokenSource !== source ? (
        <img
          src={source}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBrokenSource(source)}
        />
      ) : (
        <span role={alt === '' ? undefined : 'img'} aria-label={alt === '' ? undefined : alt}>
          {isImage ? (
            <ImageOff size={iconSize} strokeWidth={1.5} aria-hidden data-broken />
          ) : (
            <MediaIcon mimeType={item.mimeType} size={iconSize} />
          )}
        </span>
      )}
    </span>
  )
}
