import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { comparisonOf } from '../../session/field-facts.ts'
import { type Field, useCollection } from '../../session/session.tsx'
import { choiceLabel } from '../../ui/choices.ts'
import { OwnPicture } from '../../ui/own-picture.tsx'
import { loadableUrl } from '../../ui/picture-address.ts'
import { fullTime, shortTime, storedDayText } from '../../ui/times.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { headingOf, shortened } from './heading.ts'
import classes from './item-table.module.css'
import { referredQuery } from './queries.ts'

/** The readable value of a field; empty without a value. */
export function showValue({ type, options }: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return i18next.t(value ? 'yes' : 'no')
  if (typeof value === 'number') return value.toLocaleString(i18next.language)
  if (typeof value !== 'string') return ''
  // The comparison of the type says what a text is: a time, the id of an item, or a choice.
  const comparison = comparisonOf({ type })
  if (comparison === 'time') return <RowTime iso={value} />
  const target = options?.['collection']
  if (comparison === 'item' && typeof target === 'string')
    return <ReferencedTitle collection={target} id={value} />
  if (options?.['widget'] === 'date') return storedDayText(value)
  return shortened(comparison === 'choice' ? choiceLabel({ options }, value) : value)
}

/** A short time, with the full time as a native tooltip, because Mantine's tooltip is too slow for hundreds of rows. */
export function RowTime({ iso }: { readonly iso: string | null }) {
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {shortTime(iso)}
    </time>
  )
}

interface ReferredProps {
  readonly collection: string
  readonly id: string
}

/** The title of a referenced item. */
function ReferencedTitle({ collection: slug, id }: ReferredProps) {
  const collection = useCollection(slug)
  const scope = useContentScope()
  const { data } = useQuery({ ...referredQuery(scope, slug, id), enabled: collection !== undefined })
  if (collection === undefined || data === undefined) return null
  return headingOf(collection, data.item)
}

/** The thumbnail of an image; nothing for an image of another site, an icon for a file that cannot be shown. */
export function Thumbnail({ value }: { readonly value: unknown }) {
  const url = urlOf(value)
  if (url === null) return null
  return (
    <OwnPicture
      className={classes['thumbnail']}
      url={url}
      variant="w=64&h=64"
      alt=""
      width={40}
      height={40}
      loading="lazy"
      instead={
        <span className={classes['thumbnail']}>
          <ImageOff size={16} aria-hidden />
        </span>
      }
    />
  )
}

/** The URL of an image of this site; null for other values. */
function urlOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  return typeof value.url === 'string' && loadableUrl(value.url) !== null ? value.url : null
}
