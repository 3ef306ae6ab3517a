import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Issue, isFailure, issuesOf } from '../../api/failures.ts'
import { messageOf } from '../../api/service-text.ts'

export type Problems<Values> = Partial<Record<keyof Values, string | undefined>>

export interface FormOptions<Values, Result> {
  /** the stored values, or the initial values; may change while a person types */
  readonly stored: Values
  /** checks the values without a request; returns problems by field */
  readonly check?: (values: Values) => Problems<Values>
  /**
   * `changes` are the differences from the stored values; `before` has the stored value of each field when it was first
   * changed
   */
  readonly save: (values: Values, changes: Partial<Values>, before: Partial<Values>) => Promise<Result>
  readonly onSaved: (result: Result) => void
  /** called before saving and before leaving: makes fields report changes at once that they have not reported yet */
  readonly flush?: () => void
  /** whether the form closes after saving, as in a dialog; it keeps its values until it has closed */
  readonly endsWhenSaved?: boolean
}

export interface Form<Values> {
  readonly values: Values
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** a failure that belongs to no field */
  readonly failure: unknown
  /** Whether there are unsaved changes; can be called at any time. */
  hasUnsaved(): boolean
  errorOf(key: keyof Values): string | undefined
  /** the issues of a failed save with parts of the field, with their paths within it */
  issuesOf(key: keyof Values & string): readonly Issue[]
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void
  submit(event?: FormEvent): void
  /** Discards the changes. */
  discard(): void
  /** changes when the form is reset, so that fields drop unfinished input */
  readonly version: number
}

/**
 * A form for stored values. It holds only what the person has changed, so changes of others appear in all other fields.
 * After a failure everything is kept, and the failure is shown at its field.
 */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>): Form<Values> {
  const { stored, check, save, onSaved, flush, endsWhenSaved = false } = options
  const { edits, latest, setEdits } = useEdits<Values>()
  /** by field, the stored value when it was first changed: the `before` of `save` */
  const beforeEdits = useRef<Partial<Values>>({})
  const [problems, setProblems] = useState<Problems<Values>>({})
  const [version, setVersion] = useState(0)
  const values = { ...stored, ...edits }
  const isChanged = isDifferent(edits, stored)
  const { isUnsaved, markSaved } = useUnsavedMark(isChanged)

  const mutation = useMutation({
    mutationFn: (sent: Sent<Values>) => save(sent.values, sent.changes, beforeEdits.current),
    onSuccess: (result, sent) => {
      markSaved()
      onSaved(result)
      if (endsWhenSaved) return
      // Edits that equal what was sent are saved, and end here. An edit that the person has changed since the save
      // began stays unsaved; the sent value, which is stored now, becomes the value before it.
      beforeEdits.current = { ...beforeEdits.current, ...sent.edits }
      setEdits(editsSince(latest.current, sent.edits))
    },
    onError: (error, sent) => setProblems(problemsOf(error, sent.values)),
  })
  const hasFieldProblem = Object.keys(problemsOf(mutation.error, values)).length > 0

  const hasUnsaved = (): boolean => {
    const before = latest.current
    flush?.()
    // If a field has just reported a value, the last render does not know of it.
    return latest.current === before ? isUnsaved() : isDifferent(latest.current, stored)
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    // React passes events through portals: a form around the dialog of this one must not be submitted as well.
    event?.stopPropagation()
    if (mutation.isPending) return
    flush?.()
    const sent = sentOf(latest.current, stored)
    // A dialog is saved without changes too: its initial values can be those of a new object, and saving closes it.
    if (!endsWhenSaved && Object.keys(sent.changes).length === 0) return
    const checked = check?.(sent.values) ?? {}
    setProblems(checked)
    mutation.reset()
    if (Object.values(checked).every((problem) => problem === undefined)) mutation.mutate(sent)
  }

  return {
    values,
    isChanged,
    isSaving: mutation.isPending,
    failure: hasFieldProblem ? null : mutation.error,
    hasUnsaved,
    errorOf: (key) => problems[key],
    issuesOf: (key) =>
      issuesOf(mutation.error)
        .filter(({ path }) => path.startsWith(`${key}.`))
        .map(({ path, message }) => ({ path: path.slice(key.length + 1), message })),
    set: (key, value) => {
      if (!(key in latest.current)) beforeEdits.current = { ...beforeEdits.current, [key]: stored[key] }
      setEdits({ ...latest.current, [key]: value })
      setProblems((now) => ({ ...now, [key]: undefined }))
    },
    submit,
    discard: () => {
      setEdits({})
      setProblems({})
      setVersion(version + 1)
      mutation.reset()
    },
    version,
  }
}

/** The person's changes, in a ref as well, so that the latest ones can be read before the next render. */
function useEdits<Values>() {
  const [edits, renderEdits] = useState<Partial<Values>>({})
  const latest = useRef<Partial<Values>>({})
  const setEdits = (next: Partial<Values>) => {
    latest.current = next
    renderEdits(next)
  }
  return { edits, latest, setEdits }
}

/**
 * Whether there are unsaved changes. It is in a ref, so that after `markSaved`, `onSaved` can leave the screen without
 * a warning, although the next render has not happened yet.
 */
function useUnsavedMark(isChanged: boolean) {
  const mark = useRef(false)
  useEffect(() => {
    mark.current = isChanged
  }, [isChanged])
  return {
    isUnsaved: () => mark.current,
    markSaved: () => {
      mark.current = false
    },
  }
}

/** What a save sends. */
interface Sent<Values> {
  readonly values: Values
  /** the edits that differ from the stored values */
  readonly changes: Partial<Values>
  /** all edits, also those that equal the stored values by now */
  readonly edits: Partial<Values>
}

function sentOf<Values extends object>(edits: Partial<Values>, stored: Values): Sent<Values> {
  return { values: { ...stored, ...edits }, changes: changesOf(edits, stored), edits }
}

function isDifferent<Values extends object>(edits: Partial<Values>, stored: Values): boolean {
  return Object.keys(changesOf(edits, stored)).length > 0
}

/** The edits that differ from the stored values. */
function changesOf<Values extends object>(edits: Partial<Values>, stored: Partial<Values>): Partial<Values> {
  const changed = Object.entries(edits).filter(([key, value]) => {
    const before = stored[key as keyof Values]
    return value !== before && JSON.stringify(value) !== JSON.stringify(before)
  })
  return Object.fromEntries(changed) as Partial<Values>
}

/** The edits that a save has not sent. An edit of another field is one of them even if it empties the field. */
function editsSince<Values extends object>(edits: Partial<Values>, sent: Partial<Values>): Partial<Values> {
  const changed = changesOf(edits, sent)
  const unsent = Object.entries(edits).filter(([key]) => key in changed || !(key in sent))
  return Object.fromEntries(unsent) as Partial<Values>
}

/** The problems of a failed save by field: issues by their paths, and the conflict of a slug or name in use. */
function problemsOf<Values extends object>(error: unknown, values: Values): Problems<Values> {
  const inUse = isFailure(error, 409)
    ? ['slug', 'name']
        .filter((key) => key in values && error.details[key] !== undefined)
        .map((key) => [key, messageOf(error)])
    : []
  const found = [...inUse, ...issuesOf(error).map(({ path, message }) => [path.split('.')[0] ?? '', message])]
  const ofFields = found.filter(([key = '']) => key in values)
  // The last entry of a key stays, so the first problem of each field has to be the last.
  return Object.fromEntries(ofFields.toReversed()) as Problems<Values>
}
