import { Badge, Box, Button, Code, Group, Input, Menu, Text, UnstyledButton } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { Pencil, Plus } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../../ui/delete-item.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { type RowParts, SortableList } from '../../../ui/sortable-list.tsx'
import { type FieldDraft, withSetting } from '../../editor/fields/settings/field-draft.ts'
import { innerDraftOf, type InnerField, innerFieldsOf, newInnerDraft } from '../inner-field.ts'
import { DepthContext } from '../../editor/fields/settings/depth-context.ts'
import { fieldTypes } from '../../editor/fields/registry.ts'
import { InnerFieldDialog } from './inner-field-dialog.tsx'
import type { InnerFieldsProps } from './inner-fields-context.ts'
import classes from './field-row.module.css'
import { type Chosen, TypeChooser } from './type-chooser.tsx'
import { typeNameOf } from './type-name.ts'

/** The open dialog: the choice of a type, or the form of a field; `at` is the index of an existing field. */
type OpenDialog = 'types' | { readonly draft: FieldDraft; readonly at: number | null } | null

/** The fields within a structured field, or the kinds of blocks. They are saved with the field that contains them. */
export function InnerFields({ draft: { options, slug }, collection, onChange, error }: InnerFieldsProps) {
  const { t } = useTranslation('model')
  const depth = useContext(DepthContext)
  const [open, setOpen] = useState<OpenDialog>(null)
  const fields = innerFieldsOf(options)
  const areKinds = options['widget'] === 'blocks'
  const setFields = (next: readonly InnerField[]) =>
    onChange({ options: withSetting(options, 'fields', next.length === 0 ? undefined : next) })
  const add = () =>
    setOpen(areKinds ? { draft: newInnerDraft('json', { widget: 'group' }), at: null } : 'types')
  const label = t(areKinds ? 'inner.kinds' : 'inner.fields')
  return (
    <Input.Wrapper label={label} labelElement="div" description={t('inner.help')} error={error} required>
      <Box role="group" aria-label={label} mt={6}>
        {fields.length > 0 && (
          <SortableList<InnerField>
            label={label}
            entries={fields}
            idOf={(field) => `${depth} ${slug ?? ''} ${field.slug}`}
            nameOf={(field) => field.label ?? field.slug}
            onMove={setFields}
          >
            {(field, parts) => (
              <InnerRow
                field={field}
                parts={parts}
                onEdit={() => setOpen({ draft: innerDraftOf(field), at: fields.indexOf(field) })}
                onDelete={() => setFields(fields.filter((other) => other !== field))}
              />
            )}
          </SortableList>
        )}
        <Button
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={add}
          disabled={fields.length >= limits.structure.fields}
        >
          {t(areKinds ? 'inner.addKind' : 'inner.add')}
        </Button>
      </Box>
      {open === 'types' && (
        <TypeChooser
          hasStructures={depth < limits.structure.depth}
          onChoose={({ type, options: chosen }: Chosen) =>
            setOpen({ draft: newInnerDraft(type, chosen), at: null })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'types' && (
        // The kinds of blocks do not count as a level.
        <DepthContext value={areKinds ? depth : depth + 1}>
          <InnerFieldDialog
            stored={open.draft}
            isNew={open.at === null}
            isKind={areKinds}
            siblings={fields.filter((_, index) => index !== open.at)}
            collection={collection}
            onSaved={(field) =>
              setFields(fields.toSpliced(open.at ?? fields.length, open.at === null ? 0 : 1, field))
            }
            onClosed={() => setOpen(null)}
          />
        </DepthContext>
      )}
    </Input.Wrapper>
  )
}

interface RowProps {
  readonly field: InnerField
  readonly parts: RowParts
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function InnerRow({ field, parts, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation(['model', 'common'])
  const { icon: Icon } = fieldTypes[field.type]
  const label = field.label ?? field.slug
  const innerLabels = innerFieldsOf(field.options ?? {}).map((inner) => inner.label ?? inner.slug)
  return (
    <div className={classes['row']}>
      {parts.handle}
      <Icon size={20} strokeWidth={1.8} aria-hidden className={classes['icon']} />
      <div className={classes['what']}>
        <Group gap="xs">
          <UnstyledButton className={classes['name']} dir="auto" onClick={onEdit}>
            {label}
          </UnstyledButton>
          <Code>{field.slug}</Code>
        </Group>
        <Text size="sm" c="dimmed" dir="auto">
          {[typeNameOf(field), ...(innerLabels.length > 0 ? [innerLabels.join(', ')] : [])].join(' · ')}
        </Text>
      </div>
      {field.required === true && (
        <Badge variant="light" tt="none" fw={500}>
          {t('badges.required')}
        </Badge>
      )}
      <RowMenu label={t('field.actionsFor', { label })}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
          {t('common:edit')}
        </Menu.Item>
        {parts.moveItems}
        <Menu.Divider />
        <DeleteItem label={t('common:remove')} onDelete={onDelete} />
      </RowMenu>
    </div>
  )
}
