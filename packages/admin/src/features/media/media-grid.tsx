import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './media-grid.module.css'
import type { MediaItem } from './media-item.ts'
import { MediaTile } from './media-tile.tsx'
import type { Selection } from './selection.ts'
import { useArrowKeys } from './use-arrow-keys.ts'

interface GridProps {
  readonly items: readonly MediaItem[]
  readonly onOpen: (item: MediaItem) => void
  /** absent if items cannot be selected */
  readonly selection?: Selection | undefined
  /** the item whose details are shown */
  readonly openId?: string | undefined
  /** whether there is one file on each line, with its description */
  readonly isList?: boolean
  /** whether files can be dragged into a folder */
  readonly isDraggable?: boolean
}

/** Files as a grid of thumbnails. One Tab stop; arrow keys move within it, Enter opens. */
export function MediaGrid({
  items,
  onOpen,
  selection,
  openId,
  isList = false,
  isDraggable = false,
}: GridProps) {
  const { t } = useTranslation('media')
  const list = useRef<HTMLUListElement>(null)
  const { current, onKeyDown, onFocus } = useArrowKeys(list, items.length)
  const grid = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within, handled once
    <ul
      ref={list}
      className={classes['grid']}
      data-list={isList || undefined}
      aria-label={t('grid')}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <MediaTile
          key={item.id}
          item={item}
          isStop={index === current}
          onFocus={() => onFocus(index)}
          onOpen={onOpen}
          isOpen={item.id === openId}
          selection={selection}
          isList={isList}
          isDraggable={isDraggable}
        />
      ))}
    </ul>
  )
  if (!isList) return grid
  return (
    <>
      <Heads hasUsage={items.some(({ usage }) => usage !== undefined)} />
      {grid}
    </>
  )
}

/**
 * The headings above the columns of a list. They are hidden from screen readers, which read these facts with each file.
 */
function Heads({ hasUsage }: { readonly hasUsage: boolean }) {
  const { t } = useTranslation('media')
  return (
    <div className={classes['heads']} aria-hidden>
      <span className={classes['name']}>{t('details.filename')}</span>
      <span className={classes['alt']}>{t('columns.alt')}</span>
      <span className={classes['column']} data-of="folder">
        {t('folders.folder')}
      </span>
      {hasUsage && (
        <span className={classes['column']} data-of="usage">
          {t('columns.usage')}
        </span>
      )}
      <span className={classes['column']} data-of="type">
        {t('details.type')}
      </span>
      <span className={classes['column']} data-of="sides">
        {t('details.dimensions')}
      </span>
      <span className={classes['column']} data-of="size">
        {t('details.size')}
      </span>
      <span className={classes['column']} data-of="changed">
        {t('columns.changed')}
      </span>
    </div>
  )
}
