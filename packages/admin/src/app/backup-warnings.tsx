import { Alert, Button, Group, Text } from '@mantine/core'
import type { BackupState } from '@octavo/contract/operations/backup'
import { DatabaseBackup } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { reasonText } from '../api/service-text.ts'
import { confirm } from '../ui/confirm.tsx'
import { tones } from '../ui/tones.ts'
import { useAction } from '../ui/use-action.ts'

type Schedule = NonNullable<BackupState['schedule']>

/** Warnings for admins about a restored site and scheduled backups. */
export function BackupWarnings({ isPaused, schedule }: BackupState) {
  return (
    <>
      {isPaused && <PausedWarning />}
      {schedule !== null && <ScheduleWarning schedule={schedule} />}
    </>
  )
}

function PausedWarning() {
  const { t } = useTranslation('shell')
  const runAction = useAction()
  const resume = (): void =>
    runAction({
      run: () => api.backup.resume({}),
      done: t('restored.resumed'),
      touches: [keys.backup, keys.content, keys.webhooks],
    })
  const ask = async (): Promise<void> => {
    const question = {
      title: t('restored.confirmTitle'),
      text: t('restored.confirmText'),
      action: t('restored.resume'),
    }
    if (await confirm(question)) resume()
  }
  return (
    <Alert icon={<DatabaseBackup aria-hidden />} vars={tones.warn} mb="md" title={t('restored.title')}>
      <Group justify="space-between" align="end">
        <Text size="sm" maw={640}>
          {t('restored.text')}
        </Text>
        <Button variant="default" onClick={() => void ask()}>
          {t('restored.resume')}
        </Button>
      </Group>
    </Alert>
  )
}

function ScheduleWarning({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('shell')
  const { failure, because, failures, isLate } = schedule
  if (failure === null && !isLate) return null
  // The translated reason; without a translation, `failure` is shown, which is in English.
  const reason = because === null ? undefined : reasonText(because)
  return (
    <Alert icon={<DatabaseBackup aria-hidden />} vars={tones.warn} mb="md" title={t('backupFails.title')}>
      {/* A failure without failed attempts is a fault of the archive that was made. */}
      {failure === null
        ? t('backupFails.late')
        : t(failures > 0 ? 'backupFails.failed' : 'backupFails.warned')}
      {failure !== null && (
        <Text size="sm" c="dimmed" mt="xs" {...(reason === undefined && { lang: 'en' })}>
          {reason ?? failure}
        </Text>
      )}
    </Alert>
  )
}
