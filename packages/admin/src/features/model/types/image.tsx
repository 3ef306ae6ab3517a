import { Switch } from '@mantine/core'
import { Image } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { withSetting } from '../field-draft.ts'
import { DefaultMedia } from './default-media.tsx'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'

function Preview({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Switch
      label={t('options.showPreview')}
      description={t('options.showPreviewHelp')}
      checked={options['showPreview'] !== false}
      onChange={({ currentTarget }) =>
        onChange({ options: withSetting(options, 'showPreview', currentTarget.checked ? undefined : false) })
      }
      error={error}
    />
  )
}

function DefaultImage({ draft: _draft, ...rest }: DefaultProps) {
  return (
    <DefaultMedia
      {...rest}
      kind="image"
      valueOf={({ id, url, alt, width, height }) => ({
        ...{ id, url },
        ...(alt !== null && alt !== undefined && { alt }),
        ...(typeof width === 'number' && { width }),
        ...(typeof height === 'number' && { height }),
      })}
    />
  )
}

export const image: FieldTypeUi = {
  icon: Image,
  isScalar: () => false,
  rules: [],
  Options: Preview,
  DefaultValue: DefaultImage,
  widgets: [],
}
