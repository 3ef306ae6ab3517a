import { Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { shortTime } from '../../../ui/times.tsx'
import { useEditor } from '../editor-context.ts'
import classes from './others.module.css'
import type { PersonHere } from './others.ts'
import { useNameOfSave, useOtherSave, usePeople } from './use-others.ts'

/** the most avatars that the bar shows */
const mostAvatars = 3
/** milliseconds for which the bar shows the person who has saved */
const shownFor = 15_000

/** The other people who have the item open, and the last of them who saved; empty without others. */
export function OtherPeople() {
  const people = usePeople()
  const names = useNames(people)
  const { t } = useTranslation('editor')
  return (
    <>
      {people.length > 0 && <Faces people={people} names={names} />}
      <SavedBy />
      <span role="status" className="unseen">
        {people.length > 0 && t('others.here', { names: names.join(', ') })}
      </span>
    </>
  )
}

function useNames(people: readonly PersonHere[]): string[] {
  const { t } = useTranslation('editor')
  const { isOwn } = useSession()
  return people.map(({ userId, name }) => (isOwn(userId) ? t('others.you') : (name ?? t('others.unnamed'))))
}

interface FacesProps {
  readonly people: readonly PersonHere[]
  readonly names: readonly string[]
}

function Faces({ people, names }: FacesProps) {
  const { t } = useTranslation('editor')
  const rest = people.length - mostAvatars
  return (
    <Popover position="bottom-end" withinPortal width={260}>
      <Popover.Target>
        <UnstyledButton className={classes['faces'] ?? ''} aria-label={t('others.title')}>
          {people.slice(0, mostAvatars).map(({ userId, name }) => (
            <Avatar key={userId} id={userId} name={name} />
          ))}
          {rest > 0 && <span aria-hidden>+{rest}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={650} mb="xs">
          {t('others.title')}
        </Text>
        <Stack component="ul" gap="xs" className={classes['list'] ?? ''}>
          {people.map((person, index) => (
            <li key={person.userId} className={classes['person']}>
              <Avatar id={person.userId} name={person.name} />
              <div>
                <Text size="sm" component="div">
                  <bdi>{names[index]}</bdi>
                </Text>
                <Where person={person} />
              </div>
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Names the fields that a person is in, or says that they are reading if they are in none. */
function Where({ person: { fields } }: { readonly person: PersonHere }) {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const labels = fields.flatMap((slug) => collection.fields.find((field) => field.slug === slug)?.label ?? [])
  return (
    <Text size="xs" c="dimmed" component="div">
      {labels.length === 0 ? t('others.reading') : t('others.in', { field: labels.join(', ') })}
    </Text>
  )
}

/** The person who has saved the version that this editor now shows. */
function SavedBy() {
  const { t } = useTranslation('editor')
  const save = useOtherSave()
  const name = useNameOfSave()
  const isRecent = useIsRecent(save?.at ?? null)
  const text =
    save === null || !isRecent
      ? ''
      : t('others.saved', { name: name ?? t('others.unnamed'), when: shortTime(save.at) })
  return (
    <span role="status" className={classes['saved']} title={text}>
      {text}
    </span>
  )
}

/** Whether a save was seen less than `shownFor` ago. */
function useIsRecent(at: string | null): boolean {
  /** the time of the last save that is no longer recent */
  const [pastSave, setPastSave] = useState<string | null>(null)
  useEffect(() => {
    if (at === null) return undefined
    const timer = setTimeout(() => setPastSave(at), shownFor)
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && pastSave !== at
}
