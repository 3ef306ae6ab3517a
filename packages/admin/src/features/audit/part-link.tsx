import type { ReactNode } from 'react'
import { RouterAnchor } from '../../ui/links.tsx'

interface PartLinkProps {
  readonly type: string
  /** as the audit log names the part */
  readonly name: string
  readonly children: ReactNode
}

/** A part of the model or the site as a link to its screen; as plain text where the part has none of its own. */
export function PartLink({ type, name, children }: PartLinkProps) {
  switch (type) {
    case 'menu':
    case 'menuItem':
      return (
        <RouterAnchor to="/menus/$name" params={{ name: beginOf(name, ': ') }}>
          {children}
        </RouterAnchor>
      )
    case 'taxonomy':
    case 'term':
      return (
        <RouterAnchor to="/taxonomies/$name" params={{ name: beginOf(name, '/') }}>
          {children}
        </RouterAnchor>
      )
    case 'widgetArea':
    case 'widget':
      return (
        <RouterAnchor to="/widgets/$name" params={{ name }}>
          {children}
        </RouterAnchor>
      )
    case 'collection':
    case 'field':
      return (
        <RouterAnchor to="/model/$collection" params={{ collection: beginOf(name, '.') }}>
          {children}
        </RouterAnchor>
      )
    default:
      return children
  }
}

function beginOf(name: string, separator: string): string {
  return name.split(separator, 1)[0] ?? ''
}
