import type { Texts } from '../language.ts'

interface LayoutTexts {
  readonly skip: string
  readonly signOut: string
  readonly needsScript: string
  readonly wrongOrigin: string
  readonly wrongOriginLead: string
  readonly goTo: string
  readonly cancel: string
}

export const layoutTexts: Texts<LayoutTexts> = {
  en: {
    skip: 'Skip to the content',
    signOut: 'Sign out',
    needsScript: 'This page needs JavaScript. Please allow it in your browser and load the page again.',
    wrongOrigin: 'This is another address',
    wrongOriginLead:
      'You have opened the service at an address that is not its own. Signing in works only at its own address.',
    goTo: 'Go to',
    cancel: 'Cancel',
  },
  de: {
    skip: 'Zum Inhalt',
    signOut: 'Abmelden',
    needsScript: 'Diese Seite braucht JavaScript. Bitte im Browser erlauben und die Seite neu laden.',
    wrongOrigin: 'Das ist eine andere Adresse',
    wrongOriginLead:
      'Der Dienst wurde nicht unter seiner eigenen Adresse geöffnet. Anmelden kann man sich nur dort.',
    goTo: 'Weiter zu',
    cancel: 'Abbrechen',
  },
}
