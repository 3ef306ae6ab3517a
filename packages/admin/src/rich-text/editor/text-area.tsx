import { PortableTextEditable } from '@portabletext/editor'
import { type KeyboardEvent, memo, useCallback } from 'react'
import classes from '../rich-text.module.css'

interface TextAreaProps {
  readonly id: string
  readonly label: string | undefined
  readonly labelledBy: string | undefined
  readonly describedBy: string
  readonly placeholder: string
  readonly isWrong: boolean
  readonly isReadOnly: boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
}

/**
 * The text itself. Whenever it is drawn, it puts the selection back to what it knows, and it is told of a selection a
 * moment late: drawn by the way, it would take away what somebody is just selecting.
 */
export const TextArea = memo(function TextArea({
  placeholder,
  isWrong,
  isReadOnly,
  ...props
}: TextAreaProps) {
  const renderPlaceholder = useCallback(
    () => <span className={classes['placeholder']}>{placeholder}</span>,
    [placeholder],
  )
  return (
    <PortableTextEditable
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
      renderPlaceholder={renderPlaceholder}
    />
  )
})
