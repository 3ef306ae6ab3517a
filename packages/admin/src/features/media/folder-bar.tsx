import { Button, Group, Menu } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder, FolderPen, FolderPlus } from 'lucide-react'
import { type DragEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import classes from './folder-bar.module.css'
import { holdsMedia, mediaIn } from './folder-drag.ts'
import { type ChildFolder, childrenOf, pathTo } from './folder-tree.ts'
import { mediaFoldersQuery } from './media-queries.ts'

const NewFolder = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).NewFolder }))
const MoveFolder = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).MoveFolder }))

interface FolderBarProps {
  /** the path of the open folder, empty for files without one; undefined if the files of all folders are shown */
  readonly folder: string | undefined
  readonly onOpen: (folder: string | undefined) => void
  /** called with files that are dropped into a folder; without it, none can be */
  readonly onDrop?: (ids: readonly string[], folder: string) => void
  /** whether the bar is in a picker, where folders are not created or moved */
  readonly isPicking?: boolean
}

/** The path of the open folder, and the folders below it. Files can be dragged into all of them. */
export function FolderBar({ folder, onOpen, onDrop, isPicking = false }: FolderBarProps) {
  const { t } = useTranslation('media')
  const { can } = useSession()
  const { data = [] } = useQuery(mediaFoldersQuery)
  const [dialog, setDialog] = useState<'new' | 'move' | null>(null)
  const children = childrenOf(data, folder ?? '')
  const hasFolders = data.some((entry) => entry.folder !== '')
  // The files without a folder are offered beside the folders, but not below an open one.
  const withoutFolder =
    folder === undefined && data.length > 1 ? data.find((entry) => entry.folder === '') : undefined
  const close = () => setDialog(null)
  const mayCreate = !isPicking && can('media.upload')
  const mayMove = !isPicking && folder !== undefined && folder !== '' && can('media.editAny')
  if (!hasFolders && folder === undefined && !mayCreate) return null
  return (
    <nav aria-label={t('folders.title')} className={classes['bar']}>
      <Group justify="space-between" gap="xs">
        <ol className={classes['path']}>
          <Step isCurrent={folder === undefined} onOpen={() => onOpen(undefined)}>
            {t('folders.all')}
          </Step>
          {folder === '' && <Step isCurrent>{t('folders.none')}</Step>}
          {pathTo(folder ?? '').map(({ path, name }) => (
            <Step
              key={path}
              isCurrent={path === folder}
              onOpen={() => onOpen(path)}
              onDrop={onDrop && ((ids) => onDrop(ids, path))}
            >
              {name}
            </Step>
          ))}
        </ol>
        <Group gap={4}>
          {mayCreate && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<FolderPlus size={15} aria-hidden />}
              onClick={() => setDialog('new')}
            >
              {t('folders.new')}
            </Button>
          )}
          {mayMove && (
            <RowMenu label={t('folders.actions', { folder })}>
              <Menu.Item leftSection={<FolderPen size={15} aria-hidden />} onClick={() => setDialog('move')}>
                {t('folders.move')}
              </Menu.Item>
            </RowMenu>
          )}
        </Group>
      </Group>
      {(children.length > 0 || withoutFolder !== undefined) && (
        <ul className={classes['folders']} aria-label={t('folders.below')}>
          {children.map((child) => (
            <li key={child.path}>
              <FolderButton
                child={child}
                onOpen={() => onOpen(child.path)}
                onDrop={onDrop && ((ids) => onDrop(ids, child.path))}
              />
            </li>
          ))}
          {withoutFolder !== undefined && (
            <li>
              <FolderButton
                child={{
                  path: '',
                  name: t('folders.none'),
                  count: withoutFolder.count,
                  isCapped: withoutFolder.countIsCapped,
                }}
                onOpen={() => onOpen('')}
                onDrop={onDrop && ((ids) => onDrop(ids, ''))}
              />
            </li>
          )}
        </ul>
      )}
      <Suspense fallback={null}>
        {dialog === 'new' && <NewFolder parent={folder ?? ''} onDone={onOpen} onClosed={close} />}
        {dialog === 'move' && <MoveFolder folder={folder ?? ''} onDone={onOpen} onClosed={close} />}
      </Suspense>
    </nav>
  )
}

type OnDrop = ((ids: readonly string[]) => void) | undefined

interface StepProps {
  readonly isCurrent: boolean
  readonly onOpen?: () => void
  /** undefined if no files can be dropped here */
  readonly onDrop?: OnDrop
  readonly children: ReactNode
}

/** A folder in the path of the open one, as a button that opens it. */
function Step({ isCurrent, onOpen, onDrop, children }: StepProps) {
  const { isOver, ...target } = useDropTarget(onDrop)
  return (
    <li>
      <button
        type="button"
        className={classes['step']}
        aria-current={isCurrent ? 'page' : undefined}
        data-over={isOver || undefined}
        onClick={onOpen}
        dir="auto"
        {...target}
      >
        {children}
      </button>
      {!isCurrent && <ChevronRight size={14} aria-hidden />}
    </li>
  )
}

interface FolderButtonProps {
  readonly child: ChildFolder
  readonly onOpen: () => void
  readonly onDrop: OnDrop
}

/** A folder below the open one, with the number of its files. */
function FolderButton({ child: { name, count, isCapped }, onOpen, onDrop }: FolderButtonProps) {
  const { isOver, ...target } = useDropTarget(onDrop)
  return (
    <button
      type="button"
      className={classes['folder']}
      data-over={isOver || undefined}
      onClick={onOpen}
      {...target}
    >
      <Folder size={18} aria-hidden />
      <span className={classes['name']} title={name} dir="auto">
        {name}
      </span>
      {/* The service counts up to a limit; more are shown as `1000+`. */}
      <span className={classes['count']}>{isCapped ? `${Math.max(count, limits.counted)}+` : count}</span>
    </button>
  )
}

/** Properties of an element into which files of the library can be dropped. */
function useDropTarget(onDrop: OnDrop) {
  const [isOver, setIsOver] = useState(false)
  if (onDrop === undefined) return { isOver: false }
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!holdsMedia(event.dataTransfer)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const ids = mediaIn(event.dataTransfer)
      if (ids.length === 0) return
      event.preventDefault()
      onDrop(ids)
    },
  }
}
