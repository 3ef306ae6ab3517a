import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isFailure, issuesOf } from '../../api/failures.ts'

export type Problems<Values> = Partial<Record<keyof Values, string | undefined>>

interface FormOptions<Values, Result> {
  /** what is stored now, or what a new thing begins with; it may change while somebody types */
  readonly stored: Values
  /** what is wrong, by field, before the service is asked */
  readonly check?: (values: Values) => Problems<Values>
  /** `changes` is what differs from what was stored */
  readonly save: (values: Values, changes: Partial<Values>) => Promise<Result>
  readonly onSaved: (result: Result) => void
  /** The form is over when it is saved: what stands in it stays until then. */
  readonly endsWhenSaved?: boolean
}

export interface Form<Values> {
  readonly values: Values
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** what went wrong and belongs to no field */
  readonly failure: unknown
  /** Whether leaving would lose something; can be asked at any time. */
  hasUnsaved(): boolean
  errorOf(key: keyof Values): string | undefined
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void
  submit(event?: FormEvent): void
  /** Back to what is stored. */
  discard(): void
}

/**
 * A form over something that is stored. It holds only what the person has changed, so what others change meanwhile
 * appears in all other fields; a failure keeps everything and is told by the field that it is about.
 */
export function useForm<Values extends object, Result>({
  stored,
  check,
  save,
  onSaved,
  endsWhenSaved = false,
}: FormOptions<Values, Result>): Form<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState<Problems<Values>>({})
  const values = { ...stored, ...edits }
  const changes = changesOf(edits, stored)
  const isChanged = Object.keys(changes).length > 0
  const isUnsaved = useRef(false)
  useEffect(() => {
    isUnsaved.current = isChanged
  }, [isChanged])

  const mutation = useMutation({
    mutationFn: (sent: Sent<Values>) => save(sent.values, sent.changes),
    onSuccess: (result, sent) => {
      isUnsaved.current = false
      onSaved(result)
      // What was typed since then is still to be saved.
      if (!endsWhenSaved) setEdits((now) => changesOf(now, sent.edits))
    },
    onError: (error, sent) => setProblems(problemsOf(error, sent.values)),
  })
  const isOfField = Object.values(problemsOf(mutation.error, values)).length > 0

  return {
    values,
    isChanged,
    isSaving: mutation.isPending,
    failure: isOfField ? null : mutation.error,
    hasUnsaved: () => isUnsaved.current,
    errorOf: (key) => problems[key],
    set: (key, value) => {
      setEdits((now) => ({ ...now, [key]: value }))
      setProblems((now) => ({ ...now, [key]: undefined }))
    },
    submit: (event) => {
      event?.preventDefault()
      event?.stopPropagation()
      if (mutation.isPending) return
      const found = check?.(values) ?? {}
      setProblems(found)
      mutation.reset()
      if (Object.values(found).every((problem) => problem === undefined))
        mutation.mutate({ values, changes, edits })
    },
    discard: () => {
      setEdits({})
      setProblems({})
      mutation.reset()
    },
  }
}

interface Sent<Values> {
  readonly values: Values
  readonly changes: Partial<Values>
  readonly edits: Partial<Values>
}

function changesOf<Values extends object>(edits: Partial<Values>, stored: Partial<Values>): Partial<Values> {
  const changed = Object.entries(edits).filter(([key, value]) => {
    const before = stored[key as keyof Values]
    return value !== before && JSON.stringify(value) !== JSON.stringify(before)
  })
  return Object.fromEntries(changed) as Partial<Values>
}

/** What a failure says of fields: by the issues' paths, or by what is taken already. */
function problemsOf<Values extends object>(error: unknown, values: Values): Problems<Values> {
  const taken = ['slug', 'name'].filter(
    (key) => isFailure(error, 409) && key in values && error.details[key] !== undefined,
  )
  const found = [
    ...taken.map((key) => [key, (error as Error).message]),
    ...issuesOf(error).map(({ path, message }) => [path.split('.')[0] ?? '', message]),
  ]
  const ofFields = found.filter(([key = '']) => key in values)
  return Object.fromEntries(ofFields.toReversed()) as Problems<Values>
}
