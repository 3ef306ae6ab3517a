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
import { type ChosenType, TypeChooser } from './type-chooser.tsx'
import { typeNameOf } from './type-name.ts'

/** The open dialog: the choice of a type, or the form of a field; `index` is null for a new one. */
type OpenDialog = 'types' | { readonly draft: FieldDraft; readonly index: number | null } | null

/** The fields within a structured field, or the kinds of blocks. They are saved with the field that contains them. */
export function InnerFields({ draft: { options, slug }, collection, onChange, error }: InnerFieldsProps) {
  const { t } = useTranslation('model')
  // How many structured fields the fields here are in, this one included.
  const depth = useContext(DepthContext)
  const [open, setOpen] = useState<OpenDialog>(null)
  const fields = innerFieldsOf(options)
  const areKinds = options['widget'] === 'blocks'
  const setFields = (next: readonly InnerField[]) =>
    onChange({ options: withSetting(options, 'fields', next.length === 0 ? undefined : next) })
  // A kind of blocks is always a group of fields, so its type needs no choice.
  const add = () =>
    setOpen(areKinds ? { draft: newInnerDraft('json', { widget: 'group' }), index: null } : 'types')
  const save = (field: InnerField, index: number | null) =>
    setFields(index === null ? [...fields, field] : fields.with(index, field))
  const label = t(areKinds ? 'inner.kinds' : 'inner.fields')
  return (
    <Input.Wrapper label={label} labelElement="div" description={t('inner.help')} error={error} required>
      <Box role="group" aria-label={label} mt={6}>
        {fields.length > 0 && (
          <SortableList<InnerField>
            label={label}
            entries={fields}
            // With the depth, because the lists of nested fields are on the page at the same time.
            idOf={(field) => `${depth} ${slug ?? ''} ${field.slug}`}
            nameOf={(field) => field.label ?? field.slug}
            onMove={setFields}
          >
            {(field, parts) => (
              <InnerRow
                field={field}
                parts={parts}
                onEdit={() => setOpen({ draft: innerDraftOf(field), index: fields.indexOf(field) })}
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
          onChoose={({ type, options: chosen }: ChosenType) =>
            setOpen({ draft: newInnerDraft(type, chosen), index: null })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'types' && (
        // The kinds of blocks do not count as a level.
        <DepthContext value={areKinds ? depth : depth + 1}>
          <InnerFieldDialog
            stored={open.draft}
            isNew={open.index === null}
            isKind={areKinds}
            siblings={fields.filter((_, index) => index !== open.index)}
            collection={collection}
            onSaved={(field) => save(field, open.index)}
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

/** A field within the structured field: its type, the fields within it, and the actions on it. */
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
