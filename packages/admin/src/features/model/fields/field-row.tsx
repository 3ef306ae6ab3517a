import { Badge, Code, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import type { RowParts } from '../../../ui/sortable-list.tsx'
import classes from './field-row.module.css'
import { settingsText } from './settings-text.ts'
import { TypeIcon } from './type-icon.tsx'
import { typeNameOf } from './type-name.ts'

interface FieldRowProps {
  readonly field: Field
  /** the drag handle, and the menu items that move the row */
  readonly parts: RowParts
  /** absent if the person may not edit */
  readonly onEdit?: (() => void) | undefined
  readonly onDelete: () => void
}

/** A field in the list of a collection: its type, its settings, and the actions on it. */
export function FieldRow({ field, parts, onEdit, onDelete }: FieldRowProps) {
  const { t } = useTranslation(['model', 'common'])
  // `t` of several namespaces has another type than that of one.
  const settings = settingsText(field, t as never)
  const badges = (['required', 'unique', 'searchable', 'filterable'] as const).filter((name) => field[name])
  return (
    <div className={classes['row']}>
      {parts.handle}
      <TypeIcon field={field} size={20} strokeWidth={1.8} className={classes['icon']} />
      <div className={classes['what']}>
        <Group gap="xs">
          {onEdit === undefined ? (
            <Text fw={650} dir="auto">
              {field.label}
            </Text>
          ) : (
            <UnstyledButton className={classes['name']} dir="auto" onClick={onEdit}>
              {field.label}
            </UnstyledButton>
          )}
          <Code>{field.slug}</Code>
        </Group>
        <Text size="sm" c="dimmed" dir="auto">
          {[typeNameOf(field), ...settings].join(' · ')}
        </Text>
      </div>
      <Group gap={6} className={classes['badges'] ?? ''}>
        {badges.map((name) => (
          <Badge key={name} variant="light" tt="none" fw={500}>
            {t(`badges.${name}`)}
          </Badge>
        ))}
        {!field.translatable && (
          <Badge variant="light" tt="none" fw={500}>
            {t('badges.shared')}
          </Badge>
        )}
      </Group>
      {onEdit !== undefined && (
        <RowMenu label={t('field.actionsFor', { label: field.label })}>
          <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
            {t('common:edit')}
          </Menu.Item>
          {parts.moveItems}
          <Menu.Divider />
          <Menu.Item color="var(--danger)" leftSection={<Trash2 size={16} aria-hidden />} onClick={onDelete}>
            {t('common:delete')} …
          </Menu.Item>
        </RowMenu>
      )}
    </div>
  )
}
