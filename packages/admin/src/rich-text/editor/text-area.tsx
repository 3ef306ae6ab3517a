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
 * The text itself. Whenever it is drawn, it puts the selection back to what it knows, and it is told of a selection a
 * moment late: drawn by the way, it would take away what somebody is just selecting.
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
  useEffect(() => spareWalks(element.current), [element])
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
 * Before it changes anything of a page, React notes where the caret is in the text that has the focus, so that it
 * can put it back; it counts letters through the whole text for that, at every key. The editor keeps the caret itself.
 * A place that knows its own selection, as an input does, is asked instead of counted.
 */
function spareWalks(text: HTMLElement | null): void {
  if (text !== null) Object.assign(text, { selectionStart: 0, selectionEnd: 0 })
}
