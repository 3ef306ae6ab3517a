import type { Entry } from '@octavo/contract/fields/entries'
import { type ComponentType, createContext, useContext } from 'react'
import type { Field } from '../../../session/session.tsx'
import type { Saver } from '../autosave/saver.ts'
import { type DraftState, type InnerText, type RefusedPlace, shownValue } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { changedAt, isNothing, type Path } from '../structure/entries.ts'

/** Shared by the controls within one structured field of an item. */
export interface Structure {
  /** the field of the collection */
  readonly root: Field
  readonly isReadOnly: boolean
  /** counts how often the value was changed by something other than its controls */
  readonly version: number
  /** the form of the fields of a group or of an entry; not imported, because it uses the controls that use it */
  readonly Fields: ComponentType<FieldsProps>
}

export interface FieldsProps {
  readonly fields: readonly Field[]
  readonly entry: Entry
  readonly place: Place
}

export const StructureContext = createContext<Structure | null>(null)

/** The structured field around a component. */
export function useStructure(): Structure {
  const structure = useContext(StructureContext)
  if (structure === null) throw new Error('useStructure needs a structured field around the component.')
  return structure
}

/** The place of a value within a structured field. */
export interface Place {
  /** path of slugs and entry keys as JSON, which does not change when entries move */
  readonly id: string
  /** path of slugs and indexes, as in issues of the service; empty for the whole structured field */
  readonly path: string
}

export const rootPlace: Place = { id: '[]', path: '' }

/** The place of a value below another place. `names` are the steps as the service names them. */
export function placeIn({ id, path }: Place, steps: Path, names: readonly (string | number)[]): Place {
  return {
    id: JSON.stringify([...pathOf(id), ...steps]),
    path: [...(path === '' ? [] : [path]), ...names].join('.'),
  }
}

/** The path that an id of a place was made of. */
export function pathOf(id: string): Path {
  return JSON.parse(id) as string[]
}

/** What becomes of the raw texts of controls: see `Update`. */
type TextChange = InnerText | null | 'kept'

/**
 * Changes the value at a place in the current value of the field. `text` is the raw text of the control at that place
 * if it is not a valid value. Null removes the raw texts at and below the place; `'kept'` leaves them unchanged.
 */
export type Update = (id: string, change: (value: unknown) => unknown, text?: TextChange) => void

/** The function by which controls change the structured field. */
export function useUpdate(): Update {
  const { saver } = useEditor()
  const { root } = useStructure()
  return (id, change, text = null) => update(saver, root, { id, change, text })
}

/** The parameters of `Update`. */
interface Change {
  readonly id: string
  readonly change: (value: unknown) => unknown
  readonly text: TextChange
}

function update(saver: Saver, root: Field, { id, change, text }: Change): void {
  const draft = saver.getState()
  const value = changedAt(root, shownValue(draft, root.slug), pathOf(id), change)
  const inner = innerTexts(draft.edits[root.slug]?.inner ?? {}, id, text)
  // The value lacks the texts that are not valid. So the field has the problem of one of them, and is not sent until
  // all are valid.
  const [first] = Object.values(inner)
  saver.dispatch({
    type: 'edited',
    key: root.slug,
    now: Date.now(),
    edit: {
      value: isNothing(value) ? null : value,
      ...(first !== undefined && { problem: first.problem, inner }),
    },
  })
}

type Texts = Readonly<Record<string, InnerText>>

/** The raw texts of controls after a change: those at or below the changed place are removed, and `text` is added. */
function innerTexts(before: Texts, id: string, text: TextChange): Texts {
  if (text === 'kept') return before
  const path = pathOf(id)
  const isBelow = (other: string): boolean => {
    const steps = pathOf(other)
    return path.every((step, index) => steps[index] === step)
  }
  const others = Object.entries(before).filter(([other]) => !isBelow(other))
  return Object.fromEntries(text === null ? others : [...others, [id, text]])
}

/** The raw text of the control at a place; undefined if it is a valid value. */
export function useInnerText({ id }: Place): InnerText | undefined {
  const { root } = useStructure()
  return useDraft((draft) => draft.edits[root.slug]?.inner?.[id])
}

const noPlaces: readonly RefusedPlace[] = []

/** The places in the open field that the service has refused. */
export function useRefusedPlaces(): readonly RefusedPlace[] {
  const { root } = useStructure()
  return useDraft((draft) => draft.refusals[root.slug]?.places ?? noPlaces)
}

/** Whether the person has tried to save or publish, so that empty required fields are marked. */
export function useWasAttempted(): boolean {
  return useDraft(({ wasAttempted }: DraftState) => wasAttempted)
}
