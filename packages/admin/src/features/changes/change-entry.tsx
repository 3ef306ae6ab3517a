import { Button, Collapse, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Undo2 } from 'lucide-react'
import type { Change } from '@octavo/contract/operations/changes'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { TimeText } from '../../ui/times.tsx'
import { actionName } from '../audit/action-names.ts'
import { Changes } from '../audit/changes.tsx'
import { ItemPicture } from '../items/item-picture.tsx'
import type { ItemsById } from '../items/use-items-by-id.ts'
import classes from './changes.module.css'
import { useMemberName } from './member-name.ts'
import { namesKind, PartName } from './part-name.tsx'
import { ThroughApp } from './through-app.tsx'
import { UndoResult } from './undo-result.tsx'
import { useUndo } from './use-undo.ts'

/** maximum number of items of a change that its entry names */
export const mostNamed = 3

interface ChangeEntryProps {
  readonly change: Change
  /** the changed items as they are now, by their ids; without those that are deleted or in the trash */
  readonly items: ItemsById
}

/** One change: its kind, what it changed (items and parts of the site) and its author, with details and undo. */
export function ChangeEntry({ change, items }: ChangeEntryProps) {
  const { t } = useTranslation('changes')
  const { can } = useSession()
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  const memberName = useMemberName()
  const undo = useUndo(change.id)
  const { at, operation, person, items: changed, parts } = change
  const count = changed.length + parts.length
  const author = person?.name ?? t('service')
  const [first] = changed
  const action = actionName(operation)
  const isKindNamed = changed.length === 0 && namesKind(operation, parts)
  return (
    <li className={classes['entry']}>
      <div className={classes['line']}>
        <Avatar id={person?.id ?? null} name={author} />
        <div className={classes['what']}>
          <Text fw={500}>
            {action}{' '}
            {changed.slice(0, mostNamed).map((item, index) => (
              <span key={item.id}>
                {index > 0 && ', '}
                <ItemName item={item} items={items} />
              </span>
            ))}
            {parts.slice(0, Math.max(0, mostNamed - changed.length)).map((part, index) => (
              <span key={part.id}>
                {index + changed.length > 0 && ', '}
                <PartName part={part} isKindNamed={isKindNamed} />
              </span>
            ))}
            {count > mostNamed && ` ${t('more', { count: count - mostNamed })}`}
          </Text>
          <Text size="sm" c="dimmed">
            <bdi>{author}</bdi>
            <ThroughApp change={change} /> · <TimeText iso={at} />
          </Text>
        </div>
        {first !== undefined && <ItemPicture of={items.get(first.id)} variant="w=64&h=64" />}
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {t('details')}
          </Button>
          {can('changes.undo') && undo.state !== 'done' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Undo2 size={14} aria-hidden />}
              loading={undo.state === 'running'}
              aria-label={t('undoOf', {
                action,
                item: first === undefined ? (parts[0]?.name ?? '') : nameOf(first, items),
              })}
              onClick={undo.run}
            >
              {t('undo')}
            </Button>
          )}
        </Group>
      </div>
      <UndoResult undo={undo} items={items} />
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <div className={classes['details']}>
            {changed.map((item) => (
              <section key={item.id}>
                {count > 1 && (
                  <Text size="sm" fw={650} mt="sm">
                    <bdi>{nameOf(item, items)}</bdi>
                  </Text>
                )}
                <Changes entry={item} />
              </section>
            ))}
            {parts.map((part) => (
              <section key={part.id}>
                {count > 1 && (
                  <Text size="sm" fw={650} mt="sm">
                    <PartName part={part} />
                  </Text>
                )}
                <Changes entry={part} nameOf={memberName} />
              </section>
            ))}
            {!change.isComplete && <Text size="sm">{t('incomplete')}</Text>}
          </div>
        )}
      </Collapse>
    </li>
  )
}

interface ItemNameProps {
  readonly item: Change['items'][number]
  readonly items: ItemsById
}

function ItemName({ item, items }: ItemNameProps) {
  const of = items.get(item.id)
  const name = <bdi>{nameOf(item, items)}</bdi>
  if (of === undefined) return <Text span>{name}</Text>
  return (
    <RouterAnchor
      to="/content/$collection/$id"
      params={{ collection: of.collection.slug, id: item.id }}
      fw={650}
    >
      {name}
    </RouterAnchor>
  )
}

/** The title of an item; nothing while it is loading, and its name in the log if it is in the trash or deleted. */
function nameOf({ id, name }: Change['items'][number], items: ItemsById): string {
  const withoutTitle = items.isLoading ? '' : name.slice(0, 200)
  return items.get(id)?.title ?? withoutTitle
}
