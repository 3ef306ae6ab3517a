import i18next from 'i18next'
import { useSession } from '../../session/session.tsx'
import { plainLanguageName } from '../../ui/language-name.ts'
import { shownStatus, statusText } from '../../ui/status-badge.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { hrefOf, hrefOfNewTranslation } from './item-links.ts'
import classes from './languages.module.css'
import type { ListedItem } from './listed-item.ts'
import { mayEdit } from './rights.ts'

/** the most languages of a site for which rows show a code each; with more, rows show how many others an item has */
export const mostCodes = 5

interface LanguagesProps {
  readonly item: ListedItem
  /** the languages of the site, in its order */
  readonly locales: readonly string[]
  /** whether a window of medium width has no room for all codes, and shows the number of further languages instead */
  readonly isLong: boolean
}

/**
 * The languages of an item: its own, links to its translations with their states, and links that add those it lacks.
 * Plain elements, because long lists have hundreds.
 */
export function Languages({ item, locales, isLong }: LanguagesProps) {
  const { locale: own, translations } = item
  const others = (translations ?? []).filter(({ locale }) => locale !== own)
  const more = others.length > 0 && <OthersCount locales={others.map(({ locale }) => locale)} />
  if (locales.length > mostCodes)
    return (
      <span className={classes['languages']}>
        <strong>{own}</strong>
        {more}
      </span>
    )
  // An item can be in a language that the site does not have any more.
  const shown = new Set([...locales, own, ...others.map(({ locale }) => locale)])
  return (
    <span className={classes['languages']} data-long={isLong || undefined}>
      {[...shown].map((locale) => {
        if (locale === own) return <strong key={locale}>{locale}</strong>
        const found = others.find((other) => other.locale === locale)
        if (found !== undefined)
          return <TranslationLink key={locale} collection={item.type} translation={found} />
        // The list has not loaded the translations, so the item may have this one.
        if (translations === undefined) return null
        return <MissingTranslation key={locale} item={item} locale={locale} />
      })}
      {isLong && more}
    </span>
  )
}

type Translation = NonNullable<ListedItem['translations']>[number]

interface TranslationLinkProps {
  /** slug of the collection of the item and its translations */
  readonly collection: string
  readonly translation: Translation
}

function TranslationLink({ collection, translation }: TranslationLinkProps) {
  const { changeSet } = useContentScope()
  const { id, locale } = translation
  const text = i18next.t('lists:languageState', {
    language: plainLanguageName(locale),
    status: statusText(translation),
  })
  return (
    <a href={hrefOf(collection, id, changeSet)} data-status={shownStatus(translation)} title={text}>
      <span aria-hidden>{locale}</span>
      <span className="unseen">{text}</span>
    </a>
  )
}

/** A language that the item lacks: a link that adds it, for those who may. */
function MissingTranslation({ item, locale }: { readonly item: ListedItem; readonly locale: string }) {
  const session = useSession()
  const { changeSet } = useContentScope()
  const canAdd = session.can('content.create') && mayEdit(session, item)
  const language = plainLanguageName(locale)
  const text = i18next.t(canAdd ? 'lists:addLanguage' : 'lists:lacksLanguage', { language })
  const content = (
    <>
      <span aria-hidden>{locale}</span>
      <span className="unseen">{text}</span>
    </>
  )
  if (!canAdd)
    return (
      <span data-missing title={text}>
        {content}
      </span>
    )
  return (
    <a href={hrefOfNewTranslation(item, locale, changeSet)} data-missing title={text}>
      {content}
    </a>
  )
}

/** How many further languages an item has. */
function OthersCount({ locales }: { readonly locales: readonly string[] }) {
  const names = locales.map(plainLanguageName).join(', ')
  return (
    <span title={names} data-number>
      <span aria-hidden>+{locales.length}</span>
      <span className="unseen">{names}</span>
    </span>
  )
}
