import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { Fieldset, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { createElement, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { factsOf, isScalar } from '../../../session/field-facts.ts'
import { type Collection, useWorkspace } from '../../../session/session.tsx'
import { NameInput } from '../../../ui/form/name-input.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import type { Widget } from '../../editor/fields/field-editor.ts'
import { fieldTypes } from '../../editor/fields/registry.ts'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'
import type { InnerField } from '../inner-field.ts'
import { FormSettings } from './form-settings.tsx'
import { InnerFieldsContext } from './inner-fields-context.ts'
import { changeToType } from './type-change.ts'
import { TypeIcon } from './type-icon.tsx'
import { typeAboutOf, typeNameOf } from './type-name.ts'

interface FieldControlsProps {
  readonly form: Form<FieldDraft>
  readonly collection: Collection
  readonly isNew: boolean
  /** whether it is a field of the collection, a field within another one, or a kind of blocks */
  readonly place: 'collection' | 'inner' | 'kind'
  /** the other fields of the same form */
  readonly siblings: readonly InnerField[]
  /** the types that the field can have */
  readonly types: readonly FieldTypeName[]
  /** the slug that is made from the label; unused for an existing field, whose slug stays */
  readonly proposal: string
}

/** The controls of a field's settings. */
export function FieldControls({ form, collection, isNew, place, siblings, ...props }: FieldControlsProps) {
  const { types, proposal } = props
  const { t } = useTranslation('model')
  const { values: draft, set, errorOf } = form
  const { Rules, Options, DefaultValue, rules = [], ...type } = fieldTypes[draft.type]
  const widgets = Object.keys(type.widgets ?? {}) as Widget[]
  const change = (changes: Partial<FieldDraft>) => {
    // The cast is needed because `Object.entries` loses which value belongs to which key.
    for (const [key, value] of Object.entries(changes)) set(key as keyof FieldDraft, value as never)
  }
  const settings = { draft, onChange: change }
  const isKind = place === 'kind'
  const isStructured = structureWidgetOf({ type: draft.type, options: { ...draft.options } }) !== null
  // Passed by context, because it renders these controls again.
  const InnerFields = useContext(InnerFieldsContext)
  // Selection fields edit their choices in `Options`, although choices are a validation rule.
  const areOptionsChoices = Options !== undefined && Rules === undefined && rules.length > 0
  // Issues of `options` are shown at the end only if no control above shows them.
  const areOptionIssuesShown = isStructured || (Options !== undefined && !areOptionsChoices)
  const isWidgetStored = draft.widget !== ''
  const isWidgetOffered = widgets.some((name) => name === draft.widget)
  return (
    <Stack>
      {!isKind && <TypeSelect draft={draft} types={types} onChange={change} error={errorOf('type')} />}
      <TextInput
        label={t('field.label')}
        description={t('field.labelHelp')}
        required
        data-autofocus
        dir="auto"
        value={draft.label}
        onChange={({ currentTarget }) => set('label', currentTarget.value)}
        error={errorOf('label')}
      />
      {isNew && (
        <NameInput
          value={draft.slug}
          proposal={proposal}
          onChange={(slug) => set('slug', slug)}
          error={errorOf('slug')}
        />
      )}
      {Options !== undefined && !isKind && (
        <Options {...settings} error={errorOf(areOptionsChoices ? 'validation' : 'options')} />
      )}
      {isStructured && createElement(InnerFields, { ...settings, collection, error: errorOf('options') })}
      {!isKind && <FieldSwitches form={form} collection={collection} isInner={place === 'inner'} />}
      {Rules !== undefined && (
        <Fieldset legend={t('rules.title')}>
          <Stack gap="sm">
            <Rules {...settings} error={errorOf('validation')} />
            {errorOf('validation') !== undefined && (
              <Text size="sm" c="red" role="alert">
                {errorOf('validation')}
              </Text>
            )}
          </Stack>
        </Fieldset>
      )}
      {!isKind && (
        <DefaultValue
          key={draft.type}
          draft={draft}
          value={draft.defaultValue}
          onChange={(value) => set('defaultValue', value)}
          label={t('field.default')}
          description={t(isNew ? 'field.defaultHelpNew' : 'field.defaultHelp')}
          error={errorOf('defaultValue')}
        />
      )}
      {place === 'collection' && (widgets.length > 0 || isWidgetStored) && (
        <Select
          label={t('widget.label')}
          clearable
          placeholder={t('widget.usual')}
          data={[
            ...widgets.map((name) => ({ value: name as string, label: t(`widget.${name}`) })),
            ...(isWidgetStored && !isWidgetOffered ? [draft.widget] : []),
          ]}
          value={isWidgetStored ? draft.widget : null}
          onChange={(next) => set('widget', next ?? '')}
          error={errorOf('widget')}
        />
      )}
      <FormSettings
        {...settings}
        siblings={siblings}
        isKind={isKind}
        error={areOptionIssuesShown ? undefined : errorOf('options')}
      />
    </Stack>
  )
}

interface TypeSelectProps {
  readonly draft: FieldDraft
  readonly types: readonly FieldTypeName[]
  readonly onChange: (changes: Partial<FieldDraft>) => void
  readonly error: string | undefined
}

/** The type of the field. An existing field can only get a type that keeps all values. */
function TypeSelect({ draft, types, onChange, error }: TypeSelectProps) {
  const { t } = useTranslation('model')
  return (
    <Select
      label={t('field.type')}
      description={types.length > 1 ? typeAboutOf(draft) : t('field.typeStays')}
      leftSection={<TypeIcon field={draft} size={16} />}
      allowDeselect={false}
      readOnly={types.length === 1}
      data={types.map((type) => ({
        value: type,
        label: typeNameOf(type === draft.type ? draft : { type }),
      }))}
      value={draft.type}
      onChange={(next) => next !== null && onChange(changeToType(draft, next))}
      error={error}
    />
  )
}

/** The switches of a field, such as required and unique. A field within another one has fewer. */
function FieldSwitches({
  form: { values: draft, set, errorOf },
  collection: { supports },
  isInner,
}: Pick<FieldControlsProps, 'form' | 'collection'> & { readonly isInner: boolean }) {
  const { t } = useTranslation('model')
  const { site } = useWorkspace()
  const flag = (name: 'required' | 'unique' | 'searchable' | 'translatable' | 'filterable', help: string) => (
    <Switch
      label={t(`field.${name}`)}
      description={help}
      checked={draft[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.checked)}
      error={errorOf(name)}
    />
  )
  const hasSearch = supports.includes('search')
  // Only texts (`sortsFolded`) need this switch: other values are indexed for filters anyway. Where it is on, it can be
  // switched off.
  const hasFilterable = !isInner && (factsOf(draft).sortsFolded === true || draft.filterable)
  // With one language it makes no difference, but where it is off, it can be switched on.
  const hasTranslatable = !isInner && (site.locales.length > 1 || !draft.translatable)
  return (
    <Stack gap="sm">
      {flag('required', t(isInner ? 'inner.requiredHelp' : 'field.requiredHelp'))}
      {!isInner && isScalar(draft) && flag('unique', t('field.uniqueHelp'))}
      {flag('searchable', t(hasSearch ? 'field.searchableHelp' : 'field.searchOff'))}
      {hasFilterable && flag('filterable', t('field.filterableHelp'))}
      {hasTranslatable && flag('translatable', t('field.translatableHelp'))}
    </Stack>
  )
}
