import type { ReactNode } from 'react'
import classes from './account-section.module.css'

interface StateDotProps {
  readonly tone?: 'good' | 'danger'
  readonly children: ReactNode
}

/** A state as a coloured dot with a label. */
export function StateDot({ tone, children }: StateDotProps) {
  return (
    <span className={classes['dot']} data-tone={tone}>
      {children}
    </span>
  )
}
