import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './quiet-button.module.css'

interface QuietButtonProps extends ButtonProps, Pick<ComponentPropsWithRef<'button'>, 'onClick'> {
  /** its whole meaning, for those who hear it out of its row */
  readonly name: string
  /** the next thing to do has the colour of actions; what cannot be undone shows that when somebody points at it */
  readonly tone?: 'next' | 'danger'
}

/** An action of an entry: readable, and no more than that until somebody points at it. */
export function QuietButton({ name, tone, ...button }: QuietButtonProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={name}
      data-tone={tone}
      className={classes['button'] ?? ''}
      {...button}
    />
  )
}
