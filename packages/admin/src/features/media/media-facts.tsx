import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/times.tsx'
import { byteText } from '../../ui/byte-text.ts'
import classes from './media-facts.module.css'
import type { MediaItem } from './media-item.ts'

/** The type, size, dimensions and dates of a file. */
export function MediaFacts({ item }: { readonly item: MediaItem }) {
  const { t } = useTranslation('media')
  const { mimeType, size, width, height, createdAt } = item
  const isMeasured = width !== null && height !== null
  return (
    <dl className={classes['facts']}>
      <dt>{t('details.type')}</dt>
      <dd>{mimeType}</dd>
      <dt>{t('details.size')}</dt>
      <dd>{size === null ? t('details.unknown') : byteText(size)}</dd>
      {isMeasured && (
        <>
          <dt>{t('details.dimensions')}</dt>
          <dd>{t('details.pixels', { width, height })}</dd>
        </>
      )}
      <dt>{t('details.uploaded')}</dt>
      <dd>
        <TimeText iso={createdAt} />
      </dd>
    </dl>
  )
}
