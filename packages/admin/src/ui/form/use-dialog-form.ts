import { useState } from 'react'
import { type Form, type FormOptions, useForm } from './use-form.ts'

export interface DialogForm<Values> extends Form<Values> {
  /** whether the values are saved, so that the dialog closes */
  readonly isDone: boolean
}

/** The form of a dialog, which closes after saving. */
export function useDialogForm<Values extends object, Result>(
  options: Omit<FormOptions<Values, Result>, 'endsWhenSaved'>,
): DialogForm<Values> {
  const [isDone, setDone] = useState(false)
  const form = useForm<Values, Result>({
    ...options,
    endsWhenSaved: true,
    onSaved: (result) => {
      setDone(true)
      options.onSaved(result)
    },
  })
  return { ...form, isDone }
}
