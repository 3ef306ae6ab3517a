import { ActionIcon, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { ImagePlus, type LucideIcon, Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SortableList } from '../../ui/sortable-list.tsx'
import { NumberInput } from '../../ui/values/number-input.tsx'
import { Unread } from '../../ui/values/unread.ts'
import { useBlockTitle } from '../cards/use-block-title.ts'
import { withCaption } from '../dialogs/caption.ts'
import { CaptionField } from '../dialogs/caption-field.tsx'
import { DraftDialog } from '../dialogs/draft-dialog.tsx'
import type { PickPictures } from '../model/pick-pictures.ts'
import type { Block, BlockIssue, RichTextProps } from '../types.ts'
import { type Gallery, isGallery, mostColumns, type Picture, picturesOf } from './gallery.ts'
import { PictureRow } from './picture-row.tsx'
import { type GalleryDraft, useGallery } from './use-gallery.ts'

interface GalleryDialogProps {
  readonly block: Block
  readonly isNew: boolean
  readonly issues: readonly BlockIssue[]
  readonly pickPictures: PickPictures | undefined
  readonly cropPicture: RichTextProps['cropPicture']
  readonly onDone: (block: Block) => void
  readonly onClose: () => void
}

export function GalleryDialog({ block, ...props }: GalleryDialogProps) {
  return isGallery(block) ? <GalleryForm gallery={block} {...props} /> : null
}

interface GalleryFormProps extends Omit<GalleryDialogProps, 'block'> {
  readonly gallery: Gallery
}

function GalleryForm({
  gallery,
  isNew,
  issues,
  pickPictures,
  cropPicture,
  onDone,
  onClose,
}: GalleryFormProps) {
  const { t } = useTranslation('richText')
  const draft = useGallery(gallery)
  const { title } = useBlockTitle(gallery)
  /** whether the person has tried to submit a gallery without images */
  const [isRefused, setRefused] = useState(false)
  const { result, entries, isChanged } = draft
  const { columns } = result
  // Stored columns out of range do not prevent other changes.
  const areColumnsChanged = columns !== gallery['columns']
  const isOutOfRange =
    areColumnsChanged && typeof columns === 'number' && (columns < 1 || columns > mostColumns)
  const submit = (): void => {
    if (!isNew && !isChanged) onClose()
    else if (entries.length === 0) setRefused(true)
    // The field keeps a text that is not a number as `Unread`, and shows the problem itself.
    else if (!isOutOfRange && !(columns instanceof Unread)) onDone(result)
  }
  return (
    <DraftDialog
      title={title}
      isNew={isNew}
      isChanged={isNew || isChanged}
      issues={issues}
      onSubmit={submit}
      onClose={onClose}
    >
      <Pictures draft={draft} cropPicture={cropPicture} />
      {entries.length === 0 && (
        <Text c={isRefused ? 'red' : 'dimmed'} role={isRefused ? 'alert' : undefined}>
          {t('gallery.empty')}
        </Text>
      )}
      <Tools draft={draft} pickPictures={pickPictures} />
      <NumberInput
        label={t('gallery.columns')}
        description={t('gallery.columnsHint')}
        min={1}
        max={mostColumns}
        isWhole
        value={columns}
        onChange={(next) => draft.setBlock((before) => withColumns(before, next), 'columns')}
        error={isOutOfRange ? t('gallery.columnsBad', { most: mostColumns }) : undefined}
      />
      <CaptionField
        label={t('caption.label')}
        values={result}
        onChange={(caption) => draft.setBlock((before) => withCaption(before, caption), 'caption')}
      />
    </DraftDialog>
  )
}

interface PicturesProps {
  readonly draft: GalleryDraft
  readonly cropPicture: RichTextProps['cropPicture']
}

function Pictures({ draft, cropPicture }: PicturesProps) {
  const { t } = useTranslation('richText')
  const { entries, setEntries } = draft
  const nameOf = (picture: Picture, place: number): string => {
    const text = [picture['alt'], picture['caption']].find(
      (candidate) => typeof candidate === 'string' && candidate !== '',
    )
    const number = t('gallery.picture', { number: place + 1 })
    return text === undefined ? number : `${number}: ${String(text).slice(0, 60)}`
  }
  const names = new Map(entries.map(({ id, picture }, place) => [id, nameOf(picture, place)]))
  return (
    <SortableList
      label={t('gallery.pictures')}
      entries={entries}
      idOf={({ id }) => id}
      nameOf={({ id }) => names.get(id) ?? ''}
      onMove={setEntries}
    >
      {(entry, parts) => (
        <PictureRow
          entry={entry}
          name={names.get(entry.id) ?? ''}
          parts={parts}
          draft={draft}
          cropPicture={cropPicture}
        />
      )}
    </SortableList>
  )
}

interface ToolsProps {
  readonly draft: GalleryDraft
  readonly pickPictures: PickPictures | undefined
}

function Tools({ draft, pickPictures }: ToolsProps) {
  const { t } = useTranslation('richText')
  const { add, undo, redo, canUndo, canRedo, entries } = draft
  const pick = async (): Promise<void> => {
    const picked = (await pickPictures?.()) ?? []
    if (picked.length > 0) add(picturesOf(picked))
  }
  return (
    <Group gap="xs">
      {pickPictures !== undefined && (
        <Button
          variant="light"
          leftSection={<ImagePlus size={18} aria-hidden />}
          data-autofocus
          onClick={() => void pick()}
        >
          {t('gallery.add')}
        </Button>
      )}
      <ToolButton icon={Undo2} label={t('undo')} isDisabled={!canUndo} onClick={undo} />
      <ToolButton icon={Redo2} label={t('redo')} isDisabled={!canRedo} onClick={redo} />
      <VisuallyHidden role="status">{t('pictures', { count: entries.length })}</VisuallyHidden>
    </Group>
  )
}

interface ToolButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

/** An icon like the tools of a table, so that all tools fit into one line on a phone. */
function ToolButton({ icon: Icon, label, isDisabled, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label} openDelay={500}>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Without a number, the site chooses the number of columns. */
function withColumns(gallery: Gallery, columns: number | Unread | undefined): Gallery {
  if (columns !== undefined) return { ...gallery, columns }
  const { columns: _, ...rest } = gallery
  return rest as Gallery
}
