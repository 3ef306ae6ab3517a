import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { OwnPicture } from '../../ui/own-picture.tsx'
import classes from './dashboard.module.css'
import type { DeskItem } from './use-desk-items.ts'

interface DeskPictureProps {
  readonly of: DeskItem | undefined
  /** the image variant, as `w=64&h=64` */
  readonly form: string
}

/** The picture of an item, or the icon of its collection. */
export function DeskPicture({ of, form }: DeskPictureProps) {
  const icon = (
    <span className={classes['picture']} aria-hidden>
      <CollectionIcon name={of?.collection.icon} />
    </span>
  )
  const url = urlOf(of?.picture)
  if (url === null) return icon
  return (
    <OwnPicture className={classes['picture']} url={url} form={form} alt="" loading="lazy" instead={icon} />
  )
}

function urlOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  return typeof value.url === 'string' ? value.url : null
}
