import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { factsOf, isScalar } from '../../session/field-facts.ts'
import type { Collection, Field } from '../../session/session.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AuthorName } from './author-name.tsx'
import { headingField } from './heading.ts'
import { Languages, mostCodes } from './languages.tsx'
import type { ListedItem } from './listed-item.ts'
import { RowTime, showValue, Thumbnail } from './values.tsx'

/** A column that a list can show in addition to the title. */
export interface Column {
  readonly key: string
  readonly label: string
  /** the `orderBy` value of `content.list`; null if the list cannot be sorted by this column */
  readonly order: string | null
  /** in rem; it does not depend on the rows, so that nothing moves when more of them load */
  readonly width: number
  /** the minimum width in rem, if there is little space; 80 % of the width by default */
  readonly least?: number
  readonly isShownAtFirst: boolean
  /** before the title (`lead`) or below it; after it by default */
  readonly place?: 'lead' | 'below'
  show(item: ListedItem): ReactNode
}

/** Whether a column comes before the title. */
export function isLead({ place }: Column): boolean {
  return place === 'lead'
}

interface ColumnFacts {
  readonly collection: Collection
  readonly locales: readonly string[]
  readonly t: TFunction<'lists'>
}

const times = ['createdAt', 'updatedAt', 'publishedAt', 'scheduledAt', 'unpublishAt'] as const

/** All columns that a collection can have, in their order. */
export function columnsOf(facts: ColumnFacts): Column[] {
  const { collection, locales, t } = facts
  const heading = headingField(collection)
  const image = collection.fields.find((field) => factsOf(field).holdsMedia === 'image')
  const fields = collection.fields.filter((field) => isScalar(field) && field.slug !== heading?.slug)
  return [
    ...(image === undefined ? [] : [imageColumn(image, t)]),
    aboutColumn(t),
    {
      key: 'status',
      label: t('column.status'),
      order: 'status',
      width: 13.5,
      least: 9.5,
      isShownAtFirst: true,
      show: ({ status, hasPendingDraft }) => (
        <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
      ),
    },
    ...fields.map(fieldColumn),
    textColumn('slug', t('column.slug'), ({ slug }) => slug),
    ...(locales.length > 1 ? [localeColumn(locales, t)] : []),
    authorColumn(t),
    ...times.map((key) => timeColumn(key, t)),
  ]
}

function imageColumn({ slug }: Field, t: TFunction<'lists'>): Column {
  return {
    key: `field.${slug}`,
    label: t('column.image'),
    order: null,
    width: 3,
    isShownAtFirst: true,
    place: 'lead',
    show: ({ data }) => <Thumbnail value={data[slug]} />,
  }
}

/** The second line of a row: who made the item, and when it goes live. */
function aboutColumn(t: TFunction<'lists'>): Column {
  return {
    key: 'about',
    label: t('column.about'),
    order: null,
    width: 0,
    isShownAtFirst: true,
    place: 'below',
    show: ({ authorId, scheduledAt }) => (
      <>
        {authorId !== null && <AuthorName id={authorId} />}
        {scheduledAt !== null && (
          <>
            {authorId !== null && ' · '}
            {t('goesLive')} <RowTime iso={scheduledAt} />
          </>
        )}
      </>
    ),
  }
}

function fieldColumn(field: Field): Column {
  return {
    key: `field.${field.slug}`,
    label: field.label,
    order: field.slug,
    width: 9,
    isShownAtFirst: false,
    show: ({ data }) => showValue(field, data[field.slug]),
  }
}

function textColumn(key: string, label: string, show: Column['show']): Column {
  return { key, label, order: key, width: 9, isShownAtFirst: false, show }
}

/** rem of a language code in its frame, and the gap behind it */
function widthOfCode(length: number): number {
  return 0.45 * length + 0.9
}

/** rem of the dot before the code of a translation, and its gap */
const widthOfDot = 0.55

/** rem of one code and the number of further languages, such as `en +7` */
const widthOfNumber = 6

/** the most rem that the column may need in a window of medium width, where a picture and the title need the rest */
const mostRem = 7

interface LanguageWidths extends Pick<Column, 'width'> {
  readonly least: number
  /** whether there is no room for all codes in a window of medium width, so that the number is shown there */
  readonly isLong: boolean
}

/** The widths of the column that shows the languages of items. */
function languageWidths(locales: readonly string[]): LanguageWidths {
  // Rows show only the number of further languages.
  if (locales.length > mostCodes) return { width: widthOfNumber, least: widthOfNumber, isLong: false }
  const codes = locales.map(({ length }) => widthOfCode(length))
  const dots = (locales.length - 1) * widthOfDot
  const oneLine = codes.reduce((sum, code) => sum + code, dots)
  // In a narrow column the codes wrap to two lines, because a code that is cut off cannot be clicked. The longer line
  // is at most half of the widest code wider than half of all codes.
  const twoLines = (oneLine + Math.max(...codes) + widthOfDot) / 2
  if (twoLines > mostRem) return { width: oneLine, least: widthOfNumber, isLong: true }
  return { width: oneLine, least: Math.min(oneLine, twoLines), isLong: false }
}

function localeColumn(locales: readonly string[], t: TFunction<'lists'>): Column {
  const { width, least, isLong } = languageWidths(locales)
  return {
    ...textColumn('locale', t('column.locale'), (item) => (
      <Languages item={item} locales={locales} isLong={isLong} />
    )),
    order: null,
    width: Math.max(5, width),
    least,
    isShownAtFirst: true,
  }
}

function authorColumn(t: TFunction<'lists'>): Column {
  const show = ({ authorId }: ListedItem) => (authorId === null ? '' : <AuthorName id={authorId} />)
  return { ...textColumn('author', t('column.author'), show), order: null }
}

function timeColumn(key: (typeof times)[number], t: TFunction<'lists'>): Column {
  return {
    key,
    label: t(`column.${key}`),
    order: key,
    width: 8.5,
    least: 6.25,
    isShownAtFirst: key === 'updatedAt',
    show: (item) => <RowTime iso={item[key] ?? null} />,
  }
}
