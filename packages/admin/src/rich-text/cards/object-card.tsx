import { ActionIcon, Tooltip } from '@mantine/core'
import { ArrowDown, ArrowUp, Crop, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { lazy, memo, Suspense, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRichText } from '../actions/context.ts'
import { isCroppable } from '../../ui/crops.ts'
import { isObject } from '../model/same.ts'
import classes from './cards.module.css'
import type { Block } from '../types.ts'
import { iconOf } from '../model/kinds.ts'
import { isTableInPlace } from '../special-dialogs.ts'
import { Preview } from './preview.tsx'
import { RawData } from './raw-data.tsx'
import { useBlockTitle } from './use-block-title.ts'

interface ObjectCardProps {
  readonly blockKey: string
  readonly value: unknown
  readonly isSelected: boolean
}

const TableInPlace = lazy(async () => ({
  default: (await import('../table/table-in-place.tsx')).TableInPlace,
}))

/** The types of blocks that look as on the site, so that they need no frame and no name. */
const unframedTypes = new Set(['image', 'gallery', 'break', 'horizontal-rule'])

function isUnframed({ _type }: Block, isInPlace: boolean): boolean {
  return isInPlace || unframedTypes.has(_type)
}

/** A block that is not text: its name, a preview, and its actions. */
export const ObjectCard = memo(function ObjectCard({ blockKey, value, isSelected }: ObjectCardProps) {
  const block = (isObject(value) ? value : { _type: '' }) as Block
  const { issues, blockTypes, isReadOnly } = useRichText()
  const ownIssues = issues.get(blockKey) ?? []
  const isInPlace = !isReadOnly && isTableInPlace(block, blockTypes)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps events from the text around
    <div
      className={classes['card']}
      contentEditable={false}
      data-card={blockKey}
      data-bare={isUnframed(block, isInPlace) || undefined}
      data-in-place={isInPlace || undefined}
      data-type={block._type}
      data-selected={isSelected || undefined}
      data-wrong={ownIssues.length > 0 || undefined}
      // Events in the card must not reach the text around it.
      onKeyDown={keepWithin}
      onCopy={keepWithin}
      onCut={keepWithin}
      onPaste={keepWithin}
    >
      <CardHead blockKey={blockKey} block={block} />
      {isInPlace ? (
        <Suspense fallback={<Preview block={block} />}>
          <TableInPlace blockKey={blockKey} block={block} />
        </Suspense>
      ) : (
        <Preview block={block} />
      )}
      <RawData block={block} />
      {ownIssues.map(({ path, message }) => (
        <div key={`${path} ${message}`} className={classes['issue']}>
          {path === '' ? message : `${path}: ${message}`}
        </div>
      ))}
    </div>
  )
})

function keepWithin(event: SyntheticEvent): void {
  event.stopPropagation()
}

function CardHead({ blockKey, block }: { readonly blockKey: string; readonly block: Block }) {
  const { t } = useTranslation('richText')
  const { isReadOnly, edit, remove, move, setBlock, cropPicture } = useRichText()
  const { title, detail, isKnown, canEdit } = useBlockTitle(block)
  const Icon = iconOf(block._type)
  const crop = async (): Promise<void> => {
    const cropped = await cropPicture?.(block)
    if (cropped) setBlock(blockKey, { ...cropped, _type: block._type })
  }
  return (
    <div className={classes['cardHead']}>
      {/* oxlint-disable-next-line react/static-components -- one of a fixed set */}
      <Icon size={16} aria-hidden />
      <span className={classes['cardTitle']}>{title}</span>
      {(detail !== '' || !isKnown) && (
        <span className={classes['cardHint']}>{isKnown ? detail : t('card.kept')}</span>
      )}
      {!isReadOnly && (
        <div className={classes['cardTools']} data-card-tools>
          {canEdit && (
            <CardButton
              icon={Pencil}
              label={t('card.edit', { title })}
              onClick={() => edit(blockKey, block)}
            />
          )}
          {block._type === 'image' && cropPicture !== undefined && isCroppable(block) && (
            <CardButton icon={Crop} label={t('card.crop', { title })} onClick={() => void crop()} />
          )}
          <CardButton icon={ArrowUp} label={t('card.up', { title })} onClick={() => move(blockKey, 'up')} />
          <CardButton
            icon={ArrowDown}
            label={t('card.down', { title })}
            onClick={() => move(blockKey, 'down')}
          />
          <CardButton icon={Trash2} label={t('card.remove', { title })} onClick={() => remove(blockKey)} />
        </div>
      )}
    </div>
  )
}

interface CardButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly onClick: () => void
}

function CardButton({ icon: Icon, label, onClick }: CardButtonProps) {
  return (
    <Tooltip label={label} openDelay={500}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
