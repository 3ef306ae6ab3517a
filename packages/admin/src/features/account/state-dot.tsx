import type { ReactNode } from 'react'
import classes from './account-section.module.css'

interface StateDotProps {
  readonly tone?: 'good' | 'danger'
  readonly children: ReactNode
}

/** How something stands: a dot and two words. */
export function StateDot({ tone, children }: StateDotProps) {
  return (
    <span className={classes['dot']} data-tone={tone}>
      {children}
    </span>
  )
}
