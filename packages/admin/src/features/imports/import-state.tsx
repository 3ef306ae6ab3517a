import { Badge } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useTranslation } from 'react-i18next'
import classes from './import-state.module.css'

/** The state of an import, as a badge. */
export function ImportState({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const state = job.state === 'done' && job.options?.dryRun === true ? 'dry' : job.state
  return (
    <Badge className={classes['badge'] ?? ''} data-state={state} variant="transparent" tt="none">
      {t(`states.${state}`)}
    </Badge>
  )
}
