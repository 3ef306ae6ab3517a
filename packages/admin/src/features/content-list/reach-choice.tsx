import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import { mostReached, type Reach } from './use-reach.ts'

/** The choice in the bar of a selection: whether actions are for the shown translations only, or for all. */
export function ReachChoice({ reach }: { readonly reach: Reach }) {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const { value, counts, error, choose } = reach
  const isTooMany = counts.all > mostReached
  return (
    <NativeSelect
      size="xs"
      aria-label={t('reach.label')}
      value={value}
      error={error !== null && failureText(error, common)}
      data={[
        { value: 'shown', label: t('reach.shown', { count: counts.shown }) },
        isTooMany
          ? { value: 'all', label: t('reach.tooMany', { count: mostReached }), disabled: true }
          : { value: 'all', label: t('reach.all', { count: counts.all }) },
      ]}
      onChange={(event) => choose(event.currentTarget.value === 'all' ? 'all' : 'shown')}
    />
  )
}
