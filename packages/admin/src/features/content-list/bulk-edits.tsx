import { Button, Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import type { Action } from './actions.ts'
import { isBulkField } from './bulk-fields.ts'
import type { Item } from './queries.ts'
import { mayEdit, mayPublish } from './rights.ts'

const FieldForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).FieldForm }))
const TermsForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).TermsForm }))
const ScheduleForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).ScheduleForm }))

const forms = { editField: FieldForm, tag: TermsForm, schedule: ScheduleForm } as const
type FormName = keyof typeof forms

interface BulkEditsProps {
  readonly collection: Collection
  readonly items: readonly Item[]
  readonly isBusy: boolean
  readonly onStart: (action: Action) => void
}

/** Actions on the selected items that ask for a value first: edit a field, change terms, schedule. */
export function BulkEdits({ collection, items, isBusy, onStart }: BulkEditsProps) {
  const { t } = useTranslation(['lists', 'common'])
  const session = useSession()
  const { taxonomies } = useWorkspace()
  const [open, setOpen] = useState<FormName | null>(null)
  const canEdit = items.some((item) => mayEdit(session, item))
  const possible: Readonly<Record<FormName, boolean>> = {
    editField: canEdit && collection.fields.some(isBulkField),
    tag: canEdit && taxonomies.some(({ collections }) => collections.includes(collection.slug)),
    schedule: collection.supports.includes('scheduling') && items.some((item) => mayPublish(session, item)),
  }
  const Form = open === null ? null : forms[open]
  return (
    <>
      {(Object.keys(forms) as FormName[])
        .filter((name) => possible[name])
        .map((name) => (
          <Button
            key={name}
            size="compact-md"
            variant="default"
            disabled={isBusy}
            onClick={() => setOpen(name)}
          >
            {t(`action.${name}`)} …
          </Button>
        ))}
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open !== null && t(`bulk.${open}`, { count: items.length })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Suspense fallback={<ListSkeleton />}>
          {Form !== null && (
            <Form
              collection={collection}
              onSubmit={(action) => {
                setOpen(null)
                onStart(action)
              }}
            />
          )}
        </Suspense>
      </Modal>
    </>
  )
}
