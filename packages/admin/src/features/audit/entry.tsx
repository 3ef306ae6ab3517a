import { Collapse, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonName } from '../../api/person-names.ts'
import { TimeText } from '../../ui/times.tsx'
import { actionName } from './action-names.ts'
import { Changes } from './changes.tsx'
import classes from './entry.module.css'
import { type Narrowed, NarrowTo } from './narrowed.tsx'

interface EntryProps {
  readonly entry: AuditEntry
  readonly onNarrow: (narrowed: Narrowed) => void
}

/** One change in a line; what exactly changed opens below it. */
export function Entry({ entry, onNarrow }: EntryProps) {
  const { t } = useTranslation('audit')
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  const name = usePersonName(entry.userId) ?? entry.userId
  const who = name ?? t(entry.door === 'job' || entry.door === 'cli' ? 'service' : 'nobody')
  return (
    <div className={classes['entry']}>
      <UnstyledButton className={classes['line']} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <ChevronRight size={16} aria-hidden className={classes['arrow']} data-open={isOpen} />
        <div className={classes['what']}>
          <Text component="span" fw={600} dir="auto">
            {actionName(entry.action)}
          </Text>{' '}
          <Text component="span" dir="auto">
            {entry.targetName ?? entry.targetId ?? entry.targetType}
          </Text>
          <Text size="sm" c="dimmed" dir="auto">
            {who} · {t(`doors.${entry.door}`)} · <code>{entry.action}</code>
          </Text>
        </div>
        <Text size="sm" c="dimmed" component="span">
          <TimeText iso={entry.at} />
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <div className={classes['details']}>
            <Changes entry={entry} />
            <NarrowTo entry={entry} onNarrow={onNarrow} />
          </div>
        )}
      </Collapse>
    </div>
  )
}
