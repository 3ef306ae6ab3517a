import { ActionIcon, Kbd, Menu, Stack, Title, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import {
  ArrowLeft,
  Copy,
  Ellipsis,
  Eye,
  Keyboard,
  Layers,
  Maximize2,
  Minimize2,
  PanelRight,
  PenLine,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenActions } from '../../ui/screen-actions.ts'
import { useSession } from '../../session/session.tsx'
import { RouterIcon } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useReportedHeight } from '../../ui/use-reported-height.ts'
import { mayEdit } from '../content-list/rights.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { type Item, shownValue } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor-bar.module.css'
import { EditorSetBar } from './editor-set-bar.tsx'
import { titleFieldOf } from './field-facts.ts'
import { MissingFields } from './missing-fields.tsx'
import { OtherPeople } from './others/other-people.tsx'
import type { PanelDrawer } from './panel/use-panel-drawer.ts'
import { PublishButtons } from './publish-buttons.tsx'
import { SaveState } from './save-state.tsx'
import { ShortcutHint } from './shortcut-hint.tsx'
import { listShortcuts, shortcuts } from './shortcuts.ts'
import type { PreviewToggle } from './preview/use-preview-pane.ts'
import { LanguageMenu } from './translating/language-menu.tsx'
import type { Actions } from './use-actions.ts'
import { useIsCovered } from './in-place/open-item.ts'
import { useCanPublish } from './use-can-publish.ts'
import type { FocusMode } from './use-focus-mode.ts'

const WorkInSetDialog = lazy(async () => ({
  default: (await import('./work-in-set-dialog.tsx')).WorkInSetDialog,
}))

const AddToSetDialog = lazy(async () => ({
  default: (await import('./add-to-set-dialog.tsx')).AddToSetDialog,
}))

interface BarProps {
  readonly actions: Actions
  /** the source of a translation */
  readonly source: Item | null
  readonly preview: PreviewToggle
  readonly drawer: PanelDrawer
  readonly focusMode: FocusMode
}

/** The sticky bar: the way back, the save state, and the most important actions. */
export function EditorBar({ actions, source, preview, drawer, focusMode }: BarProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { collection } = useEditor()
  const item = useDraft((draft) => draft.item)
  const title = useHeading()
  const isInSet = useContentScope().changeSet !== undefined
  const bar = useRef<HTMLDivElement>(null)
  useReportedHeight(bar, '--bar-height')
  useEffect(() => {
    document.title = `${title} · Octavo`
  }, [title])
  return (
    <div ref={bar} className={classes['bar']} data-editor-bar>
      <EditorSetBar collection={collection.slug} id={item?.id ?? null} />
      <div className={classes['line']}>
        {collection.singleton !== true && (
          <RouterIcon
            to="/content/$collection"
            params={{ collection: collection.slug }}
            variant="subtle"
            color="gray"
            aria-label={t('back', { collection: collection.label })}
          >
            <ArrowLeft size={18} aria-hidden />
          </RouterIcon>
        )}
        <Title order={1} tabIndex={-1} className={classes['heading'] ?? ''} dir="auto" title={title}>
          <span>{title}</span>
        </Title>
        <div
          className={classes['standing']}
          // Focus mode hides the parts of the bar that lack this attribute.
          data-focus-kept
        >
          {item !== null && <StatusBadge status={item.status} hasPendingDraft={item.hasPendingDraft} />}
          <SaveState />
        </div>
        <OtherPeople />
        <LanguageMenu source={source} />
        <PreviewButton preview={preview} />
        {drawer.isNeeded && <PanelButton drawer={drawer} />}
        <FocusButton focusMode={focusMode} />
        <div className={classes['work']} data-in-set={isInSet || undefined}>
          <PublishButtons actions={actions} />
        </div>
        <MoreActions actions={actions} />
      </div>
      <MissingFields />
    </div>
  )
}

