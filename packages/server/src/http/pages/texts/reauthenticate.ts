import type { Texts } from '../language.ts'

interface ReauthenticateTexts {
  readonly title: string
  readonly lead: string
  readonly withPasskey: string
  readonly sameBrowser: string
  readonly done: string
  readonly doneLead: string
}

export const reauthenticateTexts: Texts<ReauthenticateTexts> = {
  en: {
    title: 'Confirm that it is you',
    lead: 'What you want to do gives lasting access. Please confirm your identity again.',
    withPasskey: 'Confirm with a passkey',
    sameBrowser: 'Open the link in this browser. It works once, for 15 minutes.',
    done: 'Confirmed',
    doneLead: 'You can close this page and continue where you were.',
  },
  de: {
    title: 'Bitte Ihre Identität bestätigen',
    lead: 'Was Sie vorhaben, gewährt dauerhaften Zugang. Bitte weisen Sie sich dafür noch einmal aus.',
    withPasskey: 'Mit Passkey bestätigen',
    sameBrowser: 'Öffnen Sie den Link in diesem Browser. Er gilt einmal und 15 Minuten lang.',
    done: 'Bestätigt',
    doneLead: 'Sie können diese Seite schließen und dort weitermachen, wo Sie waren.',
  },
}
