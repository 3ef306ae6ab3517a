import i18next from 'i18next'
import { plainLanguageName } from '../../ui/language-name.ts'
import classes from './languages.module.css'

/** Whether an item has a translation, by language, for the languages of which this is known. */
export type OtherLanguages = Readonly<Record<string, boolean>>

interface LanguagesProps {
  readonly own: string
  /** the languages of the site, in its order */
  readonly locales: readonly string[]
  readonly others: OtherLanguages | undefined
}

/** The languages in which an item exists, and those that it lacks. Plain elements, because long lists have hundreds. */
export function Languages({ own, locales, others }: LanguagesProps) {
  // An item can be in a language that the site does not have any more.
  const shown = locales.includes(own) ? locales : [own, ...locales]
  return (
    <span className={classes['languages']}>
      {shown.map((locale) => {
        if (locale === own) return <strong key={locale}>{locale}</strong>
        if (others?.[locale] === undefined) return null
        if (others[locale])
          return (
            <span key={locale} data-known>
              {locale}
            </span>
          )
        const text = i18next.t('lists:lacksLanguage', { language: plainLanguageName(locale) })
        return (
          <span key={locale} data-missing title={text}>
            <span aria-hidden>{locale}</span>
            <span className="unseen">{text}</span>
          </span>
        )
      })}
    </span>
  )
}
