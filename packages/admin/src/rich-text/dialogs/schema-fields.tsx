import { Fieldset, Stack } from '@mantine/core'
import { isObject } from '../model/same.ts'
import type { FormField } from './json-schema.ts'
import type { Problems } from './problems.ts'
import { SchemaField } from './schema-field.tsx'

type Values = Readonly<Record<string, unknown>>

interface SchemaFieldsProps {
  readonly fields: readonly FormField[]
  readonly values: Values
  readonly path: string
  readonly problems: Problems
  readonly onChange: (values: Values) => void
}

/** The form fields of an object, with nested groups. `path` is that of the object: empty, or ending with a dot. */
export function SchemaFields({ fields, values, path, problems, onChange }: SchemaFieldsProps) {
  return fields.map((field, index) => {
    const value = values[field.name]
    const fieldPath = path + field.name
    if (field.kind === 'group')
      return (
        <Fieldset key={field.name} legend={field.title}>
          <Stack gap="sm">
            <SchemaFields
              fields={field.fields}
              values={isObject(value) ? value : {}}
              path={`${fieldPath}.`}
              problems={problems}
              onChange={(inner) => onChange(withValue(values, field.name, inner))}
            />
          </Stack>
        </Fieldset>
      )
    return (
      <SchemaField
        key={field.name}
        field={field}
        value={value}
        error={problemAt(problems, fieldPath)}
        isFirst={path === '' && index === 0}
        onChange={(next) => onChange(withValue(values, field.name, next))}
      />
    )
  })
}

/** The problem of a field, or the first one within its value, such as that of an entry of a list. */
function problemAt(problems: Problems, fieldPath: string): string | undefined {
  const exact = problems.get(fieldPath)
  if (exact !== undefined) return exact
  for (const [path, message] of problems) if (path.startsWith(`${fieldPath}.`)) return message
  return undefined
}

function withValue(values: Values, name: string, value: unknown): Values {
  if (value !== undefined) return { ...values, [name]: value }
  const { [name]: _, ...rest } = values
  return rest
}
