import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { DescribeMedia } from './describe-media.tsx'
import { MediaGrid } from './media-grid.tsx'
import { isImage, type MediaItem } from './media-item.ts'
import { useDeleteMedia } from './use-delete-media.tsx'

const MoveMedia = lazy(async () => ({ default: (await import('./organise-media.tsx')).MoveMedia }))
const TagMedia = lazy(async () => ({ default: (await import('./organise-media.tsx')).TagMedia }))

interface SelectableGridProps {
  readonly items: readonly MediaItem[]
  readonly openId: string | undefined
  readonly onOpen: (item: MediaItem) => void
  readonly isList: boolean
}

/** The grid of files; users who may delete files can select several. */
export function SelectableGrid({ items, openId, onOpen, isList }: SelectableGridProps) {
  const { can } = useSession()
  // Every role that may edit its own files may delete them too, so this right decides about all actions.
  const maySelect = can('media.deleteOwn')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Files that are no longer in the list are not selected.
  const selected = items.filter(({ id }) => ids.has(id))
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return (
    <>
      <MediaGrid
        items={items}
        onOpen={onOpen}
        openId={openId}
        isList={isList}
        isDraggable={can('media.editOwn')}
        selection={maySelect ? { ids, toggle } : undefined}
      />
      {selected.length > 0 && <SelectedBar selected={selected} onClear={() => setIds(new Set())} />}
    </>
  )
}

interface BarProps {
  readonly selected: readonly MediaItem[]
  readonly onClear: () => void
}

/** The actions on the selected files. */
function SelectedBar({ selected, onClear }: BarProps) {
  const { t } = useTranslation('media')
  const { remove, isRemoving } = useDeleteMedia()
  const { can, isOwn } = useSession()
  const [dialog, setDialog] = useState<'describe' | 'move' | 'tag' | null>(null)
  const editable = selected.filter(
    ({ authorId }) => can('media.editAny') || (can('media.editOwn') && isOwn(authorId)),
  )
  const describable = editable.filter(isImage)
  const close = () => setDialog(null)
  return (
    <SelectionBar
      label={t('selection')}
      count={t('selected', { count: selected.length })}
      clear={t('clearSelection')}
      onClear={onClear}
    >
      {editable.length > 0 && (
        <>
          <Button variant="default" size="compact-md" onClick={() => setDialog('move')}>
            {t('folders.moveTo')}
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setDialog('tag')}>
            {t('tags.action')}
          </Button>
        </>
      )}
      {describable.length > 0 && (
        <Button variant="default" size="compact-md" onClick={() => setDialog('describe')}>
          {t('describe.action')}
        </Button>
      )}
      <Button
        color="red"
        variant="light"
        size="compact-md"
        loading={isRemoving}
        onClick={() => void remove(selected)}
      >
        {t('deleteSelected')}
      </Button>
      <Suspense fallback={null}>
        {dialog === 'describe' && <DescribeMedia items={describable} onClosed={close} />}
        {dialog === 'move' && <MoveMedia items={editable} onClosed={close} />}
        {dialog === 'tag' && <TagMedia items={editable} onClosed={close} />}
      </Suspense>
    </SelectionBar>
  )
}