function PreviewButton({ preview: { isOpen, toggle } }: Pick<BarProps, 'preview'>) {
  const { t } = useTranslation('preview')
  return (
    <Tooltip label={t(isOpen ? 'close' : 'show')}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color={isOpen ? undefined : 'gray'}
        aria-label={t('show')}
        aria-pressed={isOpen}
        onClick={toggle}
      >
        <Eye size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function PanelButton({ drawer: { isOpen, toggle } }: Pick<BarProps, 'drawer'>) {
  const { t } = useTranslation('editor')
  return (
    <Tooltip label={t('panel')}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color={isOpen ? undefined : 'gray'}
        aria-label={t('panel')}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <PanelRight size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function FocusButton({ focusMode: { isOn, toggle } }: Pick<BarProps, 'focusMode'>) {
  const { t } = useTranslation('editor')
  const Icon = isOn ? Minimize2 : Maximize2
  return (
    <Tooltip
      label={
        <ShortcutHint text={t(isOn ? 'focusMode.leave' : 'focusMode.title')} keys={shortcuts.focus.keys} />
      }
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('focusMode.title')}
        aria-pressed={isOn}
        data-focus-kept
        onClick={toggle}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** maximum number of characters of the heading */
const mostCharacters = 120

/** The title of the item, as it is typed; for an item without one, its kind. */
function useHeading(): string {
  const { t } = useTranslation(['editor', 'lists'])
  const { collection } = useEditor()
  const field = titleFieldOf(collection)
  const text = useDraft((draft) => (field === undefined ? draft.item?.slug : shownValue(draft, field.slug)))
  const isNew = useDraft((draft) => draft.item === null)
  const kind = collection.labelSingular ?? collection.label
  if (typeof text === 'string' && text.trim() !== '')
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  return t(isNew ? 'newTitle' : 'lists:untitled', { kind })
}

function MoreActions({ actions }: { readonly actions: Actions }) {
  const { t } = useTranslation(['editor', 'common', 'changeSets'])
  const session = useSession()
  const { collection } = useEditor()
  const item = useDraft((draft) => draft.item)
  const canEdit = item !== null && mayEdit(session, item)
  const canPublish = useCanPublish()
  const { changeSet } = useContentScope()
  const mayUseSets = canEdit && changeSet === undefined && session.can('changeSets.use')
  /** the open dialog: to add the changes to a change-set, or to go on working within one */
  const [open, setOpen] = useState<'add' | 'work' | null>(null)
  const isCovered = useIsCovered()
  const paletteActions = [
    ...(mayUseSets && canPublish
      ? [{ id: 'add', label: t('changeSets:add.title'), run: () => setOpen('add') }]
      : []),
    ...(mayUseSets ? [{ id: 'work', label: t('changeSets:within.work'), run: () => setOpen('work') }] : []),
    { id: 'shortcuts', label: t('shortcuts.title'), run: showShortcuts },
  ]
  // While another item is open over this one, the command palette offers no actions on this one.
  useScreenActions(isCovered ? [] : paletteActions)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common:moreActions')}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && session.can('content.create') && collection.singleton !== true && (
            <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => void actions.duplicate()}>
              {t('actions.duplicate')}
            </Menu.Item>
          )}
          {mayUseSets && canPublish && (
            <Menu.Item leftSection={<Layers size={16} aria-hidden />} onClick={() => setOpen('add')}>
              {t('changeSets:add.title')}
            </Menu.Item>
          )}
          {mayUseSets && (
            <Menu.Item leftSection={<PenLine size={16} aria-hidden />} onClick={() => setOpen('work')}>
              {t('changeSets:within.work')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={showShortcuts}>
            {t('shortcuts.title')}
          </Menu.Item>
          {canEdit && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--danger)"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => void actions.trash()}
              >
                {t('actions.trash')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open !== null && (
        <Suspense>
          {open === 'add' ? (
            <AddToSetDialog onClosed={() => setOpen(null)} />
          ) : (
            <WorkInSetDialog onClosed={() => setOpen(null)} />
          )}
        </Suspense>
      )}
    </>
  )
}

function showShortcuts() {
  modals.open({ title: <ShortcutsTitle />, children: <Shortcuts /> })
}

function ShortcutsTitle() {
  return <>{useTranslation('editor').t('shortcuts.title')}</>
}

function Shortcuts() {
  const { t } = useTranslation('editor')
  return (
    <Stack gap="xs">
      {[...Object.values(shortcuts), ...Object.values(listShortcuts)].map(({ name, keys }) => (
        <div key={name}>
          <Kbd>{keys}</Kbd> {t(`shortcuts.${name}`)}
        </div>
      ))}
    </Stack>
  )
}
