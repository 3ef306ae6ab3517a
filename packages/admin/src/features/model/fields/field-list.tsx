import { Button, Group, Text, Title } from '@mantine/core'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, type Field, useSession } from '../../../session/session.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { NewCollectionContext } from '../../editor/fields/settings/new-collection-context.ts'
import { NewCollection } from '../collection/new-collection.tsx'
import { deleteField } from './delete-field.tsx'
import { EditFieldDialog, NewFieldDialog } from './field-dialog.tsx'
import { FieldRow } from './field-row.tsx'
import { reorderFields } from './reorder-fields.ts'
import { InnerFields } from './inner-fields.tsx'
import { InnerFieldsContext } from './inner-fields-context.ts'
import { type ChosenType, TypeChooser } from './type-chooser.tsx'

/** The open dialog: the choice of a type, the form of a new field, or that of an existing one. */
type OpenDialog = 'types' | ChosenType | { readonly slug: string } | null

/** The fields of a collection, in the order of the editor. */
export function FieldList({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation('model')
  const { can } = useSession()
  const [open, setOpen] = useState<OpenDialog>(null)
  const isWriter = can('schema.write')
  const { fields } = collection
  const addButton = isWriter && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen('types')}>
      {t('field.add')}
    </Button>
  )
  return (
    <section aria-labelledby="fields">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="fields">
          {t('fields.title')}
        </Title>
        {fields.length > 0 && addButton}
      </Group>
      {fields.length === 0 ? (
        <div className="panel">
          <EmptyState
            icon={ListPlus}
            title={t('fields.none')}
            text={t('fields.noneText')}
            action={addButton}
          />
        </div>
      ) : (
        <SortableList<Field>
          label={t('fields.title')}
          entries={fields}
          idOf={({ id }) => id}
          nameOf={({ label }) => label}
          isReadOnly={!isWriter}
          onMove={(moved) => void reorderFields(collection, moved)}
        >
          {(field, parts) => (
            <FieldRow
              field={field}
              parts={parts}
              onEdit={isWriter ? () => setOpen({ slug: field.slug }) : undefined}
              onDelete={() => void deleteField(collection, field)}
            />
          )}
        </SortableList>
      )}
      {isWriter && fields.length === 1 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('fields.next')}
        </Text>
      )}
      {/* The forms in the dialogs get these components by context, because importing them would be a cycle. */}
      <InnerFieldsContext value={InnerFields}>
        <NewCollectionContext value={NewCollection}>
          <Dialogs collection={collection} open={open} onChange={setOpen} />
        </NewCollectionContext>
      </InnerFieldsContext>
    </section>
  )
}

interface DialogsProps {
  readonly collection: Collection
  readonly open: OpenDialog
  readonly onChange: (open: OpenDialog) => void
}

function Dialogs({ collection, open, onChange }: DialogsProps) {
  const close = () => onChange(null)
  if (open === null) return null
  if (open === 'types') return <TypeChooser hasStructures onChoose={onChange} onClose={close} />
  if ('type' in open) return <NewFieldDialog collection={collection} chosen={open} onClosed={close} />
  const field = collection.fields.find(({ slug }) => slug === open.slug)
  // Undefined if another person has deleted the field meanwhile.
  return field && <EditFieldDialog collection={collection} field={field} onClosed={close} />
}
