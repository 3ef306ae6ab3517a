import { Anchor, Group, Text } from '@mantine/core'
import { FilePlus2, Paperclip } from 'lucide-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MediaItem } from '../../media/media-item.ts'
import { readerOf } from '../parts/block-parts.ts'
import { propertiesParts } from '../parts/data-parts.ts'
import { asDetails, textParts } from '../parts/parts.ts'
import type { ControlProps } from './field-editor.ts'
import { Picked } from './picked.tsx'
import { DefaultMedia } from './settings/default-media.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps } from './settings/settings-form.ts'

interface FileValue {
  readonly id: string
  readonly url?: string
  readonly filename?: string
  readonly mimeType?: string
  readonly size?: number
}

function FileControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { value, onChange } = props
  const file = isFile(value) ? value : null
  const pick = async () => {
    const { pickMedia } = await import('../../media/media-picker.tsx')
    const item = await pickMedia({ kind: 'any' })
    if (item === null) return
    onChange(valueOf(item))
  }
  return (
    <Picked
      control={props}
      isEmpty={file === null}
      icon={FilePlus2}
      choose={t('fields.pickFile')}
      onPick={() => void pick()}
    >
      {file !== null && <FileLine file={file} />}
    </Picked>
  )
}

/** The name of a file, with a link to it, and its size. */
function FileLine({ file }: { readonly file: FileValue }) {
  const name = file.filename ?? file.id
  // A file of the service is loaded from the current origin, even if it was stored with another one.
  const path = file.url === undefined ? undefined : new URL(file.url, location.origin).pathname
  return (
    <Group gap="xs" mb="sm" wrap="nowrap">
      <Paperclip size={16} aria-hidden />
      {path === undefined ? (
        <Text>{name}</Text>
      ) : (
        <Anchor href={path} target="_blank" rel="noopener" dir="auto">
          {name}
        </Anchor>
      )}
      {file.size !== undefined && (
        <Text size="sm" c="dimmed">
          {sizeText(file.size)}
        </Text>
      )}
    </Group>
  )
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes >= 1e6 ? (['megabyte', 1e6] as const) : (['kilobyte', 1e3] as const)
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(i18next.language, format).format(bytes / size)
}

/** The stored value of a picked file; a size that is not known is left out. */
function valueOf({ id, url, filename, mimeType, size }: MediaItem): FileValue {
  return { id, url, filename, mimeType, ...(size !== null && { size }) }
}

function isFile(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function DefaultFile({ draft: _draft, ...rest }: DefaultProps) {
  return <DefaultMedia {...rest} kind="any" valueOf={valueOf} />
}

export const file: FieldTypeUi = {
  icon: Paperclip,
  Control: FileControl,
  isInSummaries: false,
  accepts: isFile,
  toParts: (value, _field, names) => {
    if (!isFile(value)) return []
    const { filename, ...rest } = value
    return [
      ...textParts(filename ?? value.url ?? value.id),
      ...asDetails(propertiesParts(rest, readerOf(names))),
    ]
  },
  DefaultValue: DefaultFile,
}
