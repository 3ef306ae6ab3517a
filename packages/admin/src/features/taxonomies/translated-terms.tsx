import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TranslationLead } from '../site-translations/translated-page.tsx'
import { type TranslatedPart, TranslationRows } from '../site-translations/translation-rows.tsx'
import { allTermsQuery, type CountedTerm } from './taxonomy-queries.ts'
import { termLines } from './term-tree.ts'

interface TranslatedTermsProps {
  readonly taxonomy: string
  readonly locale: string
}

/** The texts of the terms of a taxonomy in another language. */
export function TranslatedTerms({ taxonomy, locale }: TranslatedTermsProps) {
  const { t } = useTranslation(['taxonomies', 'forms'])
  const originals = useQuery(allTermsQuery(taxonomy))
  const shown = useQuery(allTermsQuery(taxonomy, locale))
  const error = originals.error ?? shown.error
  if (originals.data === undefined || shown.data === undefined)
    return error === null ? (
      <ListSkeleton />
    ) : (
      <FailureState error={error} onRetry={() => void Promise.all([originals.refetch(), shown.refetch()])} />
    )
  return (
    <>
      <TranslationLead locale={locale} />
      <TranslationRows
        label={t('terms.title')}
        locale={locale}
        parts={partsOf(t, { originals: originals.data, shown: shown.data, taxonomy, locale })}
        touches={keys.terms(taxonomy)}
      />
    </>
  )
}

interface Terms extends TranslatedTermsProps {
  readonly originals: readonly CountedTerm[]
  readonly shown: readonly CountedTerm[]
}

function partsOf(
  t: ReturnType<typeof useTranslation<['taxonomies', 'forms']>>['t'],
  { originals, shown, taxonomy, locale }: Terms,
): TranslatedPart[] {
  const byId = new Map(shown.map((term) => [term.id, term]))
  return termLines(originals).map(({ term: original, depth }) => {
    const term = byId.get(original.id) ?? original
    return {
      id: term.id,
      name: term.label,
      original: original.label,
      depth,
      texts: [
        {
          name: 'label',
          label: t('forms:label'),
          kind: 'line',
          most: limits.label,
          original: original.label,
          shown: term.label,
        },
        {
          name: 'description',
          label: t('forms:description'),
          kind: 'lines',
          most: limits.description,
          original: original.description,
          shown: term.description,
        },
      ],
      save: (input) => api.terms.update({ taxonomy, term: original.slug, locale, ...input }),
    }
  })
}
