import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './quiet-button.module.css'

interface QuietButtonProps extends ButtonProps, Pick<ComponentPropsWithRef<'button'>, 'onClick'> {
  /** the accessible name, which is complete without the rest of the row */
  readonly name: string
  /** `next` has the accent colour; `danger` turns red on hover */
  readonly tone?: 'next' | 'danger'
}

/** A button of a list entry, plain until it is hovered. */
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
