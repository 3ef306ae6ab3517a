import { useTranslation } from 'react-i18next'
import { OwnPicture } from '../../ui/own-picture.tsx'
import { isObject } from '../model/same.ts'
import type { Block } from '../types.ts'
import classes from './cards.module.css'

/** maximum number of pictures that the preview of a gallery shows */
const mostPictures = 8

export function ImagePreview({ block }: { readonly block: Block }) {
  const caption = stringOf(block['caption'])
  return (
    <figure className={classes['figure']}>
      <Picture block={block} />
      {caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}

export function GalleryPreview({ block }: { readonly block: Block }) {
  const { t } = useTranslation('richText')
  const images = Array.isArray(block['images']) ? block['images'].filter(isObject) : []
  const caption = stringOf(block['caption'])
  return (
    <div className={classes['cardText']}>
      <div className={classes['gallery']}>
        {images.slice(0, mostPictures).map((image, index) => (
          <Picture key={stringOf(image['_key']) || index} block={image} />
        ))}
      </div>
      <div>
        {t('pictures', { count: images.length })}
        {caption !== '' && ` · ${caption}`}
      </div>
    </div>
  )
}

/** Shows an image of this site; for an external or missing image, its address. */
export function Picture({ block }: { readonly block: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('richText')
  // An external image of Markdown has `src` instead of `url`.
  const url = stringOf(block['url']) || stringOf(block['src'])
  const alt = stringOf(block['alt'])
  return (
    <OwnPicture
      url={url}
      variant="w=960"
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      width={sideOf(block['width'])}
      height={sideOf(block['height'])}
      instead={
        <div className={classes['noPicture']} dir="auto">
          <span>{alt || t('noPicture')}</span>
          {url !== '' && <span className={classes['address']}>{url}</span>}
        </div>
      }
    />
  )
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sideOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}
