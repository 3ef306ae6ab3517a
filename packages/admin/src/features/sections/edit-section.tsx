import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../ui/back-link.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { useShownLocale } from '../site-translations/use-shown-locale.ts'
import { SectionForm } from './section-form.tsx'
import { TranslatedSection } from './translated-section.tsx'
import { type Section, sectionQuery } from './section-queries.ts'
import { useSectionDeletion } from './use-section-deletion.ts'

/** One section: its form, or in another language the form of its translation. */
export function EditSection() {
  const { t } = useTranslation('sections')
  const { section: slug } = useParams({ from: '/sections/$section' })
  const { data, error, refetch } = useQuery(sectionQuery(slug))
  const locale = useShownLocale()
  const back = <BackLink to="/sections">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={t('title')} back={back} width="form" error={error} refetch={refetch} />
  if (locale !== null) return <TranslatedSection section={data.item} locale={locale} />
  return (
    <Page
      title={data.item.title}
      back={back}
      width="form"
      actions={
        <>
          <LocaleSwitch />
          <Deletion section={data.item} />
        </>
      }
    >
      <SectionForm key={data.item.id} section={data.item} />
    </Page>
  )
}

function Deletion({ section }: { readonly section: Section }) {
  const { t } = useTranslation('sections')
  const navigate = useNavigate()
  const remove = useSectionDeletion()
  return (
    <RowMenu label={t('more', { title: section.title })}>
      <DeleteItem
        // Unsaved changes of a deleted section need no question.
        onDelete={() => void remove(section, () => void navigate({ to: '/sections', ignoreBlocker: true }))}
      />
    </RowMenu>
  )
}
