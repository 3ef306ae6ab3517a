import { PortableTextEditable } from '@portabletext/editor'
import { type FormEvent, type KeyboardEvent, memo, type RefObject, useCallback, useEffect } from 'react'
import classes from './text.module.css'

interface TextAreaProps {
  readonly element: RefObject<HTMLDivElement | null>
  readonly id: string
  readonly label: string | undefined
  readonly labelledBy: string | undefined
  readonly describedBy: string
  readonly placeholder: string
  readonly isWrong: boolean
  readonly isReadOnly: boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  /** returns whether the editor must defer its work */
  readonly onInput: (event: FormEvent<HTMLDivElement>) => boolean
}

/**
 * The editable element. Memoized, because each render restores the selection that the editor knows, which is outdated
 * while a person is selecting text.
 */
export const TextArea = memo(function TextArea({
  placeholder,
  isWrong,
  isReadOnly,
  element,
  ...props
}: TextAreaProps) {
  const renderPlaceholder = useCallback(
    () => <span className={classes['placeholder']}>{placeholder}</span>,
    [placeholder],
  )
  useEffect(() => avoidSelectionWalk(element.current), [element])
  return (
    <PortableTextEditable
      ref={element}
      id={props.id}
      className={classes['content']}
      role="textbox"
      aria-multiline
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-invalid={isWrong || undefined}
      aria-readonly={isReadOnly || undefined}
      spellCheck
      onKeyDown={props.onKeyDown}
      onInput={props.onInput}
      renderPlaceholder={renderPlaceholder}
    />
  )
})

/**
 * Prevents React from counting the letters before the caret at each key. Before a commit, React saves the selection of
 * the focused element: it reads `selectionStart` if the element has it, and walks through the whole text otherwise. The
 * editor restores the caret itself.
 */
function avoidSelectionWalk(text: HTMLElement | null): void {
  if (text !== null) Object.assign(text, { selectionStart: 0, selectionEnd: 0 })
}
