import { Checkbox, Tooltip } from '@mantine/core'
import { isDecoration, lacksAlt } from '@octavo/contract/alt-text'
import { CaptionsOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/times.tsx'
import { byteText } from '../../ui/byte-text.ts'
import classes from './media-grid.module.css'
import { putMedia } from './folder-drag.ts'
import type { Selection } from './selection.ts'
import { isImage, type MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'

interface TileProps {
  readonly item: MediaItem
  /** whether it is the Tab stop of the grid */
  readonly isStop: boolean
  /** whether its details are shown */
  readonly isOpen: boolean
  readonly onFocus: () => void
  readonly onOpen: (item: MediaItem) => void
  readonly selection: Selection | undefined
  readonly isList: boolean
  readonly isDraggable: boolean
}

/** A file in the grid: thumbnail, name, and whether it is selected. */
export function MediaTile({
  item,
  isStop,
  isOpen,
  onFocus,
  onOpen,
  selection,
  isList,
  isDraggable,
}: TileProps) {
  const { t } = useTranslation('media')
  const hint = useId()
  const isSelected = selection?.ids.has(item.id) === true
  const isAltMissing = lacksAlt(item)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the bar of selected files moves them by keyboard
    <li
      className={classes['tile']}
      data-selected={isSelected || undefined}
      draggable={isDraggable}
      // Dragging a selected file drags all selected ones.
      onDragStart={({ dataTransfer }) => putMedia(dataTransfer, isSelected ? [...selection.ids] : [item.id])}
    >
      <button
        type="button"
        className={classes['open']}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpen || undefined}
        aria-describedby={isAltMissing ? hint : undefined}
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
          <span className={classes['alt']} dir="auto" data-quiet={isDecoration(item.alt) || undefined}>
            {isImage(item) && isDecoration(item.alt) ? t('decoration.short') : item.alt}
          </span>
        )}
        {isList ? <Columns item={item} /> : <span className={classes['facts']}>{factsOf(item)}</span>}
      </button>
      {isAltMissing && (
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

/** The further columns of a list. `usage` is absent unless the list was requested with it. */
function Columns({ item }: { readonly item: MediaItem }) {
  const { t } = useTranslation('media')
  const { folder, size, width, height, updatedAt, usage } = item
  return (
    <>
      <span className={classes['column']} data-of="folder" title={folder} dir="auto">
        {folder}
      </span>
      {usage !== undefined && (
        <span className={classes['column']} data-of="usage" data-none={usage.count === 0 || undefined}>
          {usage.count === 0
            ? t('usage.unused')
            : t(usage.countIsCapped ? 'usage.countMore' : 'usage.count', { count: usage.count })}
        </span>
      )}
      <span className={classes['column']} data-of="type">
        {endingOf(item)}
      </span>
      <span className={classes['column']} data-of="sides">
        {width !== null && height !== null && `${width} × ${height}`}
      </span>
      <span className={classes['column']} data-of="size">
        {size !== null && byteText(size)}
      </span>
      <span className={classes['column']} data-of="changed">
        <TimeText iso={updatedAt} />
      </span>
    </>
  )
}

/** The ending of the file name, or else the subtype of the MIME type. */
function endingOf({ filename, mimeType }: MediaItem): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1] ?? mimeType.split('/').at(-1) ?? ''
  return ending.toUpperCase()
}

/** The type of a file with its dimensions, else with its size, as far as they are known: `JPG · 800 × 600`. */
function factsOf(item: MediaItem): string {
  const { size, width, height } = item
  const dimensions = width !== null && height !== null ? `${width} × ${height}` : ''
  const bytes = size === null ? '' : byteText(size)
  return [endingOf(item), dimensions || bytes].filter(Boolean).join(' · ')
}
