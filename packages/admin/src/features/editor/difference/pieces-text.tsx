import { OwnPicture } from '../../../ui/own-picture.tsx'
import { ReferencedItem } from '../fields/referenced-item.tsx'
import classes from './difference.module.css'
import type { Formatting, Part } from '../parts/parts.ts'
import type { Piece } from './shown-pieces.ts'

interface PiecesProps {
  readonly pieces: readonly Piece[]
  readonly side: 'removed' | 'added'
}

/** One of two versions, with the parts marked that the other lacks. */
export function PiecesText({ pieces, side }: PiecesProps) {
  const Mark = side === 'removed' ? 'del' : 'ins'
  return pieces
    .filter(({ kind }) => kind === 'same' || kind === side)
    .map(({ kind, part, place, namesBlanks }) =>
      kind === 'same' ? (
        <PartText key={place} part={part} />
      ) : (
        <Mark key={place}>
          <PartText part={part} isChanged namesBlanks={namesBlanks} />
        </Mark>
      ),
    )
}

interface PartProps {
  readonly part: Part
  readonly isChanged?: boolean
  /** whether blanks and invisible characters are shown by signs and codes */
  readonly namesBlanks?: boolean
}

function PartText({ part, isChanged = false, namesBlanks = false }: PartProps) {
  if (part.kind === 'name') return <span className={classes['name']}>{part.text}</span>
  if (part.kind === 'picture') return <Thumb part={part} />
  if (part.target !== undefined) return <ReferencedItem target={part.target} />
  const text = namesBlanks ? withNamedBlanks(part.text) : part.text
  if (part.formatting === undefined) return text
  return (
    <>
      {isChanged && part.formatting.label !== '' && (
        <span className={classes['name']}>{part.formatting.label}: </span>
      )}
      <Marked formatting={part.formatting} text={text} />
    </>
  )
}

const elements = { strong: 'strong', em: 'em', code: 'code', sup: 'sup', sub: 'sub' } as const

/** A text within the elements of its formatting; formatting without an element is marked by the style sheet. */
function Marked({ formatting: { marks }, text }: { readonly formatting: Formatting; readonly text: string }) {
  return marks.reduce(
    (inner, mark) => {
      if (!Object.hasOwn(elements, mark)) return <span data-mark={mark}>{inner}</span>
      const Element = elements[mark as keyof typeof elements]
      return <Element>{inner}</Element>
    },
    <>{text}</>,
  )
}

/** A text whose line breaks and invisible characters are replaced by signs and codes. */
function withNamedBlanks(text: string): string {
  return text
    .replaceAll('\n', '↵\n')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (sign) =>
      sign === '\n' || sign === '\t'
        ? sign
        : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}

/** A thumbnail; for an external or missing image, its address. */
function Thumb({ part: { text, address = '' } }: { readonly part: Part }) {
  return (
    <OwnPicture
      className={classes['picture']}
      url={address}
      variant="w=160"
      alt={text}
      loading="lazy"
      instead={<span className={classes['address']}>{address}</span>}
    />
  )
}
