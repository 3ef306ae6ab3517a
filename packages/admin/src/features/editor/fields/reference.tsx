import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp, Link2, Pencil, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import classes from './fields.module.css'
import { type ControlProps, type FieldEditor, inputWrapperOrder, isText, isTextList } from './field-editor.ts'
import type { PickedItem } from '../../content-list/picked-item.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useOpenItem } from '../in-place/open-item.ts'
import { useOpenLocale } from '../use-open-locale.ts'
import { ReferencedItem, useItemName } from './referenced-item.tsx'

function ReferenceControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, label, name, description, error, isReadOnly } = props
  const ids = idsOf(value)
  const collection = collectionOf(field)
  const locale = useOpenLocale()
  const change = (next: readonly string[]) => {
    if (takesSeveral(field)) onChange(next.length === 0 ? null : next)
    else onChange(next[0] ?? null)
  }
  const openItem = useOpenItem()
  const scope = useContentScope()
  /** An item that was just created has no more than its title. */
  const completeIfNew = ({ id, isNew }: PickedItem) => {
    if (isNew) openItem?.({ collection, id })
  }
  const add = async () => {
    const { pickItem, pickItems } = await import('../../content-list/item-picker.tsx')
    const options = { collection, exclude: ids, locale, canCreate: true, scope }
    if (takesSeveral(field)) {
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
              place={{ index, ids }}
              onChange={isReadOnly ? null : change}
            />
          ))}
        </Stack>
        {!isReadOnly && (
          <Button variant="default" leftSection={<Link2 size={16} aria-hidden />} onClick={() => void add()}>
            {t(
              ids.length === 0
                ? 'fields.pickItem'
                : takesSeveral(field)
                  ? 'fields.pickAnother'
                  : 'fields.pickOther',
            )}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

interface ReferenceProps {
  readonly target: { readonly collection: string; readonly id: string }
  readonly place: { readonly index: number; readonly ids: readonly string[] }
  readonly onChange: ((ids: readonly string[]) => void) | null
}

function Reference({ target, place: { index, ids }, onChange }: ReferenceProps) {
  const { t } = useTranslation('editor')
  const item = useItemName(target)
  const openItem = useOpenItem()
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

function takesSeveral(field: Field): boolean {
  return field.options?.['allowMultiple'] === true
}

function idsOf(value: unknown): readonly string[] {
  if (isTextList(value)) return value
  return isText(value) && value !== '' ? [value] : []
}

export const reference: FieldEditor = {
  Control: ReferenceControl,
  accepts: (value, field) => (takesSeveral(field) ? isTextList(value) : isText(value)),
  toParts: (value, field) =>
    idsOf(value).map((id) => ({
      kind: 'item',
      key: `\0item ${id}`,
      text: `${id}\n`,
      target: { collection: collectionOf(field), id },
    })),
}
