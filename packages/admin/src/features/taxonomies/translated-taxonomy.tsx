import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TranslationLead } from '../site-translations/translated-page.tsx'
import { type TranslatedPart, TranslationRows } from '../site-translations/translation-rows.tsx'
import { allTermsQuery, type CountedTerm, type Taxonomy, taxonomyQuery } from './taxonomy-queries.ts'
import { termLines } from './term-tree.ts'

interface TranslatedTaxonomyProps {
  readonly taxonomy: Taxonomy
  readonly locale: string
}

/** The texts of a taxonomy and its terms in another language. */
export function TranslatedTaxonomy({ taxonomy, locale }: TranslatedTaxonomyProps) {
  const { t } = useTranslation(['taxonomies', 'forms'])
  const { name } = taxonomy
  const translatedTaxonomy = useQuery(taxonomyQuery(name, locale))
  const originalTerms = useQuery(allTermsQuery(name))
  const translatedTerms = useQuery(allTermsQuery(name, locale))
  const queries = [translatedTaxonomy, originalTerms, translatedTerms]
  const error = queries.find((query) => query.error !== null)?.error ?? null
  if (
    translatedTaxonomy.data === undefined ||
    originalTerms.data === undefined ||
    translatedTerms.data === undefined
  )
    return error === null ? (
      <ListSkeleton />
    ) : (
      <FailureState error={error} onRetry={() => void Promise.all(queries.map((query) => query.refetch()))} />
    )
  const parts = termParts(t, {
    originals: originalTerms.data,
    translated: translatedTerms.data,
    taxonomy: name,
    locale,
  })
  return (
    <>
      <TranslationLead locale={locale} />
      <TranslationRows
        label={t('terms.title')}
        locale={locale}
        parts={[taxonomyPart(t, { taxonomy, translated: translatedTaxonomy.data.item, locale }), ...parts]}
        touches={keys.taxonomies}
      />
    </>
  )
}

type Texts = ReturnType<typeof useTranslation<['taxonomies', 'forms']>>['t']

/** The texts of the taxonomy itself. */
function taxonomyPart(
  t: Texts,
  { taxonomy, translated, locale }: TranslatedTaxonomyProps & { readonly translated: Taxonomy },
): TranslatedPart {
  return {
    id: taxonomy.id,
    name: translated.label,
    original: taxonomy.label,
    what: t('translations.taxonomy'),
    texts: [
      {
        name: 'label',
        label: t('forms:label'),
        kind: 'line',
        most: limits.label,
        original: taxonomy.label,
        shown: translated.label,
      },
      {
        name: 'labelSingular',
        label: t('form.singular'),
        kind: 'line',
        most: limits.label,
        original: taxonomy.labelSingular,
        shown: translated.labelSingular,
      },
    ],
    save: (input) => api.taxonomies.update({ name: taxonomy.name, locale, ...input }),
  }
}

interface TermsInLanguages {
  readonly taxonomy: string
  readonly locale: string
  readonly originals: readonly CountedTerm[]
  /** texts without a translation are the originals */
  readonly translated: readonly CountedTerm[]
}

/** The texts of the terms, in the order of the tree. */
function termParts(
  t: Texts,
  { originals, translated, taxonomy, locale }: TermsInLanguages,
): TranslatedPart[] {
  const byId = new Map(translated.map((term) => [term.id, term]))
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
