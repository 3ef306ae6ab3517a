import type { ChangeEvent } from 'react'
import type { Form } from './use-form.ts'

/** The props that connect a control with a field of a form. */
export function bind<Values, Key extends keyof Values>(form: Form<Values>, key: Key) {
  return {
    value: form.values[key],
    onChange: (value: Values[Key]) => form.set(key, value),
    error: form.errorOf(key),
  }
}

/** The props that connect a native input, which passes an event, with a text field of a form. */
export function bindText<Key extends string, Values extends Readonly<Record<Key, string>>>(
  form: Form<Values>,
  key: Key,
) {
  return {
    value: form.values[key],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.set(key, currentTarget.value as Values[Key]),
    error: form.errorOf(key),
  }
}
