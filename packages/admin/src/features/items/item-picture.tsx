import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { OwnPicture } from '../../ui/own-picture.tsx'
import classes from './item-picture.module.css'
import type { FoundItem } from './use-items-by-id.ts'

interface ItemPictureProps {
  /** undefined while it is loading, and if it does not exist */
  readonly of: FoundItem | undefined
  /** the image variant, such as `w=64&h=64` */
  readonly variant: string
  readonly className?: string | undefined
}

/** The picture of an item, or the icon of its collection. */
export function ItemPicture({ of, variant, className = '' }: ItemPictureProps) {
  const classNames = `${classes['picture']} ${className}`
  const icon = (
    <span className={classNames} aria-hidden>
      <CollectionIcon name={of?.collection.icon} />
    </span>
  )
  const url = urlOf(of?.picture)
  if (url === null) return icon
  return (
    <OwnPicture className={classNames} url={url} variant={variant} alt="" loading="lazy" instead={icon} />
  )
}

/** The URL in the value of an image field; null for a value without one. */
function urlOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  return typeof value.url === 'string' ? value.url : null
}
