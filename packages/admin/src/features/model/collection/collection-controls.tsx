import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import type { Feature } from '@octavo/contract/operations/schema'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import type { Form } from '../../../ui/form/use-form.ts'
import { IconChoice } from './icon-choice.tsx'

/** The values of the collection form. */
export interface CollectionDraft {
  readonly label: string
  /** null until the person types a slug; then it is made from the label */
  readonly slug: string | null
  readonly labelSingular: string
  readonly description: string
  readonly urlPattern: string
  readonly publicRead: boolean
  readonly singleton: boolean
  readonly icon: string
  readonly supports: readonly Feature[]
  /** whether a new collection gets a title field */
  readonly hasTitle: boolean
}

interface CollectionControlsProps {
  readonly form: Form<CollectionDraft>
  /** the control for the slug, which only a new collection has */
  readonly slugControl?: ReactNode
  /** the controls at the end of the form */
  readonly children: ReactNode
}

/** The controls of the collection form. */
export function CollectionControls({
  form: { values, set, errorOf },
  slugControl,
  children,
}: CollectionControlsProps) {
  const { t } = useTranslation('model')
  return (
    <Stack>
      <TextInput
        label={t('collection.label')}
        description={t('collection.labelHelp')}
        required
        data-autofocus
        dir="auto"
        value={values.label}
        onChange={({ currentTarget }) => set('label', currentTarget.value)}
        error={errorOf('label')}
      />
      <TextInput
        label={t('collection.singular')}
        description={t('collection.singularHelp')}
        dir="auto"
        value={values.labelSingular}
        onChange={({ currentTarget }) => set('labelSingular', currentTarget.value)}
        error={errorOf('labelSingular')}
      />
      {slugControl}
      <Textarea
        label={t('collection.description')}
        {...growing(2, 6)}
        dir="auto"
        value={values.description}
        onChange={({ currentTarget }) => set('description', currentTarget.value)}
        error={errorOf('description')}
      />
      <TextInput
        label={t('collection.urlPattern')}
        description={t('collection.urlPatternHelp')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={values.urlPattern}
        onChange={({ currentTarget }) => set('urlPattern', currentTarget.value)}
        error={errorOf('urlPattern')}
      />
      <Checkbox
        label={t('collection.publicRead')}
        description={t('collection.publicReadHelp')}
        checked={values.publicRead}
        onChange={({ currentTarget }) => set('publicRead', currentTarget.checked)}
      />
      <Checkbox
        label={t('collection.singleton')}
        description={t('collection.singletonHelp')}
        checked={values.singleton}
        onChange={({ currentTarget }) => set('singleton', currentTarget.checked)}
      />
      <IconChoice value={values.icon} onChange={(icon) => set('icon', icon)} />
      {children}
    </Stack>
  )
}
