import type { ChangedPart } from '@octavo/contract/changed-parts'
import type { Undoable } from '../core/undoable.ts'
import { undoableMedia } from '../content/media/undoable.ts'
import { undoableCollection, undoableField } from '../content/schema/undoable.ts'
import { undoableTerm } from '../content/taxonomies/terms/undoable.ts'
import { undoableTaxonomy } from '../content/taxonomies/undoable.ts'
import { undoableMenu, undoableMenuItem } from '../site/menus/undoable.ts'
import { undoableRedirect } from '../site/redirects/undoable.ts'
import { undoableSection } from '../site/sections/undoable.ts'
import { undoableSettings } from '../site/settings/undoable.ts'
import { undoableWidget, undoableWidgetArea } from '../site/widgets/undoable.ts'

/** How each kind of part is undone, in the order in which parts are created. */
export const undoables: Readonly<Record<ChangedPart, Undoable>> = {
  collection: undoableCollection,
  field: undoableField,
  taxonomy: undoableTaxonomy,
  term: undoableTerm,
  media: undoableMedia,
  section: undoableSection,
  menu: undoableMenu,
  menuItem: undoableMenuItem,
  widgetArea: undoableWidgetArea,
  widget: undoableWidget,
  redirect: undoableRedirect,
  settings: undoableSettings,
}

/** The kinds of parts in an order in which they can be created: each comes after those that it refers to. */
export const creationOrder = Object.keys(undoables) as readonly ChangedPart[]
