import { ActionIcon, Button, Kbd, Menu, Stack, Text, Title, Tooltip } from '@mantine/core'
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
  PenLine,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { RouterIcon } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useReportedHeight } from '../../ui/use-reported-height.ts'
import { mayEdit } from '../content-list/rights.ts'
import { missingFields } from './autosave/schedule.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { type Item, isManual, isStored, savesLive, shownValue } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor-bar.module.css'
import { EditorSetBar } from './editor-set-bar.tsx'
import { titleFieldOf } from './field-facts.ts'
import { MissingFields } from './missing-fields.tsx'
import { OtherPeople } from './others/other-people.tsx'
import { PublishMenu } from './publish-menu.tsx'
import { SaveState } from './save-state.tsx'
import { listShortcuts, shortcuts } from './shortcuts.ts'
import type { PreviewToggle } from './preview/use-preview-pane.ts'
import { LanguageMenu } from './translating/language-menu.tsx'
import type { Acts } from './use-acts.ts'
import { useCanPublish } from './use-can-publish.ts'
import type { FocusMode } from './use-focus-mode.ts'

const WorkInSetDialog = lazy(async () => ({
  default: (await import('./work-in-set-dialog.tsx')).WorkInSetDialog,
}))

const AddToSetDialog = lazy(async () => ({
  default: (await import('./add-to-set-dialog.tsx')).AddToSetDialog,
}))

interface BarProps {
  readonly acts: Acts
  /** the source of a translation */
  readonly source: Item | null
  readonly preview: PreviewToggle
  readonly focusMode: FocusMode
}

/** The sticky bar: the way back, the save state, and the most important actions. */
export function EditorBar({ acts, source, preview, focusMode }: BarProps) {
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
          {title}
        </Title>
        <OtherPeople />
        <LanguageMenu source={source} />
        {item !== null && <StatusBadge status={item.status} hasPendingDraft={item.hasPendingDraft} />}
        <PreviewButton preview={preview} />
        <FocusButton focusMode={focusMode} />
        <div className={classes['work']} data-focus-kept data-in-set={isInSet || undefined}>
          <SaveState />
          <MainButtons acts={acts} />
        </div>
        <MoreActs acts={acts} />
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

function FocusButton({ focusMode: { isOn, toggle } }: Pick<BarProps, 'focusMode'>) {
  const { t } = useTranslation('editor')
  const Icon = isOn ? Minimize2 : Maximize2
  return (
    <Tooltip
      label={<Hint text={t(isOn ? 'focusMode.leave' : 'focusMode.title')} keys={shortcuts.focus.keys} />}
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

function useHeading(): string {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const field = titleFieldOf(collection)
  const text = useDraft((draft) => (field === undefined ? draft.item?.slug : shownValue(draft, field.slug)))
  const isNew = useDraft((draft) => draft.item === null)
  const kind = collection.labelSingular ?? collection.label
  if (typeof text === 'string' && text.trim() !== '')
    return text.length > 120 ? `${text.slice(0, 120)}…` : text
  return t(isNew ? 'newTitle' : 'untitled', { kind })
}

function MainButtons({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'common', 'changeSets'])
  const { isReadOnly } = useEditor()
  const canPublish = useCanPublish()
  const item = useDraft((draft) => draft.item)
  const isOnRequest = useDraft(isManual)
  const isLiveSave = useDraft(savesLive)
  const isInSet = useContentScope().changeSet !== undefined
  const isDirty = !useDraft(isStored)
  const missing = useDraft((draft) =>
    missingFields(draft)
      .map(({ label }) => label)
      .join(', '),
  )
  if (isReadOnly) return <Text className={classes['state'] ?? ''}>{t('readOnly')}</Text>
  const isPublished = item?.status === 'published'
  const { busy } = acts
  return (
    <>
      {isOnRequest && (
        <Tooltip
          label={
            <Hint
              text={t(isInSet ? 'changeSets:within.saveHint' : 'acts.updateHint')}
              keys={shortcuts.save.keys}
            />
          }
        >
          <Button size="sm" onClick={() => void acts.save()} loading={busy === 'save'} disabled={!isDirty}>
            {t(isInSet ? 'changeSets:within.save' : 'acts.update')}
          </Button>
        </Tooltip>
      )}
      {canPublish && !isLiveSave && (
        <div className={classes['split']}>
          <Tooltip
            label={
              missing === '' ? (
                <Hint
                  text={t(isInSet ? 'changeSets:within.publishHint' : 'acts.publishHint')}
                  keys={shortcuts.publish.keys}
                />
              ) : (
                t('acts.publishMissing', { fields: missing })
              )
            }
            multiline
            maw={340}
          >
            <Button
              size="sm"
              variant={isInSet ? 'default' : 'filled'}
              onClick={() => void acts.publish()}
              loading={busy === 'publish'}
              disabled={isPublished && item.hasPendingDraft !== true && !isDirty}
            >
              {t(
                isInSet ? 'changeSets:within.publish' : isPublished ? 'acts.publishChanges' : 'acts.publish',
              )}
            </Button>
          </Tooltip>
          <PublishMenu acts={acts} />
        </div>
      )}
    </>
  )
}

function Hint({ text, keys }: { readonly text: string; readonly keys: string }) {
  return (
    <>
      {text} · {keys}
    </>
  )
}

function MoreActs({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'common', 'changeSets'])
  const session = useSession()
  const { collection } = useEditor()
  const item = useDraft((draft) => draft.item)
  const canEdit = item !== null && mayEdit(session, item)
  const canPublish = useCanPublish()
  const { changeSet } = useContentScope()
  const mayUseSets = canEdit && changeSet === undefined && session.can('changeSets.use')
  const [open, setOpen] = useState<'add' | 'work' | null>(null)
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
            <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => void acts.duplicate()}>
              {t('acts.duplicate')}
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
                onClick={() => void acts.trash()}
              >
                {t('acts.trash')}
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
