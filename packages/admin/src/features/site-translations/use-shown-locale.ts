import { useSearch } from '@tanstack/react-router'
import { useWorkspace } from '../../session/session.tsx'

/** The locale in the URL, whose texts a screen shows; null for the default one. */
export function useShownLocale(): string | null {
  const { locales, defaultLocale } = useWorkspace().site
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const found = locales.find((locale) => locale === search['locale'])
  return found === undefined || found === defaultLocale ? null : found
}
