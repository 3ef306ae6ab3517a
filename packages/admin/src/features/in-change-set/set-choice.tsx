import { NativeSelect, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import type { DialogForm } from '../../ui/form/use-dialog-form.ts'
import { isChangeable } from './change-set-queries.ts'

/** The values of a form that chooses a set or creates one. */
export interface ChosenSet {
  /** the id of the set; empty for a new one */
  readonly set: string
  /** the name of the new set; unused if a set is chosen */
  readonly name: string
}

/** The sets to which something can be added, of the newest page of sets; none until the page is loaded. */
function useOpenSets() {
  const { data, isLoading } = useQuery({
    queryKey: [...keys.changeSets, 'choices'],
    queryFn: ({ signal }) => api.changeSets.list({ limit: limits.page.max }, { signal }),
  })
  return { sets: data?.items.filter(({ state }) => isChangeable(state)) ?? [], isLoading }
}

/** The value of a form until the person chooses: the newest set, as soon as the sets are loaded. */
export function useFirstSet(): ChosenSet {
  return { set: useOpenSets().sets[0]?.id ?? '', name: '' }
}

/** The problem of the name, if a new change-set is chosen: it needs one that is not too long. */
export function checkSet({ set, name }: ChosenSet, t: TFunction<['changeSets', 'forms']>) {
  if (set !== '') return { name: undefined }
  return { name: name.trim() === '' ? t('forms:required') : longerThan(name, limits.label) }
}

/** The id of the chosen set. Creates the set if it is new. */
export async function ensureSet({ set, name }: ChosenSet): Promise<string> {
  return set === '' ? (await api.changeSets.create({ name: name.trim() })).item.id : set
}

/** Chooses an open set, or names a new one. */
export function SetChoice({ form }: { readonly form: DialogForm<ChosenSet> }) {
  const { t } = useTranslation('changeSets')
  const { sets, isLoading } = useOpenSets()
  const choices = [
    ...sets.map(({ id, name }) => ({ value: id, label: name })),
    { value: '', label: t('new') },
  ]
  return (
    <>
      <NativeSelect
        label={t('add.set')}
        data-autofocus
        data={isLoading ? [] : choices}
        value={form.values.set}
        onChange={({ currentTarget }) => form.set('set', currentTarget.value)}
      />
      {!isLoading && form.values.set === '' && (
        <TextInput label={t('name')} required {...bindText(form, 'name')} />
      )}
    </>
  )
}
