import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Preview } from '../../../../rich-text/cards/preview.tsx'
import { textAttributes } from '../../../../rich-text/editor/text-attributes.ts'
import { blocksParts } from '../../parts/block-parts.ts'
import { isTyped, type Names, type Part, type Typed } from '../../parts/parts.ts'
import { isRowsTable } from '../../parts/table-parts.ts'
import { useNames } from '../names.ts'
import { PiecesText } from '../pieces-text.tsx'
import { piecesOfSide, shownPieces } from '../shown-pieces.ts'
import { align, type Aligned, type Side } from './align.ts'
import classes from './rich.module.css'
import { TableDifference } from './table-difference.tsx'

interface RichProps {
  readonly before: readonly Typed[]
  readonly after: readonly Typed[]
  readonly side: Side
}

/** number of unchanged blocks that are shown before and after a changed one */
const contextBlocks = 1

/** One of two versions of a rich text as readers see it, with the differences marked inside its blocks. */
export function RichVersion({ before, after, side }: RichProps) {
  const { t } = useTranslation('editor')
  const steps = useMemo(() => align(before, after), [before, after])
  const shown = useMemo(() => nearChanges(steps), [steps])
  const parts: ReactNode[] = []
  let hidden = 0
  const addHiddenCount = (place: number): void => {
    if (hidden > 0)
      parts.push(
        <Text key={`hidden ${String(place)}`} size="xs" c="dimmed" className={classes['hidden'] ?? ''}>
          {t('difference.unchanged', { count: hidden })}
        </Text>,
      )
    hidden = 0
  }
  for (const [place, step] of steps.entries()) {
    if (!shown.has(place)) {
      hidden++
      continue
    }
    addHiddenCount(place)
    parts.push(<BlockVersion key={place} step={step} side={side} />)
  }
  addHiddenCount(steps.length)
  return <div className={classes['text']}>{parts}</div>
}

/** A rich text as readers see it. */
export function RichText({ blocks }: { readonly blocks: readonly Typed[] }) {
  return (
    <div className={classes['text']}>
      {blocks.map((block, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks of importers may have no key
        <BlockVersion key={place} step={{ before: block, after: block, isSame: true }} side="added" />
      ))}
    </div>
  )
}

/** The types of blocks that a reader recognizes without their name. */
const selfExplanatoryTypes = new Set(['image', 'gallery', 'table', 'break', 'horizontal-rule'])

/** The positions of the changed blocks and of those near them. */
function nearChanges(steps: readonly Aligned<Typed>[]): ReadonlySet<number> {
  const near = new Set<number>()
  for (const [place, { isSame }] of steps.entries())
    if (!isSame) for (let at = place - contextBlocks; at <= place + contextBlocks; at++) near.add(at)
  return near
}

interface BlockProps {
  readonly step: Aligned<Typed>
  readonly side: Side
}

/** A block in the version of one side; nothing if that version lacks it. */
function BlockVersion({ step, side }: BlockProps) {
  const names = useNames()
  const { before, after, isSame } = step
  const [own, other] = side === 'removed' ? [before, after] : [after, before]
  /** both versions; null if one of them lacks the block */
  const pair = before === null || after === null ? null : { before, after }
  if (own === null) return null
  const change = isSame ? undefined : side
  if (isText(own)) return <TextVersion own={own} other={other} side={side} names={names} />
  if (pair !== null && isRowsTable(pair.before) && isRowsTable(pair.after))
    return <TableDifference before={pair.before} after={pair.after} side={side} />
  return (
    <Marked change={change}>
      {!selfExplanatoryTypes.has(own._type) && (
        <div className={classes['name']}>{names.blockName(own._type)}</div>
      )}
      {own._type === 'break' || own._type === 'horizontal-rule' ? <hr /> : <Preview block={own} />}
      {pair !== null && !isSame && <Details {...pair} side={side} names={names} />}
    </Marked>
  )
}

interface DetailsProps extends Pick<BlockProps, 'side'> {
  readonly before: Typed
  readonly after: Typed
  readonly names: Names
}

/** The differences of two versions of a block in words, such as those of the description of a picture. */
function Details({ before, after, side, names }: DetailsProps) {
  const pieces = shownPieces(blocksParts([before], names), blocksParts([after], names))
  return (
    <div className={classes['details']}>
      <PiecesText pieces={pieces.filter(({ part }) => part.kind !== 'picture')} side={side} />
    </div>
  )
}

interface TextProps extends Pick<BlockProps, 'side'> {
  /** the block in the version of this side */
  readonly own: Typed
  /** the block in the other version; null if that lacks it */
  readonly other: Typed | null
  readonly names: Names
}

function TextVersion({ own, other, side, names }: TextProps) {
  /** the text that this one replaces or is replaced by; null for a text without a counterpart */
  const otherText = other !== null && isText(other) ? other : null
  const ownParts = wordsOf(own, names)
  // A text without a counterpart is marked as a whole, so its words are compared with themselves.
  const pieces = piecesOfSide(side, ownParts, otherText === null ? ownParts : wordsOf(otherText, names))
  const hasOtherStyle = otherText !== null && styleOf(own) !== styleOf(otherText)
  const { className, ...attributes } = textAttributes(own)
  return (
    <Marked change={otherText === null ? side : undefined}>
      <div dir="auto" className={className} {...attributes}>
        {hasOtherStyle && <StyleName own={own} side={side} names={names} />}
        <PiecesText pieces={pieces} side={side} />
      </div>
    </Marked>
  )
}

/** The changed style of a text, such as a heading, in words. */
function StyleName({ own, side, names }: Pick<TextProps, 'own' | 'side' | 'names'>) {
  const Mark = side === 'removed' ? 'del' : 'ins'
  const style = typeof own['style'] === 'string' ? own['style'] : 'normal'
  return (
    <Mark className={classes['style']}>
      {own['listItem'] === undefined ? names.styleName(style) : names.blockName('entry')}
    </Mark>
  )
}

/** The style, the list and the level of a text as one text, to compare them. */
function styleOf({ style, listItem, level }: Typed): string {
  return JSON.stringify([style ?? 'normal', listItem ?? null, listItem === undefined ? null : (level ?? 1)])
}

/** Marks a block that the other version lacks, or has in another form. */
function Marked({ change, children }: { readonly change: Side | undefined; readonly children: ReactNode }) {
  if (change === undefined) return children
  const Mark = change === 'removed' ? 'del' : 'ins'
  return <Mark className={classes['block']}>{children}</Mark>
}

/** Whether a block is a paragraph, a heading or an entry of a list. */
function isText({ _type, children }: Typed): boolean {
  return _type === 'block' && Array.isArray(children) && children.every(isTyped)
}

/** The words of a paragraph, without its style, list and alignment: readers see these in how it is shown. */
function wordsOf(block: Typed, names: Names): readonly Part[] {
  const { style: _, listItem: __, level: ___, align: ____, ...rest } = block
  return blocksParts([rest as Typed], names)
}
