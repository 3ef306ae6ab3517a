import { type Entry, structureWidgetOf } from '@octavo/contract/fields/entries'
import { Button, Input, Menu } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { Plus } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { ruleOf } from '../fields/field-editor.ts'
import { copyOf, keyed, newEntry } from '../structure/entries.ts'
import { EntryCard } from './entry-card.tsx'
import type { StructureProps } from './group-control.tsx'
import { innerFieldsOf } from '../structure/inner-fields.ts'
import classes from './structure.module.css'
import { useSummary } from './use-summary.ts'
import { placeIn, useStructure, useUpdate } from './use-structure.ts'

/** lists with more entries start with all entries closed, to give an overview */
const mostOpen = 3

/** The entries of a list or of blocks: added, copied, moved, removed, each opened and closed. */
export function ListControl({ field, value, place, label, name, description, error }: StructureProps) {
  const { t } = useTranslation('editor')
  const { root, isReadOnly } = useStructure()
  const update = useUpdate()
  const summaryOf = useSummary(field)
  const id = useId()
  const adder = useRef<HTMLButtonElement>(null)
  /** the key of the entry that was added last, which takes the focus */
  const [addedKey, setAddedKey] = useState<string | null>(null)
  const entries = keyed(value)
  const [areOpen, setAreOpen] = useState(entries.length <= mostOpen)
  /** whether an entry is open, by the keys of those that the person opened or closed; for others `areOpen` applies */
  const [openings, setOpenings] = useState<Readonly<Record<string, boolean>>>({})
  const mostEntries = ruleOf(field, 'maxItems') ?? limits.structure.entries
  const isFull = entries.length >= Number(mostEntries)

  // The invalid texts of controls are kept: their places are named by the keys of entries, which stay the same.
  const changeEntries = (change: (entries: readonly Entry[]) => readonly Entry[]) =>
    update(place.id, (current) => change(keyed(current)), 'kept')
  /** Adds an entry at an index, or at the end. */
  const insert = (entry: Entry, at?: number) => {
    changeEntries((now) => now.toSpliced(at ?? now.length, 0, entry))
    setAddedKey(String(entry['_key']))
    setOpenings((now) => ({ ...now, [String(entry['_key'])]: true }))
  }
  /** Removes an entry, which the notification can restore. */
  const remove = (entry: Entry, index: number) => {
    // An entry that becomes undefined is removed.
    update(placeIn(place, [String(entry['_key'])], [index]).id, () => undefined)
    notifySuccess(t('structure.removed', { entry: summaryOf(entry, index).name }), () =>
      changeEntries((now) => now.toSpliced(index, 0, entry)),
    )
    // The focus was in the removed entry; it moves to the button that adds one.
    setTimeout(() => adder.current?.focus())
  }
  /** Opens or closes all entries. */
  const setAll = (isOpen: boolean) => {
    setAreOpen(isOpen)
    setOpenings({})
  }

  return (
    <div
      role="group"
      aria-label={name}
      aria-describedby={description === undefined ? undefined : `${id}-help`}
      data-invalid={error !== undefined || undefined}
      className={classes['list']}
    >
      <div className={classes['heading']}>
        <Input.Label component="div" required={field.required} fw={650}>
          {label}
          {entries.length > 0 && <span className={classes['count']}>{entries.length}</span>}
        </Input.Label>
        {entries.length > 1 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAll(!areOpen)}>
            {t(areOpen ? 'structure.closeAll' : 'structure.openAll')}
          </Button>
        )}
      </div>
      {entries.length > 0 && (
        <SortableList<Entry>
          label={name}
          entries={entries}
          idOf={(entry) => `${root.slug} ${place.id} ${String(entry['_key'])}`}
          nameOf={(entry) => summaryOf(entry, entries.indexOf(entry)).name}
          isReadOnly={isReadOnly}
          onMove={(moved) => {
            // Only the order is taken, because the values may have changed since the list was rendered.
            const order = moved.map((entry) => entry['_key'])
            changeEntries((now) =>
              now.toSorted((one, other) => order.indexOf(one['_key']) - order.indexOf(other['_key'])),
            )
          }}
        >
          {(entry, parts) => {
            const index = entries.indexOf(entry)
            const key = String(entry['_key'])
            return (
              <EntryCard
                field={field}
                entry={entry}
                place={placeIn(place, [key], [index])}
                summary={summaryOf(entry, index)}
                parts={parts}
                isOpen={openings[key] ?? areOpen}
                isNew={addedKey === key}
                onToggle={(isOpen) => setOpenings({ ...openings, [key]: isOpen })}
                onCopy={isFull ? null : () => insert(copyOf(field, entry), index + 1)}
                onRemove={() => remove(entry, index)}
              />
            )
          }}
        </SortableList>
      )}
      {!isReadOnly && !isFull && (
        <AddButton
          field={field}
          name={name}
          buttonRef={adder}
          onAdd={(kind) => insert(newEntry(field, kind))}
        />
      )}
      {description !== undefined && (
        <Input.Description id={`${id}-help`} mt={6}>
          {description}
        </Input.Description>
      )}
      {error !== undefined && <Input.Error mt={6}>{error}</Input.Error>}
    </div>
  )
}

interface AddButtonProps {
  readonly field: Field
  readonly name: string
  readonly buttonRef: RefObject<HTMLButtonElement | null>
  readonly onAdd: (kind?: Field) => void
}

/** Adds an entry; for blocks the person first chooses the kind. */
function AddButton({ field, name, buttonRef, onAdd }: AddButtonProps) {
  const { t } = useTranslation('editor')
  const kinds = structureWidgetOf(field) === 'blocks' ? innerFieldsOf(field) : []
  const button = (onClick?: () => void) => (
    <Button
      ref={buttonRef}
      variant="default"
      size="xs"
      className={classes['add'] ?? ''}
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onClick}
      aria-label={t(kinds.length > 0 ? 'structure.addBlockTo' : 'structure.addTo', { field: name })}
    >
      {t(kinds.length > 0 ? 'structure.addBlock' : 'structure.add')}
    </Button>
  )
  if (kinds.length === 0) return button(() => onAdd())
  return (
    <Menu position="bottom-start">
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown mah="22rem" className={classes['kinds'] ?? ''}>
        {kinds.map((kind) => (
          <Menu.Item key={kind.slug} onClick={() => onAdd(kind)}>
            <bdi>{kind.label}</bdi>
            {typeof kind.options?.['help'] === 'string' && (
              <span className={classes['kindHelp']}>{kind.options['help']}</span>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
