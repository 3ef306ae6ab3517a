import { type Entry, isEntry, memberOf } from '@octavo/contract/fields/entries'
import { Menu, UnstyledButton } from '@mantine/core'
import { ChevronRight, CircleAlert, Copy, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { OwnPicture } from '../../../ui/own-picture.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import type { RowParts } from '../../../ui/sortable-list.tsx'
import { useDraft } from '../editor-context.ts'
import { lacksInner } from '../structure/entries.ts'
import { fieldsOfEntry } from '../structure/inner-fields.ts'
import { isBelow } from '../structure/refused-places.ts'
import classes from './structure.module.css'
import type { Summary } from './use-summary.ts'
import { pathOf, type Place, useRefusedPlaces, useStructure, useWasAttempted } from './use-structure.ts'

const controls = 'input, textarea, [contenteditable="true"], button'

interface EntryCardProps {
  readonly field: Field
  readonly entry: Entry
  readonly place: Place
  readonly summary: Summary
  /** the drag handle, and the menu items that move the entry */
  readonly parts: RowParts
  /** whether its fields are shown */
  readonly isOpen: boolean
  /** whether it was just added, and takes the focus */
  readonly isNew: boolean
  readonly onToggle: (isOpen: boolean) => void
  /** null if the list is full */
  readonly onCopy: (() => void) | null
  readonly onRemove: () => void
}

/** An entry of a list: a line with its summary, and its fields while it is open. */
export function EntryCard({
  field,
  entry,
  place,
  summary,
  parts,
  isOpen,
  isNew,
  ...actions
}: EntryCardProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { isReadOnly, Fields } = useStructure()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const isWrong = useIsWrong(field, entry, place)
  useEffect(() => {
    if (!isNew) return
    const focus = () => body.current?.querySelector<HTMLElement>(controls)?.focus()
    focus()
    // The menu that added the entry returns the focus to its button when it has closed, so the entry takes it again.
    const timer = setTimeout(() => body.current?.contains(document.activeElement) === true || focus(), 30)
    return () => clearTimeout(timer)
  }, [isNew])
  return (
    <div
      className={classes['card']}
      data-wrong={isWrong || undefined}
      data-entry={place.path.split('.').at(-1)}
    >
      <div className={classes['line']}>
        {parts.handle}
        <UnstyledButton
          className={classes['toggle']}
          data-toggle
          onClick={() => actions.onToggle(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={id}
        >
          <ChevronRight size={16} aria-hidden className={classes['arrow']} data-open={isOpen || undefined} />
          {!isOpen && <Thumb fields={fieldsOfEntry(field, entry)} entry={entry} />}
          {summary.kind !== null && <bdi className={classes['kind']}>{summary.kind}</bdi>}
          <bdi className={classes['summary']}>{summary.text}</bdi>
          {isWrong && (
            <span className={classes['wrong']}>
              <CircleAlert size={16} aria-hidden />
              <span className="unseen">{t('structure.wrong')}</span>
            </span>
          )}
        </UnstyledButton>
        {!isReadOnly && (
          <RowMenu label={t('structure.actions', { entry: summary.name })}>
            {actions.onCopy !== null && (
              <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={actions.onCopy}>
                {t('actions.duplicate')}
              </Menu.Item>
            )}
            {parts.moveItems}
            <Menu.Divider />
            <Menu.Item
              color="var(--danger)"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={actions.onRemove}
            >
              {t('common:remove')}
            </Menu.Item>
          </RowMenu>
        )}
      </div>
      <div id={id} ref={body} hidden={!isOpen} className={classes['body']}>
        {isOpen && <Fields fields={fieldsOfEntry(field, entry)} entry={entry} place={place} />}
      </div>
    </div>
  )
}

/** Whether something in the entry prevents the item from being saved or published. */
function useIsWrong(field: Field, entry: Entry, place: Place): boolean {
  const { root } = useStructure()
  const refusedPlaces = useRefusedPlaces()
  const wasAttempted = useWasAttempted()
  // Whether a control in the entry has a text that is not a valid value, such as half of a date.
  const hasInvalidText = useDraft((draft) => {
    const path = pathOf(place.id)
    const idsOfInvalidTexts = Object.keys(draft.edits[root.slug]?.inner ?? {})
    return idsOfInvalidTexts.some((invalid) => path.every((step, index) => pathOf(invalid)[index] === step))
  })
  const isRefused = refusedPlaces.some(({ path }) => path === place.path || isBelow(path, place.path))
  return hasInvalidText || isRefused || (wasAttempted && lacksInner(field, [entry]))
}

/** A thumbnail of the first picture in an entry, for its line while it is closed. */
function Thumb({ fields, entry }: { readonly fields: readonly Field[]; readonly entry: Entry }) {
  const picture = fields
    .filter(({ type }) => type === 'image')
    .map((member) => memberOf(entry, member))
    .find((value) => isEntry(value) && typeof value['url'] === 'string')
  if (!isEntry(picture)) return null
  return (
    <OwnPicture
      className={classes['thumb']}
      url={String(picture['url'])}
      variant="w=64&h=64"
      alt=""
      loading="lazy"
      instead={null}
    />
  )
}
