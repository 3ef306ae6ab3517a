import type { Texts } from '../language.ts'

interface FailureTexts {
  readonly title: string
  readonly lead: string
  readonly unavailableTitle: string
  readonly unavailableLead: string
  readonly request: string
}

export const failureTexts: Texts<FailureTexts> = {
  en: {
    title: 'That did not work',
    lead: 'Something is wrong with the service. Please try again in a moment.',
    unavailableTitle: 'The service is not available right now',
    unavailableLead: 'It should be back in a moment. Please reload the page then.',
    request: 'For those who look into it: request',
  },
  de: {
    title: 'Das hat nicht geklappt',
    lead: 'Beim Dienst stimmt etwas nicht. Bitte gleich noch einmal versuchen.',
    unavailableTitle: 'Der Dienst ist gerade nicht erreichbar',
    unavailableLead: 'Er ist gleich wieder da. Bitte die Seite dann neu laden.',
    request: 'Für die Fehlersuche: Anfrage',
  },
}
