import { Table } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './tables.module.css'
import { TypeTarget } from './type-target.tsx'
import { useKindName } from './use-kind-name.ts'

/** The number of entries of each type in a file, and where each type is imported. */
export function PieceTable({ analysis }: { readonly analysis: ImportAnalysis }) {
  const { t } = useTranslation('imports')
  const nameOf = useKindName()
  const otherPieces = useOtherPieces(analysis)
  return (
    <Table className={classes['table'] ?? ''} verticalSpacing="xs" aria-label={t('analysis.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('analysis.type')}</Table.Th>
          <Table.Th ta="right">{t('analysis.count')}</Table.Th>
          <Table.Th>{t('analysis.goesTo')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {analysis.postTypes.filter(isImportedAsItems).map((type) => (
          <Row key={type.name} name={nameOf(type.name)} count={type.count}>
            <TypeTarget type={type} />
          </Row>
        ))}
        {otherPieces.map(({ name, count, target }) => (
          <Row key={name} name={name} count={count}>
            {target}
          </Row>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** types that do not become items but files, menus and sections; rows of their own count them */
const countedSeparately = new Set(['attachment', 'nav_menu_item', 'wp_block', 'wp_navigation'])

function isImportedAsItems({ name }: ImportAnalysis['postTypes'][number]): boolean {
  return !countedSeparately.has(name)
}

interface RowProps {
  readonly name: string
  readonly count: number
  readonly children: ReactNode
}

function Row({ name, count, children }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={550} dir="auto">
        {name}
      </Table.Th>
      <Table.Td ta="right">{count}</Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}

interface OtherPiece {
  readonly name: string
  readonly count: number
  readonly target: string
}

/** The contents of the file other than items of collections. */
function useOtherPieces(analysis: ImportAnalysis): OtherPiece[] {
  const { t } = useTranslation('imports')
  const nameOf = useKindName()
  const navigations = analysis.postTypes.find(({ name }) => name === 'wp_navigation')?.count ?? 0
  const { attachments, taxonomies, menus, sections, comments } = analysis
  const all: OtherPiece[] = [
    { name: t('analysis.attachments'), count: attachments.count, target: t('analysis.toMedia') },
    ...taxonomies.map(({ name, taxonomy, count }) => ({
      name: `${t('analysis.terms')}: ${name}`,
      count,
      target: taxonomy,
    })),
    ...analysis.languages.map(({ name, code, count, locale }) => ({
      name: `${t('analysis.language')}: ${name || code}`,
      count,
      target: locale ?? t('analysis.noLocale'),
    })),
    ...menus.map(({ label, name, count }) => ({
      name: `${t('analysis.menu')}: ${label || name}`,
      count,
      target: t('analysis.toMenus'),
    })),
    { name: nameOf('wp_navigation'), count: navigations, target: t('analysis.toMenus') },
    { name: t('analysis.sections'), count: sections, target: t('analysis.toSections') },
    { name: t('analysis.comments'), count: comments, target: t('analysis.toComments') },
  ]
  return all.filter(({ count }) => count > 0)
}
