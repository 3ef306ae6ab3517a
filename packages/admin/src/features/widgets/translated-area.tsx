import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import type { TranslatedText } from '../site-translations/texts.ts'
import { TranslatedPage } from '../site-translations/translated-page.tsx'
import type { TranslatedPart } from '../site-translations/translation-rows.tsx'
import { kindOf, kindText, useWidgetName } from './widget-name.ts'
import { type AreaWithWidgets, areaQuery, type Widget } from './widget-queries.ts'

interface TranslatedAreaProps {
  readonly area: AreaWithWidgets
  readonly locale: string
}

/** The texts of a widget area and its widgets in another language. */
export function TranslatedArea({ area, locale }: TranslatedAreaProps) {
  const { t } = useTranslation(['widgets', 'forms'])
  const nameOf = useWidgetName()
  const textsOf = useWidgetTexts()
  const { name } = area
  const { data, error, refetch } = useQuery(areaQuery(name, locale))
  const back = <BackLink to="/widgets">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={area.label} back={back} error={error} refetch={refetch} />
  // The area as visitors see it in the locale; texts without a translation are those of the default locale.
  const shown = data.item
  const areaPart: TranslatedPart = {
    id: area.id,
    name: shown.label,
    original: area.label,
    what: t('translations.area'),
    texts: [
      {
        name: 'label',
        label: t('forms:label'),
        kind: 'line',
        most: limits.label,
        original: area.label,
        shown: shown.label,
      },
      {
        name: 'description',
        label: t('forms:description'),
        kind: 'lines',
        most: limits.description,
        original: area.description,
        shown: shown.description,
      },
    ],
    save: (input) => api.widgets.updateArea({ name, locale, ...input }),
  }
  const parts = shown.widgets.map((widget): TranslatedPart => {
    // A widget that was added since `area` was loaded is not in it yet.
    const original = area.widgets.find(({ id }) => id === widget.id) ?? widget
    return {
      id: widget.id,
      name: nameOf(widget),
      original: nameOf(original),
      what: kindText(t, original),
      texts: textsOf(original, widget),
      save: (input) => api.widgets.update({ name, widgetId: widget.id, locale, ...input }),
    }
  })
  return (
    <TranslatedPage
      title={shown.label}
      name={name}
      back={back}
      locale={locale}
      label={t('list')}
      parts={[areaPart, ...parts]}
      touches={keys.widgets}
    />
  )
}

/** Returns the texts of a widget that can be translated; which these are depends on its kind. */
function useWidgetTexts(): (original: Widget, shown: Widget) => TranslatedText[] {
  const { t } = useTranslation('widgets')
  return (original, shown) => {
    const kind = kindOf(original.type)
    const title: TranslatedText = {
      name: 'title',
      label: t('widget.title'),
      kind: 'line',
      most: limits.label,
      original: original.title,
      shown: shown.title,
    }
    if (kind === 'menu') return [title]
    if (kind === 'component')
      return [
        title,
        {
          name: 'componentProps',
          label: t('widget.props'),
          kind: 'properties',
          original: original.componentProps,
          shown: shown.componentProps,
        },
      ]
    return [
      title,
      {
        name: 'content',
        label: t('widget.content'),
        kind: 'richText',
        original: original.content,
        shown: shown.content,
      },
    ]
  }
}
