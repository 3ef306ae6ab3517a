import { Badge, Text } from '@mantine/core'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { typeNameOf } from '../model/fields/type-name.ts'

type PostType = ImportAnalysis['postTypes'][number]

/** The collection that items of a type are imported into, and the fields that are created for them. */
export function TypeTarget({ type }: { readonly type: PostType }) {
  const { t } = useTranslation('imports')
  const { collection, exists, fields, statuses } = type
  if (collection === null)
    return (
      <Text size="sm" c="dimmed">
        {t('analysis.nowhere')}
      </Text>
    )
  const slugsOf = (status: 'missing' | 'renamed') =>
    fields.filter((field) => field.status === status && field.unfit === null).map(({ slug }) => slug)
  return (
    <>
      {collection}{' '}
      {!exists && (
        <Badge variant="light" size="sm" tt="none">
          {t('analysis.newCollection')}
        </Badge>
      )}
      <Fact text={statusText(statuses)} />
      {slugsOf('missing').length > 0 && (
        <Fact text={t('analysis.newFields', { fields: slugsOf('missing').join(', ') })} />
      )}
      {slugsOf('renamed').length > 0 && (
        <Fact text={t('analysis.renamedFields', { fields: slugsOf('renamed').join(', ') })} />
      )}
      {fields.map((field) => (
        <UnfitField key={field.slug} field={field} />
      ))}
    </>
  )
}

/** Says that the existing field with the usual name cannot have the values, and which field gets them. */
function UnfitField({ field: { slug, type, unfit } }: { readonly field: PostType['fields'][number] }) {
  const { t } = useTranslation('imports')
  if (unfit === null) return null
  const names = { name: unfit.slug, type: fieldTypeName(unfit), slug, newType: fieldTypeName({ type }) }
  return <Fact text={t('analysis.unfitField', names)} />
}

/** The name of a type; the contract has it as a text, and the service sends only types of its registry. */
function fieldTypeName({ type }: Pick<PostType['fields'][number], 'type'>): string {
  return typeNameOf({ type: type as FieldTypeName })
}

function Fact({ text }: { readonly text: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  )
}

/** The number of items in each state: `12 published, 3 drafts`; unknown states have the name of the old system. */
function statusText(statuses: PostType['statuses']): string {
  const nameOf = (status: string) =>
    i18next.exists(`imports:statuses.${status}`) ? i18next.t(`imports:statuses.${status as 'draft'}`) : status
  return Object.entries(statuses)
    .map(([status, count]) => `${count} ${nameOf(status)}`)
    .join(', ')
}
