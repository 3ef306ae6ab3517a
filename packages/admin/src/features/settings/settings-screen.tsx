import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { isTimeZone } from '@octavo/contract/time-zone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import { longerThan } from '../../ui/form/checks.ts'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/page.tsx'
import { NumberInput } from '../../ui/values/number-input.tsx'
import type { Unread } from '../../ui/values/unread.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { narrowInput } from './narrow.tsx'
import {
  RetentionFields,
  type RetentionKey,
  retentionKeys,
  retentionMaxima,
  type RetentionValues,
} from './retention-fields.tsx'
import { SiteLanguages } from './languages.tsx'
import { SearchIndex } from './search-index.tsx'
import { type Settings, settingsQuery } from './settings-queries.ts'
import { TranslatedSettings } from './translated-settings.tsx'
import { useConflictCheck } from './use-conflict-check.ts'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { useNamedSetting } from './use-named-setting.ts'
import { useShownLocale } from '../site-translations/use-shown-locale.ts'

/** The settings of the site. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const { can } = useSession()
  const canManage = can('settings.manage')
  const locale = useShownLocale()
  const { data, error, refetch } = useQuery(settingsQuery())
  // Only those who may change the settings see them in another language.
  const translatedLocale = canManage ? locale : null
  return (
    <Page
      title={t('title')}
      lead={t(canManage ? 'lead' : 'leadReadOnly')}
      width="form"
      actions={canManage && <LocaleSwitch />}
    >
      {data !== undefined && translatedLocale !== null && (
        <TranslatedSettings stored={data} locale={translatedLocale} />
      )}
      {data !== undefined && translatedLocale === null && (
        <SettingsForm stored={data} isReadOnly={!canManage} />
      )}
      {data === undefined && error === null && <ListSkeleton rows={3} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      <SiteLanguages />
      {can('search.manage') && <SearchIndex />}
    </Page>
  )
}

/** the id of the element with the suggestions for the time zone */
const zonesId = 'time-zones'

/** The names of the time zones that the browser knows, and UTC, which browsers can leave out of this list. */
function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

/** the limits of the number of items on a page */
const postsPerPageRange = { least: 1, most: 100 }

/** the settings that are numbers */
type NumberKey = 'postsPerPage' | RetentionKey
const numberKeys: readonly NumberKey[] = ['postsPerPage', ...retentionKeys]

interface Range {
  readonly least: number
  readonly most: number
}

/** the allowed values of each setting that is a number */
const ranges = Object.fromEntries([
  ['postsPerPage', postsPerPageRange],
  ...retentionKeys.map((key) => [key, { least: 1, most: retentionMaxima[key] }]),
]) as Record<NumberKey, Range>

/** The values of the form; empty texts for settings that are not set. */
interface SettingsValues extends RetentionValues {
  readonly siteTitle: string
  readonly tagline: string
  readonly siteUrl: string
  /** origins of previews, one on each line */
  readonly previewOrigins: string
  readonly timeZone: string
  /** undefined for none */
  readonly postsPerPage: number | Unread | undefined
  readonly changeSetApproval: boolean
}

type NumberValues = Pick<SettingsValues, NumberKey>

interface SettingsFormProps {
  readonly stored: Settings
  readonly isReadOnly: boolean
}

