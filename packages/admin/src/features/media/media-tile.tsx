import { Checkbox, Tooltip } from '@mantine/core'
import { CaptionsOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { byteText } from '../../ui/byte-text.ts'
import classes from './media-grid.module.css'
import type { Selection } from './selection.ts'
import type { MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'

interface TileProps {
  readonly item: MediaItem
  /** whether it is the Tab stop of the grid */
  readonly isStop: boolean
  readonly isOpen: boolean
  readonly onFocus: () => void
  readonly onOpen: (item: MediaItem) => void
  readonly selection: Selection | undefined
  readonly isList: boolean
}

/** A file in the grid: thumbnail, name, and whether it is selected. */
export function MediaTile({ item, isStop, isOpen, onFocus, onOpen, selection, isList }: TileProps) {
  const { t } = useTranslation('media')
  const hint = useId()
  const isSelected = selection?.ids.has(item.id) === true
  const lacksAlt = item.mimeType.startsWith('image/') && !item.alt
  return (
    <li className={classes['tile']} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes['open']}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpen || undefined}
        aria-describedby={lacksAlt ? hint : undefined}
        data-media={item.id}
        onFocus={onFocus}
        onClick={(event) => {
          if (selection !== undefined && (event.ctrlKey || event.metaKey)) selection.toggle(item.id)
          else onOpen(item)
        }}
      >
        <MediaThumb item={item} {...(isList && { size: 40 })} />
        <span className={classes['name']} title={item.filename} dir="auto">
          {item.filename}
        </span>
        {isList && (
          <span className={classes['alt']} dir="auto">
            {item.alt}
          </span>
        )}
        <span className={classes['facts']}>{factsOf(item)}</span>
      </button>
      {lacksAlt && (
        <Tooltip label={t('noAlt')}>
          <span className={classes['hint']} id={hint} role="img" aria-label={t('noAlt')}>
            <CaptionsOff size={14} aria-hidden />
          </span>
        </Tooltip>
      )}
      {selection !== undefined && (
        <Checkbox
          className={classes['check'] ?? ''}
          checked={isSelected}
          tabIndex={isStop ? 0 : -1}
          aria-label={t('select', { name: item.filename })}
          onChange={() => selection.toggle(item.id)}
        />
      )}
    </li>
  )
}

function factsOf({ filename, mimeType, size, width, height }: MediaItem): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1] ?? mimeType.split('/').at(-1) ?? ''
  const extent =
    width !== null && height !== null ? `${width} × ${height}` : size === null ? '' : byteText(size)
  return [ending.toUpperCase(), extent].filter(Boolean).join(' · ')
}
