import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../app/session.tsx'
import { isSame } from '../autosave/same.ts'
import type { Values } from '../autosave/state.ts'
import classes from '../editor.module.css'
import { readableValue } from '../field-facts.ts'
import { wordDifference } from './words.ts'

interface Side {
  readonly name: string
  readonly values: Values
}

interface DifferenceProps {
  readonly fields: readonly Field[]
  readonly before: Side
  readonly after: Side
}

/** Two versions of an item, the fields that differ side by side with the words that changed marked. */
export function Difference({ fields, before, after }: DifferenceProps) {
  const { t } = useTranslation('editor')
  const differing = fields.filter(({ slug }) => !isSame(before.values[slug], after.values[slug]))
  if (differing.length === 0) return <Text c="dimmed">{t('difference.none')}</Text>
  return (
    <Stack gap="lg">
      {differing.map((field) => (
        <section key={field.slug} aria-label={field.label}>
          <Title order={3} size="h5" mb={6}>
            <bdi>{field.label}</bdi>
          </Title>
          <FieldDifference
            field={field}
            before={{ name: before.name, value: before.values[field.slug] }}
            after={{ name: after.name, value: after.values[field.slug] }}
          />
        </section>
      ))}
    </Stack>
  )
}

interface ValueSide {
  readonly name: string
  readonly value: unknown
}

interface FieldDifferenceProps {
  readonly field: Field
  readonly before: ValueSide
  readonly after: ValueSide
}

export function FieldDifference({ field, before, after }: FieldDifferenceProps) {
  const [old, now] = [readableValue(field, before.value) ?? '', readableValue(field, after.value) ?? '']
  const pieces = wordDifference(old, now)
  return (
    <div className={classes['pair']}>
      <Version name={before.name} isEmpty={old === ''}>
        {pieces.map(({ kind, text, place }) =>
          kind === 'added' ? null : kind === 'removed' ? (
            <del key={place}>{text}</del>
          ) : (
            <span key={place}>{text}</span>
          ),
        )}
      </Version>
      <Version name={after.name} isEmpty={now === ''}>
        {pieces.map(({ kind, text, place }) =>
          kind === 'removed' ? null : kind === 'added' ? (
            <ins key={place}>{text}</ins>
          ) : (
            <span key={place}>{text}</span>
          ),
        )}
      </Version>
    </div>
  )
}

interface TextProps {
  readonly name: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

function Version({ name, isEmpty, children }: TextProps) {
  const { t } = useTranslation('editor')
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {name}
      </Text>
      <div className={classes['text']} dir="auto">
        {isEmpty ? <em>{t('difference.empty')}</em> : children}
      </div>
    </div>
  )
}
