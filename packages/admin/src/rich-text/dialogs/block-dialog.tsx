import { Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlockTitle } from '../cards/use-block-title.ts'
import { useRichText } from '../actions/context.ts'
import type { Block, BlockIssue, PickedMedia } from '../types.ts'
import { BlockButtons } from './block-buttons.tsx'
import { CaptionField } from './caption-field.tsx'
import { isCaptionReadOnly, withCaptionInBothForms } from './caption.ts'
import { defaultsOf, fieldsOf } from './json-schema.ts'
import { schemaOf } from '../built-in-schemas.ts'
import { PictureField } from './picture-field.tsx'
import { type Problems, problemsOf } from './problems.ts'
import { SchemaFields } from './schema-fields.tsx'
import { readJsonTexts } from './json-texts.ts'

interface BlockDialogProps {
  readonly block: Block
  readonly isNew: boolean
  readonly issues: readonly BlockIssue[]
  readonly pickMedia: (() => Promise<PickedMedia | null>) | undefined
  readonly onDone: (block: Block) => void
  readonly onClose: () => void
}

/** The form of a block that is not text, generated from the schema of its type. */
export function BlockDialog({ block, isNew, issues, pickMedia, onDone, onClose }: BlockDialogProps) {
  const { t } = useTranslation('richText')
  const { blockTypes } = useRichText()
  const { title } = useBlockTitle(block)
  const hasReadOnlyCaption = isCaptionReadOnly(block)
  const fields = fieldsOf(schemaOf(block._type, blockTypes) ?? {}).filter(
    ({ name }) => !(hasReadOnlyCaption && name === 'caption'),
  )
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    isNew ? { ...defaultsOf(fields), ...block } : block,
  )
  const [problems, setProblems] = useState<Problems>(
    () => new Map(issues.map(({ path, message }) => [path, message])),
  )
  const change = (next: typeof values): void => setValues((before) => withCaptionInBothForms(before, next))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React passes events through portals: a form around the editor must not be submitted as well.
    event.stopPropagation()
    const { value, unreadable } = readJsonTexts(fields, values)
    const found = problemsOf(fields, value, unreadable, t)
    setProblems(found)
    if (found.size === 0) onDone({ ...value, _type: block._type })
  }
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
      title={t(isNew ? 'block.new' : 'block.edit', { title })}
      size="lg"
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {block._type === 'image' && pickMedia !== undefined && (
            <PictureField values={values} pickMedia={pickMedia} onChange={setValues} />
          )}
          <SchemaFields fields={fields} values={values} path="" problems={problems} onChange={change} />
          {hasReadOnlyCaption && <CaptionField label={t('caption.label')} values={block} />}
          {/* an issue of the whole block */}
          {problems.get('') !== undefined && <div role="alert">{problems.get('')}</div>}
          <BlockButtons isNew={isNew} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
