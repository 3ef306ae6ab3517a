import { Accordion } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../../session/session.tsx'
import { useDraft, useEditor } from '../editor-context.ts'
import classes from '../editor.module.css'
import type { Acts } from '../use-acts.ts'
import { AddressSection } from './address-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { HistorySection } from './history-section.tsx'
import { PublicationSection } from './publication-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { TranslationsSection } from '../translating/translations-section.tsx'

/** The side panel: publication, address, terms, translations and history. */
export function SidePanel({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const { taxonomies, site } = useWorkspace()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const isNew = useDraft((draft) => draft.item === null)
  const own = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  const [open, setOpen] = useState<string[]>(
    isWide ? ['publication', 'address', ...own.map(({ name }) => `terms-${name}`)] : ['publication'],
  )
  return (
    <aside aria-label={t('panel')}>
      <Accordion multiple value={open} onChange={setOpen} order={2} className={`panel ${classes['panel']}`}>
        <Section value="publication" title={t('publication.title')}>
          <PublicationSection acts={acts} />
        </Section>
        <Section value="address" title={t('address.title')}>
          <AddressSection />
        </Section>
        {own.map((taxonomy) => (
          <Section key={taxonomy.name} value={`terms-${taxonomy.name}`} title={taxonomy.label}>
            {open.includes(`terms-${taxonomy.name}`) && <TermsSection taxonomy={taxonomy} />}
          </Section>
        ))}
        {site.locales.length > 1 && (
          <Section value="translations" title={t('translations.title')}>
            {open.includes('translations') && <TranslationsSection />}
          </Section>
        )}
        {!isNew && (
          <Section value="history" title={t('history.title')}>
            {open.includes('history') && <HistorySection acts={acts} />}
          </Section>
        )}
        {!isNew && (
          <Section value="details" title={t('details.title')}>
            {open.includes('details') && <DetailsSection acts={acts} />}
          </Section>
        )}
      </Accordion>
    </aside>
  )
}

interface SectionProps {
  readonly value: string
  readonly title: string
  readonly children: ReactNode
}

function Section({ value, title, children }: SectionProps) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        <bdi>{title}</bdi>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  )
}
