import { isEmptyValue, memberOf, structureWidgetOf } from '@octavo/contract/fields/entries'
import { Input, Text } from '@mantine/core'
import { createElement, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { comparisonOf } from '../../../session/field-facts.ts'
import type { Field } from '../../../session/session.tsx'
import { problemText } from '../../../ui/values/problem-text.ts'
import type { Problem } from '../../../ui/values/unread.ts'
import { limitProblem } from '../field-limits.ts'
import { FieldGrid, widthOf } from '../field-grid.tsx'
import { controlOf } from '../fields/registry.ts'
import { useFieldHelp } from '../use-field-help.tsx'
import { lacksInner } from '../structure/entries.ts'
import { GroupControl } from './group-control.tsx'
import { ListControl } from './list-control.tsx'
import { isBelow, messageAround, messageAt, placesBelow } from '../structure/refused-places.ts'
import { isShown } from '../structure/show-if.ts'
import {
  type FieldsProps,
  type Place,
  placeIn,
  useInnerText,
  useRefusedPlaces,
  useStructure,
  useUpdate,
  useWasAttempted,
} from './use-structure.ts'

/** The fields of a group or of an entry, followed by the issues that belong to none of them. */
export function EntryFields({ fields, entry, place }: FieldsProps) {
  const refusedPlaces = useRefusedPlaces()
  const wasAttempted = useWasAttempted()
  /** the path of a field of this entry, as issues of the service name it */
  const pathOfMember = (slug: string) => placeIn(place, [slug], [slug]).path
  /**
   * whether the service has refused the field or something in it, or a required value is missing after the person has
   * tried to save or publish
   */
  const isWrong = (field: Field): boolean => {
    const value = memberOf(entry, field)
    const path = pathOfMember(field.slug)
    const isRefused = refusedPlaces.some((refused) => refused.path === path || isBelow(refused.path, path))
    if (isRefused || !wasAttempted) return isRefused
    return (field.required && isEmptyValue(value)) || lacksInner(field, value)
  }
  // A field that is hidden by its condition is shown if it is wrong, so that the person can correct it.
  const shownFields = fields.filter(
    (field) => isShown(field, fields, (slug) => memberOf(entry, { slug })) || isWrong(field),
  )
  const issuesElsewhere = refusedPlaces.filter(
    ({ path }) =>
      isBelow(path, place.path) &&
      !fields.some(({ slug }) => path === pathOfMember(slug) || isBelow(path, pathOfMember(slug))),
  )
  return (
    <>
      <FieldGrid fields={shownFields} isMarked={isWrong}>
        {(field) => (
          <div key={field.slug} data-width={widthOf(field)} data-inner={field.slug}>
            <InnerField field={field} value={memberOf(entry, field)} id={place.id} path={place.path} />
          </div>
        )}
      </FieldGrid>
      {issuesElsewhere.map(({ path, message }) => (
        <Input.Error key={`${path} ${message}`} mt="xs">
          {path.slice(place.path === '' ? 0 : place.path.length + 1)}: {message}
        </Input.Error>
      ))}
      {fields.length === 0 && <NoFields />}
    </>
  )
}

/** Shown instead of the fields of a block whose kind its field does not have any more. */
function NoFields() {
  const { t } = useTranslation('editor')
  return (
    <Text size="sm" c="dimmed">
      {t('structure.unknownKind')}
    </Text>
  )
}

interface InnerFieldProps {
  readonly field: Field
  readonly value: unknown
  /** the place of the group or entry that contains it, as texts, so that `memo` can compare them */
  readonly id: string
  readonly path: string
}

/** A field within a structured field, with its label, its control, its rules and its problems. */
const InnerField = memo(function InnerField({ field, value, id, path }: InnerFieldProps) {
  const place = placeIn({ id, path }, [field.slug], [field.slug])
  const { isReadOnly, version } = useStructure()
  const update = useUpdate()
  const text = useInnerText(place)
  const error = useError(field, value, place)
  const places = useRefusedPlaces()
  const issues = useMemo(() => placesBelow(places, place.path), [places, place.path])
  const description = useFieldHelp(field, value, isReadOnly)
  const controlProps = {
    field,
    value,
    name: field.label,
    label: <bdi>{field.label}</bdi>,
    description,
    error,
  }
  const widget = structureWidgetOf(field)
  if (widget === 'group') return <GroupControl {...controlProps} place={place} />
  if (widget !== null) return <ListControl {...controlProps} place={place} />
  return createElement(controlOf(field), {
    ...controlProps,
    // Several entries have this field, so the ids and states of its controls are made from the place.
    field: { ...field, id: place.id },
    raw: text?.raw,
    problem: text?.problem as Problem | undefined,
    issues,
    version,
    isReadOnly,
    isTitle: false,
    onChange: (next) => update(place.id, () => next),
    // The text is no valid value, so the value lacks this field until it is.
    onRaw: (raw, problem) => update(place.id, () => undefined, { raw, problem }),
  })
})

/** The message at a field: of an invalid text, a missing value, a limit or a refusal by the service. */
function useError(field: Field, value: unknown, place: Place): string | undefined {
  const { t } = useTranslation(['editor', 'forms'])
  const places = useRefusedPlaces()
  const wasAttempted = useWasAttempted()
  const problem = useInnerText(place)?.problem as Problem | undefined
  if (problem !== undefined) return problemText(problem, comparisonOf(field) === 'integer')
  if (wasAttempted && field.required && isEmptyValue(value)) return t('problems.required')
  // Messages about places within a structured field, or within rich text, are shown there.
  const isShownWithin = structureWidgetOf(field) !== null || field.type === 'portableText'
  const refusal = isShownWithin ? messageAt(places, place.path) : messageAround(places, place.path)
  return limitProblem(field, value, t) ?? refusal
}
