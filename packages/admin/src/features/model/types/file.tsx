import { Paperclip } from 'lucide-react'
import { DefaultMedia } from './default-media.tsx'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

function DefaultFile({ draft: _draft, ...rest }: DefaultProps) {
  return (
    <DefaultMedia
      {...rest}
      kind="any"
      valueOf={({ id, url, filename, mimeType, size }) => ({ id, url, filename, mimeType, size })}
    />
  )
}

export const file: FieldTypeUi = {
  icon: Paperclip,
  isScalar: () => false,
  rules: [],
  DefaultValue: DefaultFile,
  widgets: [],
}
