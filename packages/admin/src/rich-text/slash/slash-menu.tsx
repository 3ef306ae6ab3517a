import { useEditor } from '@portabletext/editor'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../actions/commands.ts'
import classes from './slash.module.css'
import { useSlash } from './use-slash.ts'
import { usePositionAtCaret } from './use-position-at-caret.ts'

export interface SlashMenuHandle {
  /** Handles a key if the menu is open; returns whether it did. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

interface SlashMenuProps {
  readonly handle: RefObject<SlashMenuHandle | null>
  readonly textId: string
}

/** The menu that opens when a paragraph begins with a slash; the focus stays in the text. */
export const SlashMenu = memo(function SlashMenu({ handle, textId }: SlashMenuProps) {
  const { t } = useTranslation('richText')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { found, active, setActive, choose, close, query } = useSlash()
  const isOpen = found.length > 0
  useImperativeHandle(handle, () => ({
    onKeyDown: ({ key }) => {
      const command = found[active]
      if (command === undefined) return false
      if (key === 'ArrowDown') setActive((active + 1) % found.length)
      else if (key === 'ArrowUp') setActive((active - 1 + found.length) % found.length)
      else if (key === 'Enter' || key === 'Tab') choose(command)
      else if (key === 'Escape') close()
      else return false
      return true
    },
  }))
  const optionId = (command: Command): string => `${id}-${command.id}`
  const activeId = found[active] === undefined ? null : optionId(found[active])
  useAnnouncement(textId, isOpen ? id : null, activeId)
  usePositionAtCaret(list, useEditor(), query)
  if (!isOpen) return null
  return (
    <>
      {/* The list is scrolled by the active option, because the focus stays in the text; it is focusable for screen readers. */}
      <div
        ref={list}
        role="listbox"
        id={id}
        tabIndex={0}
        aria-label={t('slash')}
        className={classes['slash']}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((command, index) => (
          <Option
            key={command.id}
            id={optionId(command)}
            command={command}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(command)}
          />
        ))}
      </div>
      <div role="status" className="unseen">
        {t('slashCount', { count: found.length })}
      </div>
    </>
  )
})

/** Sets the attributes by which screen readers announce the active option, because the focus stays in the text. */
function useAnnouncement(textId: string, listId: string | null, activeId: string | null): void {
  useEffect(() => {
    const text = document.getElementById(textId)
    const attributes = {
      'aria-controls': listId,
      'aria-activedescendant': activeId,
      'aria-haspopup': listId && 'listbox',
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) text?.removeAttribute(name)
      else text?.setAttribute(name, value)
    }
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [textId, listId, activeId])
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Option({ id, command: { title, hint, icon: Icon }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // The focus stays in the text: its keys move among the options (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className={classes['option']}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden />
      <span className={classes['optionText']}>
        <span>{title}</span>
        {hint !== '' && <span className={classes['optionHint']}>{hint}</span>}
      </span>
    </div>
  )
}
