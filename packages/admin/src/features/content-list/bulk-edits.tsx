import { Button, Modal, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { type Action, isUnpublished } from './actions.ts'
import { isBulkField } from './bulk-fields.ts'
import type { Item } from './queries.ts'
import { mayEdit, mayPublish } from './rights.ts'
import { languagesText } from './translations.ts'
import type { Reach } from './use-reach.ts'

const FieldForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).FieldForm }))
const TermsForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).TermsForm }))
const ScheduleForm = lazy(async () => ({ default: (await import('./bulk-forms.tsx')).ScheduleForm }))

const forms = { editField: FieldForm, tag: TermsForm, schedule: ScheduleForm } as const
type FormName = keyof typeof forms

interface BulkEditsProps {
  readonly collection: Collection
  readonly items: readonly Item[]
  /** whether actions are for the shown translations only or for all; null if no row has others than it shows */
  readonly reach: Reach | null
  readonly isBusy: boolean
  readonly onStart: (action: Action) => void
}

/** Actions on the selected items that ask for a value first: edit a field, change terms, schedule. */
export function BulkEdits({ collection, items, reach, isBusy, onStart }: BulkEditsProps) {
  const { t } = useTranslation(['lists', 'common'])
  const session = useSession()
  const { taxonomies, site } = useWorkspace()
  const [open, setOpen] = useState<FormName | null>(null)
  /** whether an item is chosen in a drawer over the form, so that Escape closes only the drawer */
  const [isPicking, setPicking] = useState(false)
  const editable = items.filter((item) => mayEdit(session, item))
  const hasTerms = taxonomies.some(({ collections }) => collections.includes(collection.slug))
  const canSchedule = collection.supports.includes('scheduling')
  const targets: Readonly<Record<FormName, readonly Item[]>> = {
    editField: collection.fields.some(isBulkField) ? editable : [],
    tag: hasTerms ? editable : [],
    schedule: canSchedule ? items.filter((item) => mayPublish(session, item) && isUnpublished(item)) : [],
  }
  const Form = open === null ? null : forms[open]
  const chosen = open === null ? [] : targets[open]
  return (
    <>
      {(Object.keys(forms) as FormName[])
        .filter((name) => targets[name].length > 0)
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
        closeOnEscape={!isPicking}
        title={open !== null && t(`bulk.${open}`, { count: chosen.length })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {reach !== null && (
          <Text size="sm" mb="sm">
            {t('reach.languages', { languages: languagesText(chosen, site.locales) })}
          </Text>
        )}
        <Suspense fallback={<ListSkeleton />}>
          {Form !== null && (
            <Form
              collection={collection}
              onPicking={setPicking}
              // There are translations that the rows do not show, and the action is not for them.
              hasOthers={reach?.value === 'shown'}
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
