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
/** Messages by the paths of their fields, such as `server.port` for a field of a group. */
type Problems = ReadonlyMap<string, string>

interface SettingsFormProps {
  readonly plugin: PluginWithSettings
  readonly schema: Readonly<Record<string, unknown>>
  readonly isReadOnly: boolean
}

const noProblems: Problems = new Map()

/** The settings of a plugin, in a form generated from their definitions. */
export function SettingsForm({ plugin, schema, isReadOnly }: SettingsFormProps) {
  const { t } = useTranslation('plugins')
  // `form` has one problem for a whole setting; this map has those of the fields in a group of settings as well.
  const [problems, setProblems] = useState(noProblems)
  // `secrets` says which settings are secret, and whether each of them is set.
  const { id: pluginId, secrets } = plugin
  const allFields = fieldsOf(schema)
  const withoutSecrets = allFields.filter(({ name }) => !Object.hasOwn(secrets, name))
  const form = useForm<Values, unknown>({
    stored: Object.fromEntries(allFields.map(({ name }) => [name, plugin.settings[name]])),
    check: (values) => {
      const { unreadable } = readJsonTexts(withoutSecrets, values)
      const unreadableProblems = unreadable.map(
        ({ path, message = t('notJson') }) => [path, message] as const,
      )
      setProblems(new Map(unreadableProblems))
      return Object.fromEntries(unreadableProblems.map(([path, message]) => [settingOf(path), message]))
    },
    save: async (_values, changes) => {
      try {
        return await api.plugins.update({ pluginId, settings: settingsOf(withoutSecrets, changes) })
      } catch (error) {
        if (!isFailure(error)) throw error
        const issues = issuesOf(error).map(({ path, message }) => ({ path: pathInSettings(path), message }))
        setProblems(new Map(issues.map(({ path, message }) => [path, message])))
        throw issues.length === 0 ? error : withIssues(error, issues)
      }
    },
    onSaved: () => {
      setProblems(noProblems)
      void refreshPlugins()
    },
  })
  /** Changes a setting, and drops the problems of its former value. */
  const set = (name: string, value: unknown) => {
    form.set(name, value)
    setProblems(new Map([...problems].filter(([path]) => settingOf(path) !== name)))
  }
  return (
    <PageForm form={form} isReadOnly={isReadOnly}>
      <fieldset disabled={isReadOnly} className={classes['fields']} aria-labelledby="settings">
        <Stack>
          <SchemaFields
            fields={withoutSecrets}
            values={form.values}
            path=""
            problems={problems}
            onChange={(values) => {
              for (const { name } of withoutSecrets)
                if (values[name] !== form.values[name]) set(name, values[name])
            }}
          />
          {allFields
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

/** The settings in the request: only changed ones; null resets a cleared one to its default. */
function settingsOf(fields: readonly FormField[], changes: Values): Values {
  const { value } = readJsonTexts(fields, changes)
  return Object.fromEntries(Object.keys(changes).map((name) => [name, value[name] ?? null]))
}

/** The setting to which a path belongs: its first step. */
function settingOf(path: string): string {
  return path.split('.')[0] ?? ''
}

/** The path of an issue within the settings: the service reports it with `settings.` before it. */
function pathInSettings(path: string): string {
  return path.replace(/^settings\./, '')
}
