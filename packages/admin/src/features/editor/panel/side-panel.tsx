import { Accordion, CloseButton, Stack, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import classes from './panel.module.css'
import type { PanelDrawer } from './use-panel-drawer.ts'
import type { Actions } from '../use-actions.ts'
import { useEscape } from '../use-escape.ts'
import { OutlineOfItem } from '../outline/outline.tsx'
import { AddressSection } from './address-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { FirstTaxonomy } from './first-taxonomy.tsx'
import { HistorySection } from './history-section.tsx'
import { PublicationSection } from './publication-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { TranslationsSection } from '../translating/translations-section.tsx'

interface SidePanelProps {
  readonly actions: Actions
  readonly drawer: PanelDrawer
}

/** The side panel: publication, address, terms, translations and history. */
export function SidePanel({ actions, drawer }: SidePanelProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { collection, isReadOnly } = useEditor()
  const { can } = useSession()
  const { taxonomies, site } = useWorkspace()
  // In narrower windows only the section of the publication is open at first.
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const isNew = useDraft((draft) => draft.item === null)
  const { changeSet } = useContentScope()
  // Revisions belong to the item on the site, not to its state in a change-set.
  const hasHistory = changeSet === undefined && !isNew
  const ownTaxonomies = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  const [closed, setClosed] = useState<readonly string[]>(() =>
    isWide ? [] : ['address', ...ownTaxonomies.map(termsSectionName)],
  )
  const sections = ['publication', 'address', ...ownTaxonomies.map(termsSectionName)]
  const openSections = sections.filter((name) => !closed.includes(name))
  // A new taxonomy would exist on the site at once, outside of the change-set.
  const canCreateTaxonomy = can('taxonomies.manage') && !isReadOnly && changeSet === undefined
  const hasTranslations = site.locales.length > 1
  const { isOpen, close, leave } = drawer
  const panel = useRef<HTMLElement>(null)
  useEscape(isOpen, close)
  useEffect(() => {
    if (!isOpen) return undefined
    panel.current?.focus()
    // The drawer covers the form. If a field of the form gets the focus, the drawer closes, so that the field is seen.
    const leaveForField = ({ target }: FocusEvent) => {
      const isField = target instanceof Element && target.closest('[data-field]') !== null
      if (isField && panel.current?.contains(target) === false) leave()
    }
    document.addEventListener('focusin', leaveForField)
    return () => document.removeEventListener('focusin', leaveForField)
  }, [isOpen, leave])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('panel')}
      className={`panel ${classes['panel']}`}
      data-drawer={isOpen || undefined}
    >
      {isOpen && (
        <CloseButton className={classes['close'] ?? ''} aria-label={t('common:close')} onClick={close} />
      )}
      <Tabs defaultValue="publication" keepMounted={false}>
        {(hasTranslations || !isNew) && (
          <Tabs.List className={classes['tabs'] ?? ''}>
            <Tabs.Tab value="publication">{t('publication.tab')}</Tabs.Tab>
            {!isNew && <Tabs.Tab value="details">{t('details.title')}</Tabs.Tab>}
            {hasTranslations && <Tabs.Tab value="translations">{t('translations.title')}</Tabs.Tab>}
            {hasHistory && <Tabs.Tab value="history">{t('history.title')}</Tabs.Tab>}
          </Tabs.List>
        )}
        <Tabs.Panel value="publication">
          <Accordion
            multiple
            value={openSections}
            onChange={(next) => setClosed(sections.filter((name) => !next.includes(name)))}
            order={2}
          >
            <Section value="publication" title={t('publication.title')}>
              <PublicationSection actions={actions} />
            </Section>
            <Section value="address" title={t('address.title')}>
              <AddressSection />
            </Section>
            {ownTaxonomies.map((taxonomy) => (
              <Section key={taxonomy.name} value={termsSectionName(taxonomy)} title={taxonomy.label}>
                {openSections.includes(termsSectionName(taxonomy)) && <TermsSection taxonomy={taxonomy} />}
              </Section>
            ))}
          </Accordion>
          {ownTaxonomies.length === 0 && canCreateTaxonomy && <FirstTaxonomy collection={collection.slug} />}
        </Tabs.Panel>
        <Tabs.Panel value="details" className={classes['section'] ?? ''}>
          <Stack gap="lg">
            <OutlineOfItem />
            <div>
              <DetailsSection actions={actions} />
            </div>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="translations" className={classes['section'] ?? ''}>
          <TranslationsSection />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes['section'] ?? ''}>
          <HistorySection actions={actions} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  )
}

/** The name of the section with the terms of a taxonomy. */
function termsSectionName({ name }: { readonly name: string }): string {
  return `terms-${name}`
}

interface SectionProps {
  readonly value: string
  readonly title: string
  readonly children: ReactNode
}

/** A section of the first tab, which can be closed. */
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
