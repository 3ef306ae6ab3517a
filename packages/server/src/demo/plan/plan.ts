import { planArticles } from './articles.ts'
import { type PlannedFile, planPictures } from './attachments.ts'
import { planEvents, planProgramme } from './events.ts'
import { type PlannedItem, calendarFrom } from './planned-item.ts'
import { planCards, planRecipes } from './recipes.ts'
import { planShelves } from './shelves.ts'
import { type PlannedSite, planSite } from './site.ts'
import { type PlannedTaxonomy, planTaxonomies, withTerms } from './terms.ts'
import { planTranslations } from './translations.ts'

export interface Plan {
  /** the locale that the English texts are in */
  readonly locale: string
  /** the locale of the translations, when the site has more than one */
  readonly translatedTo: string | null
  readonly files: readonly PlannedFile[]
  readonly taxonomies: readonly PlannedTaxonomy[]
  readonly items: readonly PlannedItem[]
  readonly site: PlannedSite
}

/** Everything that the demo makes, as data; the same every time but for the dates, which lie around `now`. */
export function planDemo(now: Date, locales: readonly string[]): Plan {
  const calendar = calendarFrom(now)
  const locale = locales.find((name) => /^en\b/i.test(name)) ?? locales[0] ?? 'en'
  const others = locales.filter((name) => name !== locale)
  const translatedTo = others.find((name) => /^de\b/i.test(name)) ?? others[0] ?? null
  const originals = [
    ...planShelves(calendar),
    ...planArticles(calendar),
    ...planRecipes(calendar),
    ...planEvents(calendar),
  ]
  const translations = translatedTo === null ? [] : planTranslations(originals, translatedTo, calendar)
  const taxonomies = planTaxonomies(calendar)
  return {
    locale,
    translatedTo,
    files: [...planPictures(calendar), planProgramme(calendar), ...planCards(calendar)],
    taxonomies,
    // Translations share the terms of what they translate.
    items: [...withTerms(originals, taxonomies), ...translations],
    site: planSite(calendar),
  }
}
