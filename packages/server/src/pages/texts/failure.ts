import type { Texts } from '../language.ts'

interface FailureTexts {
  readonly title: string
  readonly lead: string
  readonly request: string
}

export const failureTexts: Texts<FailureTexts> = {
  en: {
    title: 'That did not work',
    lead: 'Something is wrong with the service. Please try again in a moment.',
    request: 'For those who look into it: request',
  },
  de: {
    title: 'Das hat nicht geklappt',
    lead: 'Beim Dienst stimmt etwas nicht. Bitte gleich noch einmal versuchen.',
    request: 'Für die Fehlersuche: Anfrage',
  },
}
