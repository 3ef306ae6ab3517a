import { useState } from 'react'
import { previewOf } from './image-form.ts'
import { type MediaItem, pathOf } from './media-item.ts'
import classes from './media-preview.module.css'
import { MediaThumb } from './media-thumb.tsx'

/**
 * A preview of a file: an image, a player for audio and video, or an icon for other files, which are never rendered.
 */
export function MediaPreview({ item }: { readonly item: MediaItem }) {
  const [isBroken, setIsBroken] = useState(false)
  const { mimeType, alt, filename } = item
  const isImage = mimeType.startsWith('image/')
  if (isImage && !isBroken)
    return (
      <div className={classes['frame']}>
        <img src={previewOf(item)} alt={alt ?? filename} onError={() => setIsBroken(true)} />
      </div>
    )
  if (mimeType.startsWith('video/'))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded files have no separate captions
    return <video className={classes['player']} src={pathOf(item)} controls preload="metadata" />
  if (mimeType.startsWith('audio/'))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded files have no separate captions
    return <audio className={classes['player']} src={pathOf(item)} controls preload="metadata" />
  return (
    <div className={classes['frame']}>
      <MediaThumb item={item} size={120} alt={isImage ? filename : ''} />
    </div>
  )
}
