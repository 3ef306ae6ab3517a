import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './back-link.module.css'
import { RouterAnchor } from './links.tsx'

interface BackLinkProps {
  /** the address of the list */
  readonly to:
    | '/sections'
    | '/menus'
    | '/taxonomies'
    | '/widgets'
    | '/webhooks'
    | '/change-sets'
    | '/import'
    | '/plugins'
    | '/model'
  readonly children: ReactNode
}

/** A link from an object to its list. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <RouterAnchor to={to} className={classes['back'] ?? ''}>
      <ArrowLeft size={16} aria-hidden /> {children}
    </RouterAnchor>
  )
}
