import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { CollectionNames, TaxonomyActions } from './taxonomy-list.tsx'
import { taxonomyQuery } from './taxonomy-queries.ts'
import { NewTermButton, Terms } from './terms.tsx'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { useShownLocale } from '../site-translations/use-shown-locale.ts'
import { TranslatedTaxonomy } from './translated-taxonomy.tsx'

/** A taxonomy with its terms, or in another language with their translations. */
export function EditTaxonomy() {
  const { t } = useTranslation('taxonomies')
  const { name } = useParams({ from: '/taxonomies/$name' })
  const { can } = useSession()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(taxonomyQuery(name))
  const canManage = can('taxonomies.manage')
  // Only those who may change them see the texts in another language.
  const requestedLocale = useShownLocale()
  const locale = canManage ? requestedLocale : null
  const back = <BackLink to="/taxonomies">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={t('title')} back={back} error={error} refetch={refetch} />
  const taxonomy = data.item
  return (
    <Page
      title={taxonomy.label}
      lead={
        <>
          <code>{name}</code> · <CollectionNames slugs={taxonomy.collections} />
        </>
      }
      back={back}
      actions={
        canManage && (
          <>
            <LocaleSwitch />
            {locale === null && <NewTermButton taxonomy={taxonomy} />}
            <TaxonomyActions taxonomy={taxonomy} onDeleted={() => void navigate({ to: '/taxonomies' })} />
          </>
        )
      }
    >
      {locale === null ? (
        <Terms key={name} taxonomy={taxonomy} canManage={canManage} />
      ) : (
        <TranslatedTaxonomy key={`${name} ${locale}`} taxonomy={taxonomy} locale={locale} />
      )}
    </Page>
  )
}
