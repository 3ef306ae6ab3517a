import { Menu, Title } from '@mantine/core'
import { ListX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import { useFirstOnes } from '../../ui/first-ones.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { TimeText } from '../../ui/times.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isOpen } from '../../api/change-sets.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'
import { fieldOf, useCollectionLookup } from '../../session/collection-lookup.ts'
import { ItemOfSet } from './item-of-set.tsx'

type Entry = ChangeSetDetails['entries'][number]

/** the operations on items that have a label */
const verbs = [
  'create',
  'update',
  'edit',
  'publish',
  'unpublish',
  'schedule',
  'unschedule',
  'discardDraft',
  'delete',
  'restore',
  'duplicate',
] as const

/** The verb of an entry's operation, which chooses its label; `other` if it has none. */
function verbOf({ operation }: Entry): (typeof verbs)[number] | 'other' {
  return verbs.find((verb) => operation === `content.${verb}`) ?? 'other'
}

/** The entries of a set in their order: what each does, to which items, by whom. */
export function SetEntries({ set }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { shown, more } = useFirstOnes(set.entries, 12)
  if (set.entries.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('entries.title')}
      </Title>
      <Rows label={t('entries.title')}>
        {shown.map((entry) => (
          <EntryRow key={entry.id} entry={entry} set={set} />
        ))}
      </Rows>
      {more}
    </section>
  )
}

function EntryRow({ entry, set }: { readonly entry: Entry; readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { person, can } = useSession()
  const runAction = useAction()
  const what = t(`operations.${verbOf(entry)}`)
  const mayRemove =
    isOpen(set) && set.state !== 'scheduled' && (entry.person?.id === person.id || can('changeSets.manage'))
  return (
    <Row
      heading={<strong>{what}</strong>}
      detail={
        <>
          {entry.items.map((item) => (
            <EntryItem key={item.id} set={set} item={item} />
          ))}
          {[entry.person?.name, entry.app?.name].filter(Boolean).join(' · ')}
        </>
      }
      aside={<TimeText iso={entry.at} />}
      actions={
        mayRemove && (
          <RowMenu label={t('entries.more', { what })}>
            <Menu.Item
              leftSection={<ListX size={16} aria-hidden />}
              onClick={() =>
                runAction({
                  run: () => api.changeSets.update({ id: set.id, removeEntries: [entry.id] }),
                  done: t('entries.takenOut'),
                  touches: [keys.changeSets],
                })
              }
            >
              {t('entries.takeOut')}
            </Menu.Item>
          </RowMenu>
        )
      }
    />
  )
}

interface EntryItemProps {
  readonly set: ChangeSetDetails
  readonly item: Entry['items'][number]
}

function EntryItem({ set, item }: EntryItemProps) {
  const { collection, fields } = item
  const itemCollection = useCollectionLookup()(collection)
  const labels = fields.flatMap((field) => fieldOf(itemCollection, field)?.label ?? [])
  return (
    <div>
      <ItemOfSet set={set} item={item} inherit />
      {itemCollection !== undefined && <> · {itemCollection.label}</>}
      {labels.length > 0 && <> · {labels.join(', ')}</>}
    </div>
  )
}
