import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Braces, Download, FileCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { notifyError } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The menu that downloads the content model: as JSON for another site, or as TypeScript types for developers. */
export function ExportMenu() {
  const { t } = useTranslation('model')
  const { mutate, isPending } = useMutation({
    mutationFn: (download: () => Promise<void>) => download(),
    onError: (error) => notifyError(error),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} loading={isPending}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Braces size={16} aria-hidden />} onClick={() => mutate(downloadJson)}>
          {t('export.json')}
        </Menu.Item>
        <Menu.Item leftSection={<FileCode size={16} aria-hidden />} onClick={() => mutate(downloadTypes)}>
          {t('export.typescript')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function downloadJson(): Promise<void> {
  const model = await api.schema.export({ format: 'json' })
  saveFile('content-model.json', 'application/json', `${JSON.stringify(model, null, 2)}\n`)
}

async function downloadTypes(): Promise<void> {
  saveFile('content-model.ts', 'text/typescript', await api.schema.export({ format: 'typescript' }))
}
