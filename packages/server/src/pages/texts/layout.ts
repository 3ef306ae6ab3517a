import type { Texts } from '../language.ts'

interface LayoutTexts {
  readonly skip: string
  readonly signOut: string
  readonly needsScript: string
  readonly wrongOrigin: string
}

export const layoutTexts: Texts<LayoutTexts> = {
  en: {
    skip: 'Skip to the content',
    signOut: 'Sign out',
    needsScript: 'This page needs JavaScript. Please allow it in your browser and load the page again.',
    wrongOrigin: 'You have opened this service at another address than its own. Sign-in works only at',
  },
  de: {
    skip: 'Zum Inhalt',
    signOut: 'Abmelden',
    needsScript: 'Diese Seite braucht JavaScript. Bitte im Browser erlauben und die Seite neu laden.',
    wrongOrigin: 'Dieser Dienst wurde unter einer fremden Adresse geöffnet. Anmelden kann man sich nur unter',
  },
}
