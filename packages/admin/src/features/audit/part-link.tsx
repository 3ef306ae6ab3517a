import type { ReactNode } from 'react'
import { RouterAnchor } from '../../ui/links.tsx'

interface PartLinkProps {
  readonly type: string
  /**
   * the name in the audit log. A part of another part is named with it: `menu: item`, `taxonomy/term`,
   * `collection.field`; a widget has the name of its area.
   */
  readonly name: string
  readonly children: ReactNode
}

/** A link to the screen of a menu, a taxonomy, a collection or the like. Without such a screen, plain text. */
export function PartLink({ type, name, children }: PartLinkProps) {
  switch (type) {
    case 'menu':
    case 'menuItem':
      return (
        <RouterAnchor to="/menus/$name" params={{ name: partBefore(name, ': ') }}>
          {children}
        </RouterAnchor>
      )
    case 'taxonomy':
    case 'term':
      return (
        <RouterAnchor to="/taxonomies/$name" params={{ name: partBefore(name, '/') }}>
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
        <RouterAnchor to="/model/$collection" params={{ collection: partBefore(name, '.') }}>
          {children}
        </RouterAnchor>
      )
    default:
      return children
  }
}

/** The part of a name before a separator; the whole name without one. */
function partBefore(name: string, separator: string): string {
  return name.split(separator, 1)[0] ?? ''
}
