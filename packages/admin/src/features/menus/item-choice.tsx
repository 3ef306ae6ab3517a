import { Button, Group, Input, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { titleOf } from '../../ui/item-title.ts'
import { pickItem } from '../content-list/item-picker.tsx'
import { type ItemValues, typeFor } from './item-values.ts'

/** The content item that a menu item links to, chosen in a dialog. */
export function ItemChoice({ form }: { readonly form: Form<ItemValues> }) {
  const { t } = useTranslation('menus')
  const id = useId()
  const { referenceCollection, referenceId, label } = form.values
  const problem = form.errorOf('referenceId') ?? form.errorOf('referenceCollection')
  const choose = async () => {
    const picked = await pickItem()
    if (picked === null) return
    form.set('type', typeFor(picked.collection))
    form.set('referenceCollection', picked.collection)
    form.set('referenceId', picked.id)
    if (label === '') form.set('label', picked.title)
  }
  return (
    <Input.Wrapper id={id} label={t('form.item')} labelElement="div" error={problem} required>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text dir="auto" c={referenceId === '' ? 'dimmed' : undefined}>
          {referenceId === '' ? (
            t('form.noItem')
          ) : (
            <ChosenTitle collection={referenceCollection} id={referenceId} />
          )}
        </Text>
        <Button
          variant="default"
          flex="none"
          onClick={() => void choose()}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
        >
          {t(referenceId === '' ? 'form.choose' : 'form.chooseOther')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

function ChosenTitle({ collection, id }: { readonly collection: string; readonly id: string }) {
  const { t } = useTranslation('menus')
  const { data, error } = useQuery({
    queryKey: [...keys.collection(collection), 'title', id],
    queryFn: ({ signal }) => api.content.get({ collection, id }, { signal }),
  })
  if (error !== null) return <>{t('form.gone')}</>
  return <>{data === undefined ? '…' : titleOf(data.item)}</>
}
