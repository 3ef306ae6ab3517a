import { Loader, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import classes from './finder.module.css'

export interface Choice {
  readonly id: string
  readonly label: string
  /** shown with the label, such as a status */
  readonly detail?: ReactNode
  readonly icon?: ReactNode
  readonly onChoose: () => void
}

export interface ChoiceGroup {
  readonly id: string
  readonly label?: string
  readonly choices: readonly Choice[]
}

interface FinderProps {
  readonly label: string
  readonly placeholder?: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly groups: readonly ChoiceGroup[]
  /** whether results are still loading */
  readonly isBusy: boolean
  /** whether the choices are the results of an earlier query */
  readonly isOutdated?: boolean
  /** shown if there are no choices */
  readonly nothing: ReactNode
}

/**
 * A combobox: a text field with a list, where the focus stays in the field and the arrow keys move through the list.
 * Not Mantine's combobox, which marks the active option in the DOM and loses it when the list changes while a person
 * types.
 */
export function Finder({
  label,
  placeholder,
  query,
  onQuery,
  groups,
  isBusy,
  isOutdated = false,
  nothing,
}: FinderProps) {
  const id = useId()
  const { t } = useTranslation('lists')
  const choices = groups.flatMap((group) => group.choices)
  const field = useRef<HTMLInputElement>(null)
  // A layout effect focuses the field before the browser handles the next key, which would otherwise be lost.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  const { active, setActiveId, onKeyDown } = useActive(choices, {
    isBusy,
    lacksResults: isBusy && (isOutdated || choices.length === 0),
    onMove: (choice) => {
      document.getElementById(`${id}-${choice?.id}`)?.scrollIntoView({ block: 'nearest' })
    },
  })
  return (
    <div>
      <TextInput
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        placeholder={placeholder ?? label}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={isBusy ? <Loader size={16} /> : null}
        value={query}
        onChange={(event) => {
          setActiveId(null)
          onQuery(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden aria-live="polite">
        {isBusy ? '' : t('results', { count: choices.length })}
      </VisuallyHidden>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={classes['list']}>
        {groups
          .filter((group) => group.choices.length > 0)
          .map((group) => (
            <Group key={group.id} id={`${id}-${group.id}`} group={group}>
              {group.choices.map((choice) => (
                <Option
                  key={choice.id}
                  id={`${id}-${choice.id}`}
                  choice={choice}
                  isActive={choice === active}
                  onHover={() => setActiveId(choice.id)}
                />
              ))}
            </Group>
          ))}
      </div>
      {choices.length === 0 && <div className={classes['nothing']}>{nothing}</div>}
    </div>
  )
}

interface ActiveOptions {
  readonly isBusy: boolean
  /** whether the results of the current query are still missing: the choices are none, or those of an earlier query */
  readonly lacksResults: boolean
  /** called when an arrow key has made another choice active */
  readonly onMove: (choice: Choice | undefined) => void
}

/**
 * The option that Enter chooses: the first one until the arrow keys or the mouse make another one active. While the
 * results of the current text are missing, Enter waits for them, unless the person has made an option active: it never
 * chooses the first result of an earlier text.
 */
function useActive(choices: readonly Choice[], { isBusy, lacksResults, onMove }: ActiveOptions) {
  /** the id of the option that the keys or the mouse have made active; null: the first one is active */
  const [activeId, setActiveId] = useState<string | null>(null)
  /** whether Enter was pressed before the results were there, so that the first of them is chosen */
  const isAwaited = useRef(false)
  const chosen = choices.find(({ id }) => id === activeId)
  const active = chosen ?? choices[0]
  const chooseAwaited = useEffectEvent(() => {
    if (isAwaited.current) choices[0]?.onChoose()
    isAwaited.current = false
  })
  useEffect(() => {
    if (!isBusy) chooseAwaited()
  }, [isBusy])
  const activate = (id: string | null): void => {
    isAwaited.current = false
    setActiveId(id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) {
      if (event.key !== 'Enter') return
      event.preventDefault()
      if (lacksResults && chosen === undefined) isAwaited.current = true
      else active?.onChoose()
      return
    }
    event.preventDefault()
    const index = active === undefined ? -1 : choices.indexOf(active)
    const next = choices.at((index + step) % choices.length)
    activate(next?.id ?? null)
    onMove(next)
  }
  return { active, setActiveId: activate, onKeyDown }
}

interface GroupProps {
  readonly id: string
  readonly group: ChoiceGroup
  readonly children: ReactNode
}

function Group({ id, group, children }: GroupProps) {
  if (group.label === undefined) return children
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes['group']}>
        {group.label}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isActive: boolean
  readonly onHover: () => void
}

function Option({ id, choice, isActive, onHover }: OptionProps) {
  const { icon, label, detail, onChoose } = choice
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys act in the field, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes['option']}
      onMouseMove={onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {icon}
      <Text span className={classes['label']} dir="auto">
        {label}
      </Text>
      {detail}
    </div>
  )
}