/** The settings in the default language. */
function SettingsForm({ stored, isReadOnly }: SettingsFormProps) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const conflicts = useConflictCheck<SettingsValues>()
  const form = useForm({
    stored: valuesOf(stored),
    check: (values: SettingsValues) => ({
      siteTitle: longerThan(values.siteTitle, limits.label),
      tagline: longerThan(values.tagline, limits.description),
      siteUrl: longerThan(values.siteUrl, limits.siteUrl),
      timeZone: values.timeZone === '' || isTimeZone(values.timeZone) ? undefined : t('timeZoneBad'),
      previewOrigins:
        linesOf(values.previewOrigins).length > limits.previewOrigins
          ? t('previewOriginsMany', { most: limits.previewOrigins })
          : undefined,
      ...Object.fromEntries(
        numberKeys.map((key) => [
          key,
          isWithin(values[key], ranges[key]) ? undefined : t('numberBad', { ...ranges[key] }),
        ]),
      ),
    }),
    // Reads the settings first: a value that another person has changed meanwhile is shown before it is replaced.
    save: async (_values, changes, before) => {
      const storedNow = await api.settings.get({})
      client.setQueryData(settingsQuery().queryKey, storedNow)
      await conflicts.check(changes, before, valuesOf(storedNow))
      return api.settings.update(inputOf(changes))
    },
    onSaved: (settings) => {
      conflicts.forget()
      client.setQueryData(settingsQuery().queryKey, settings)
      void client.invalidateQueries({ queryKey: keys.workspace })
    },
  })
  const { values, errorOf, set } = form
  // Focuses the setting that the URL names, by its `data-setting`.
  useNamedSetting()
  const placeholder = isReadOnly ? t('notSet') : ''
  return (
    <PageForm form={form} isReadOnly={isReadOnly}>
      <TextInput
        label={t('siteTitle')}
        data-setting="siteTitle"
        description={t('siteTitleHelp')}
        placeholder={placeholder}
        value={values.siteTitle}
        onChange={({ currentTarget }) => set('siteTitle', currentTarget.value)}
        error={errorOf('siteTitle')}
        readOnly={isReadOnly}
        dir="auto"
      />
      <Textarea
        label={t('tagline')}
        data-setting="tagline"
        description={t('taglineHelp')}
        placeholder={placeholder}
        value={values.tagline}
        onChange={({ currentTarget }) => set('tagline', currentTarget.value)}
        error={errorOf('tagline')}
        readOnly={isReadOnly}
        {...growing(1, 6)}
        dir="auto"
      />
      <TextInput
        label={t('siteUrl')}
        data-setting="siteUrl"
        description={t('siteUrlHelp')}
        placeholder={placeholder}
        value={values.siteUrl}
        onChange={({ currentTarget }) => set('siteUrl', currentTarget.value)}
        error={errorOf('siteUrl')}
        readOnly={isReadOnly}
        inputMode="url"
        dir="ltr"
      />
      <Textarea
        label={t('previewOrigins')}
        data-setting="previewOrigins"
        description={t('previewOriginsHelp')}
        placeholder={placeholder}
        value={values.previewOrigins}
        onChange={({ currentTarget }) => set('previewOrigins', currentTarget.value)}
        error={errorOf('previewOrigins')}
        readOnly={isReadOnly}
        {...growing(2, 8)}
        inputMode="url"
        dir="ltr"
      />
      <TextInput
        label={t('timeZone')}
        data-setting="timeZone"
        description={t('timeZoneHelp')}
        placeholder={isReadOnly ? placeholder : 'UTC'}
        value={values.timeZone}
        onChange={({ currentTarget }) => set('timeZone', currentTarget.value)}
        error={errorOf('timeZone')}
        readOnly={isReadOnly}
        list={zonesId}
        dir="ltr"
      />
      <datalist id={zonesId}>
        {timeZones().map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      <NumberInput
        label={t('postsPerPage')}
        data-setting="postsPerPage"
        description={t('postsPerPageHelp', postsPerPageRange)}
        placeholder={placeholder}
        value={values.postsPerPage}
        onChange={(value) => set('postsPerPage', value)}
        isWhole
        error={errorOf('postsPerPage')}
        readOnly={isReadOnly}
        min={postsPerPageRange.least}
        max={postsPerPageRange.most}
        inputContainer={narrowInput}
      />
      <Checkbox
        label={t('changeSetApproval')}
        data-setting="changeSetApproval"
        description={t('changeSetApprovalHelp')}
        checked={values.changeSetApproval}
        onChange={({ currentTarget }) => set('changeSetApproval', currentTarget.checked)}
        error={errorOf('changeSetApproval')}
        disabled={isReadOnly}
      />
      <RetentionFields form={form} isReadOnly={isReadOnly} />
    </PageForm>
  )
}

/** The stored settings as the form edits them. */
function valuesOf(stored: Settings): SettingsValues {
  const {
    siteTitle = '',
    tagline = '',
    siteUrl = '',
    previewOrigins = [],
    timeZone = '',
    changeSetApproval = false,
  } = stored
  const numbers = Object.fromEntries(numberKeys.map((key) => [key, stored[key]])) as NumberValues
  const lines = previewOrigins.join('\n')
  return { siteTitle, tagline, siteUrl, previewOrigins: lines, timeZone, changeSetApproval, ...numbers }
}

/** The lines of a text that are not empty. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The changes as input of the operation. Null removes a cleared setting, so that the site uses its default. */
function inputOf(changes: Partial<SettingsValues>): Parameters<typeof api.settings.update>[0] {
  const entries = Object.entries(changes).map(([key, value]) => {
    if (key === 'previewOrigins' && typeof value === 'string') return [key, linesOf(value)]
    // A switch that is off is sent as null too, because off is its default.
    const isValue = typeof value === 'number' || value === true || (typeof value === 'string' && value !== '')
    return [key, isValue ? value : null]
  })
  return Object.fromEntries(entries) as Parameters<typeof api.settings.update>[0]
}

/** Whether a number is in a range, or not set; a text that is no number (`Unread`) is not. */
function isWithin(value: number | Unread | undefined, { least, most }: Range): boolean {
  return value === undefined || (typeof value === 'number' && value >= least && value <= most)
}
