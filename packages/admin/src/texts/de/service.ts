import type { ServiceTexts } from '../rule-texts.ts'
import { reasons } from './reasons.ts'

export const service: ServiceTexts = {
  rules: {
    required: 'Das wird gebraucht.',
    unknown: 'Das ist hier nicht bekannt.',
    type: 'Der Wert ist nicht von der richtigen Art.',
    tooShort: 'Es müssen mindestens {{least}} Zeichen sein.',
    tooLong: 'Es dürfen höchstens {{most}} Zeichen sein.',
    tooSmall: 'Der Wert muss mindestens {{least}} sein.',
    tooLarge: 'Der Wert darf höchstens {{most}} sein.',
    tooFew: 'Es müssen mindestens {{least}} sein.',
    tooMany: 'Es dürfen höchstens {{most}} sein.',
    pattern: 'Das muss zu diesem Muster passen: {{pattern}}',
    oneLine: 'Das muss auf einer Zeile stehen.',
    choice: 'Möglich sind: {{allowed}}',
    twice: 'Ein Wert ist doppelt.',
    email: 'Das ist keine gültige E-Mail-Adresse.',
    url: 'Das ist keine gültige Adresse.',
    datetime: 'Das ist kein vollständiger Zeitpunkt.',
    future: 'Die Zeit muss noch kommen.',
    lettersNeeded: 'Es muss ein Buchstabe oder eine Ziffer darin sein.',
    slug: 'Nehmen Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden, höchstens {{most}} Zeichen.',
    missingItem: 'Den Eintrag gibt es nicht mehr, oder er liegt im Papierkorb.',
    uniqueTooLong: 'Was nur einmal vorkommen darf, hat höchstens {{most}} Zeichen.',
  },
  reasons,
  codes: {
    NOT_FOUND: 'Das gibt es nicht, oder nicht mehr.',
    DUPLICATE_SLUG: 'Dieser Slug ist schon vergeben.',
    RESERVED_SLUG: 'Dieser Slug ist dem Dienst vorbehalten. Nehmen Sie einen anderen.',
    PAYLOAD_TOO_LARGE: 'Der Dienst nimmt so viel nicht an.',
    UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei nimmt der Dienst nicht an.',
    FORBIDDEN: 'Ihre Rolle reicht dafür nicht.',
    PRECONDITION_FAILED:
      'Das hat sich inzwischen geändert. Laden Sie es neu und versuchen Sie es noch einmal.',
  },
}
