import { Button, Group, Input, Pill, Select, Switch } from '@mantine/core'
import { ArrowRightLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../../session/session.tsx'
import { pickItem } from '../../content-list/item-picker.tsx'
import { type FieldDraft, withSetting } from '../field-draft.ts'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'

const NewCollection = lazy(async () => ({
  default: (await import('../collection/new-collection.tsx')).NewCollection,
}))

function takesSeveral({ options }: FieldDraft): boolean {
  return options['allowMultiple'] === true
}

function Target({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const { collections } = useWorkspace()
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
      {isCreating && (
        <Suspense>
          <NewCollection onCreated={(slug) => set('collection', slug)} onClosed={() => setCreating(false)} />
        </Suspense>
      )}
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
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  const set = (next: readonly string[]) =>
    onChange(next.length === 0 ? undefined : takesSeveral(draft) ? next : next.at(-1))
  const collection = draft.options['collection']
  const pick = async () => {
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
  isScalar: (draft) => !takesSeveral(draft),
  rules: [],
  Options: Target,
  DefaultValue: DefaultItems,
  widgets: [],
}
