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
  const translated = useQuery(taxonomyQuery(name, locale))
  const originals = useQuery(allTermsQuery(name))
  const shown = useQuery(allTermsQuery(name, locale))
  const queries = [translated, originals, shown]
  const error = queries.find((query) => query.error !== null)?.error ?? null
  if (translated.data === undefined || originals.data === undefined || shown.data === undefined)
    return error === null ? (
      <ListSkeleton />
    ) : (
      <FailureState error={error} onRetry={() => void Promise.all(queries.map((query) => query.refetch()))} />
    )
  const parts = termParts(t, { originals: originals.data, shown: shown.data, taxonomy: name, locale })
  return (
    <>
      <TranslationLead locale={locale} />
      <TranslationRows
        label={t('terms.title')}
        locale={locale}
        parts={[taxonomyPart(t, { taxonomy, shown: translated.data.item, locale }), ...parts]}
        touches={keys.taxonomies}
      />
    </>
  )
}

type Texts = ReturnType<typeof useTranslation<['taxonomies', 'forms']>>['t']

/** The texts of the taxonomy itself. */
function taxonomyPart(
  t: Texts,
  { taxonomy, shown, locale }: TranslatedTaxonomyProps & { readonly shown: Taxonomy },
): TranslatedPart {
  return {
    id: taxonomy.id,
    name: shown.label,
    original: taxonomy.label,
    what: t('translations.taxonomy'),
    texts: [
      {
        name: 'label',
        label: t('forms:label'),
        kind: 'line',
        most: limits.label,
        original: taxonomy.label,
        shown: shown.label,
      },
      {
        name: 'labelSingular',
        label: t('form.singular'),
        kind: 'line',
        most: limits.label,
        original: taxonomy.labelSingular,
        shown: shown.labelSingular,
      },
    ],
    save: (input) => api.taxonomies.update({ name: taxonomy.name, locale, ...input }),
  }
}

interface TermsInLanguages {
  readonly taxonomy: string
  readonly locale: string
  readonly originals: readonly CountedTerm[]
  readonly shown: readonly CountedTerm[]
}

/** The texts of the terms, in the order of the tree. */
function termParts(t: Texts, { originals, shown, taxonomy, locale }: TermsInLanguages): TranslatedPart[] {
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
