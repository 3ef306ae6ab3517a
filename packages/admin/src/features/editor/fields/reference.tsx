import { ActionIcon, Button, Group, Input, Stack, Pill, Select, Switch } from '@mantine/core'
import { ArrowDown, ArrowUp, Link2, Pencil, X, ArrowRightLeft, Plus } from 'lucide-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { createElement, useContext, useId, useState } from 'react'
import { isList } from '../../../session/field-facts.ts'
import { type Field, useCollection, useWorkspace } from '../../../session/session.tsx'
import { pickText } from '../../content-list/pick-text.ts'
import type { PickedItem } from '../../content-list/picked-item.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useOpenItem } from '../in-place/open-item.ts'
import { useOpenLocale } from '../use-open-locale.ts'
import classes from './fields.module.css'
import { type ControlProps, inputWrapperOrder, isText, isTextList } from './field-editor.ts'
import { ReferencedItem, useItemName } from './referenced-item.tsx'
import { withSetting } from './settings/field-draft.ts'
import { NewCollectionContext } from './settings/new-collection-context.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps, SettingsProps } from './settings/settings-form.ts'

function ReferenceControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, label, name, description, error, isReadOnly } = props
  const ids = idsOf(value)
  const collection = collectionOf(field)
  const target = useCollection(collection)
  const locale = useOpenLocale()
  const change = (next: readonly string[]) => {
    if (isList(field)) onChange(next.length === 0 ? null : next)
    else onChange(next[0] ?? null)
  }
  const openItem = useOpenItem()
  const scope = useContentScope()
  /** Opens an item that was just created, which has no more than its title. */
  const completeIfNew = ({ id, isNew }: PickedItem) => {
    if (isNew) openItem?.({ collection, id })
  }
  const add = async () => {
    const { pickItem, pickItems } = await import('../../content-list/item-picker.tsx')
    const options = { collection, exclude: ids, locale, canCreate: true, scope }
    if (isList(field)) {
      // The dialog stays open for several choices, while `ids` are those of the render that opened it.
      let chosen = ids
      return pickItems(options, (picked) => {
        change((chosen = [...chosen, picked.id]))
        completeIfNew(picked)
      })
    }
    const picked = await pickItem(options)
    if (picked === null) return
    change([picked.id])
    completeIfNew(picked)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      inputWrapperOrder={inputWrapperOrder}
      withAsterisk={field.required}
    >
      <div className={classes['box']} role="group" aria-label={name}>
        <Stack component="ul" gap={4} className={classes['references'] ?? ''}>
          {ids.map((id, index) => (
            <Reference
              key={id}
              target={{ collection, id }}
              position={{ index, ids }}
              onChange={isReadOnly ? null : change}
            />
          ))}
        </Stack>
        {!isReadOnly && (
          <Button variant="default" leftSection={<Link2 size={16} aria-hidden />} onClick={() => void add()}>
            {ids.length === 0
              ? pickText(target)
              : t(isList(field) ? 'fields.pickAnother' : 'fields.pickOther')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

interface ReferenceProps {
  readonly target: { readonly collection: string; readonly id: string }
  /** where the target is among all targets of the field */
  readonly position: { readonly index: number; readonly ids: readonly string[] }
  /** null if the value cannot be changed */
  readonly onChange: ((ids: readonly string[]) => void) | null
}

/** One target of a reference, with buttons to move, edit and remove it. */
function Reference({ target, position: { index, ids }, onChange }: ReferenceProps) {
  const { t } = useTranslation('editor')
  const item = useItemName(target)
  const openItem = useOpenItem()
  /** Moves the target down, or up by a negative number. */
  const move = (by: number) => onChange?.(ids.toSpliced(index, 1).toSpliced(index + by, 0, target.id))
  return (
    <Group component="li" gap={4} wrap="nowrap" justify="space-between">
      <ReferencedItem target={target} />
      {onChange !== null && (
        <Group gap={2} wrap="nowrap">
          {ids.length > 1 && (
            <>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                onClick={() => move(-1)}
                aria-label={t('fields.moveUp', { item })}
              >
                <ArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === ids.length - 1}
                onClick={() => move(1)}
                aria-label={t('fields.moveDown', { item })}
              >
                <ArrowDown size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
          {openItem !== null && (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => openItem(target)}
              aria-label={t('fields.editItem', { item })}
            >
              <Pencil size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => onChange(ids.filter((id) => id !== target.id))}
            aria-label={t('fields.removeItem', { item })}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}

function collectionOf({ options }: Field): string {
  return String(options?.['collection'] ?? '')
}

function idsOf(value: unknown): readonly string[] {
  if (isTextList(value)) return value
  return isText(value) && value !== '' ? [value] : []
}

/** Settings of a reference: the collection of its targets, and whether there can be several. */
function TargetSettings({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const { collections } = useWorkspace()
  const NewCollection = useContext(NewCollectionContext)
  const [isCreating, setCreating] = useState(false)
  const set = (name: string, value: unknown) =>
    onChange({ options: withSetting(options, name, value), defaultValue: undefined })
  return (
    <>
      <Select
        label={t('options.collection')}
        description={t('options.collectionHelp')}
        required
        allowDeselect={false}
        data={collections.map(({ slug, label }) => ({ value: slug, label }))}
        value={(options['collection'] as string | undefined) ?? null}
        onChange={(next) => set('collection', next ?? undefined)}
        error={error}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setCreating(true)}
      >
        {t('collection.new')}
      </Button>
      {isCreating &&
        createElement(NewCollection, {
          onCreated: (slug) => set('collection', slug),
          onClosed: () => setCreating(false),
        })}
      <Switch
        label={t('options.allowMultiple')}
        description={t('options.allowMultipleHelp')}
        checked={options['allowMultiple'] === true}
        onChange={({ currentTarget }) => set('allowMultiple', currentTarget.checked || undefined)}
      />
    </>
  )
}

/** The default items; for items that were chosen earlier only the id is known here. */
function DefaultItems({ draft, value, onChange, label, description, error }: DefaultProps) {
  const { t } = useTranslation(['model', 'common'])
  const id = useId()
  const ids = idsOf(value)
  const set = (next: readonly string[]) => {
    if (next.length === 0) onChange(undefined)
    // Without several items, the one that was chosen last replaces the one before.
    else onChange(isList(draft) ? next : next.at(-1))
  }
  const collection = draft.options['collection']
  const pick = async () => {
    const { pickItem } = await import('../../content-list/item-picker.tsx')
    const item = await pickItem({ collection: String(collection), exclude: ids })
    if (item !== null) set([...ids, item.id])
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id }}
    >
      <Group mt="xs" role="group" aria-labelledby={id}>
        {ids.map((one) => (
          <Pill
            key={one}
            withRemoveButton
            removeButtonProps={{ 'aria-label': t('common:remove'), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => set(ids.filter((other) => other !== one))}
          >
            {one}
          </Pill>
        ))}
        <Button
          variant="default"
          size="xs"
          disabled={typeof collection !== 'string'}
          onClick={() => void pick()}
        >
          {t('field.chooseItem')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

export const reference: FieldTypeUi = {
  icon: ArrowRightLeft,
  Control: ReferenceControl,
  isInSummaries: false,
  accepts: (value, field) => (isList(field) ? isTextList(value) : isText(value)),
  toParts: (value, field) =>
    idsOf(value).map((id) => ({
      kind: 'item',
      // No text has this key, because it begins with a control character.
      key: `\0item ${id}`,
      text: `${id}\n`,
      target: { collection: collectionOf(field), id },
    })),
  Options: TargetSettings,
  missing: ({ options }) =>
    options['collection'] === undefined ? { options: i18next.t('model:options.collectionNeeded') } : {},
  DefaultValue: DefaultItems,
}
