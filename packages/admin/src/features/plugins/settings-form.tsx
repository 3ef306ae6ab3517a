import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { isFailure, issuesOf, withIssues } from '../../api/failures.ts'
import { type FormField, fieldsOf } from '../../rich-text/dialogs/json-schema.ts'
import { readJsonTexts } from '../../rich-text/dialogs/json-texts.ts'
import { SchemaFields } from '../../rich-text/dialogs/schema-fields.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type PluginWithSettings, refreshPlugins } from './plugin-queries.ts'
import classes from './plugin-settings.module.css'
import { SecretInput } from './secret-input.tsx'

type Values = Record<string, unknown>
type Problems = ReadonlyMap<string, string>

interface SettingsFormProps {
  readonly plugin: PluginWithSettings
  readonly schema: Readonly<Record<string, unknown>>
  readonly isReadOnly: boolean
}

const none: Problems = new Map()

/** The settings of a plugin, in a form generated from their definitions. */
export function SettingsForm({ plugin, schema, isReadOnly }: SettingsFormProps) {
  const { t } = useTranslation('plugins')
  const [problems, setProblems] = useState(none)
  const { id: pluginId, secrets } = plugin
  const all = fieldsOf(schema)
  const plain = all.filter(({ name }) => !Object.hasOwn(secrets, name))
  const form = useForm<Values, unknown>({
    stored: Object.fromEntries(all.map(({ name }) => [name, plugin.settings[name]])),
    check: (values) => {
      const { unreadable } = readJsonTexts(plain, values)
      const found = unreadable.map(({ path, message = t('notJson') }) => [path, message] as const)
      setProblems(new Map(found))
      return Object.fromEntries(found.map(([path, message]) => [path.split('.')[0] ?? '', message]))
    },
    save: async (_, changes) => {
      try {
        return await api.plugins.update({ pluginId, settings: settingsOf(plain, changes) })
      } catch (error) {
        if (!isFailure(error)) throw error
        const issues = issuesOf(error).map(({ path, message }) => ({ path: withoutRoot(path), message }))
        setProblems(new Map(issues.map(({ path, message }) => [path, message])))
        throw issues.length === 0 ? error : withIssues(error, issues)
      }
    },
    onSaved: () => {
      setProblems(none)
      void refreshPlugins()
    },
  })
  const set = (name: string, value: unknown) => {
    form.set(name, value)
    setProblems(new Map([...problems].filter(([path]) => path.split('.')[0] !== name)))
  }
  return (
    <PageForm form={form} isReadOnly={isReadOnly}>
      <fieldset disabled={isReadOnly} className={classes['fields']} aria-labelledby="settings">
        <Stack>
          <SchemaFields
            fields={plain}
            values={form.values}
            path=""
            problems={problems}
            onChange={(values) => {
              for (const { name } of plain) if (values[name] !== form.values[name]) set(name, values[name])
            }}
          />
          {all
            .filter(({ name }) => Object.hasOwn(secrets, name))
            .map((field) => (
              <SecretInput
                key={field.name}
                field={field}
                isSet={secrets[field.name] === true}
                value={form.values[field.name] as string | null | undefined}
                onChange={(value) => set(field.name, value)}
                error={problems.get(field.name)}
              />
            ))}
        </Stack>
      </fieldset>
    </PageForm>
  )
}

/** The request: only changed settings; null resets a cleared one to its default. */
function settingsOf(fields: readonly FormField[], changes: Values): Values {
  const { value } = readJsonTexts(fields, changes)
  return Object.fromEntries(Object.keys(changes).map((name) => [name, value[name] ?? null]))
}

function withoutRoot(path: string): string {
  return path.replace(/^settings\./, '')
}
