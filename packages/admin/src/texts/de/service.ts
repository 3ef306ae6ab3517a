import type { ServiceTexts } from '../rule-texts.ts'
import { reasons } from './reasons.ts'
import { remarks } from './remarks.ts'
import { undoObstacles } from './undo-obstacles.ts'

export const service: ServiceTexts = {
  rules: {
    required: 'Erforderlich',
    unknown: 'Das ist hier nicht bekannt.',
    type: 'Der Wert ist nicht von der richtigen Art.',
    tooShort: 'Es müssen mindestens {{least}} Zeichen sein.',
    tooLong: 'Es dürfen höchstens {{most}} Zeichen sein.',
    tooSmall: 'Der Wert muss mindestens {{least}} sein.',
    tooLarge: 'Der Wert darf höchstens {{most}} sein.',
    tooFew: 'Es müssen mindestens {{least}} sein.',
    tooMany: 'Es dürfen höchstens {{most}} sein.',
    pattern: 'Das muss zu diesem Muster passen: {{pattern}}',
    date: 'Das muss ein Datum sein, etwa 2026-01-31.',
    color: 'Das muss eine Farbe sein, etwa #1a2b3c.',
    webAddress: 'Das muss die Adresse einer Seite sein, etwa https://example.com/seite.',
    mailAddress: 'Das muss eine E-Mail-Adresse sein, etwa ana@example.com.',
    oneLine: 'Das muss auf einer Zeile stehen.',
    choice: 'Möglich sind: {{allowed}}',
    twice: 'Ein Wert ist doppelt.',
    email: 'Das ist keine gültige E-Mail-Adresse.',
    url: 'Das ist keine gültige Adresse.',
    datetime: 'Das ist kein vollständiger Zeitpunkt.',
    past: 'Die Zeit darf nicht in der Zukunft liegen.',
    future: 'Die Zeit muss noch kommen.',
    later: 'Die Zeit muss nach der Veröffentlichung liegen.',
    earlier: 'Die Zeit muss vor dem Ende der Veröffentlichung liegen.',
    lettersNeeded: 'Es muss ein Buchstabe oder eine Ziffer darin sein.',
    slug: 'Nehmen Sie Kleinbuchstaben und Ziffern, mit Bindestrichen verbunden, höchstens {{most}} Zeichen.',
    unsafeLink:
      'Dieser Link ist nicht erlaubt. Möglich sind Adressen mit https, http, mailto oder tel und Adressen dieser Website.',
    publicAddress:
      'Nötig ist eine Adresse mit https:// im öffentlichen Netz. Andere kann der Betreiber mit {{setting}} erlauben.',
    siteUrl:
      'Nötig ist die Adresse einer Website, etwa https://example.com, ohne Passwort, ohne ? und ohne #.',
    origin:
      'Nötig ist eine Herkunft, etwa https://example.com oder http://localhost:3000, ohne Pfad, ohne ? und ohne Passwort.',
    timeZone: 'Nötig ist der Name einer Zeitzone, etwa Europe/Berlin oder UTC.',
    sitePath:
      'Nötig ist ein Pfad der Website, etwa /alte-seite, ohne ? und ohne #, höchstens {{most}} Zeichen.',
    redirectTarget:
      'Nötig ist ein Pfad der Website, etwa /neue-seite, oder eine Adresse mit https:// oder http://.',
    redirectFromItem:
      'Das ist die Adresse eines veröffentlichten Eintrags; die Weiterleitung würde ihn verdecken.',
    redirectLoop: 'Das führt zurück zu {{from}}.',
    patternStart: 'Das Muster beginnt mit /, zum Beispiel /blog/{slug}',
    patternCharacter:
      'Das Zeichen „{{character}}“ geht hier nicht. Möglich sind Buchstaben, Ziffern und - . _ ~ / und Werte in geschweiften Klammern.',
    patternSegment: 'Zwischen zwei / muss etwas anderes als Punkte stehen.',
    patternName: '„{{name}}“ ist kein Wert einer Adresse. Möglich sind: {{known}}',
    patternPlain: '„{{name}}“ hat kein Format: Nur Daten haben eines.',
    patternFormat: 'Das Datum „{{name}}“ braucht hinter einem : ein Format: {{formats}}',
    patternNamesNone: 'Nötig ist {slug} oder {id}, damit jeder Eintrag seine eigene Adresse hat.',
    notTranslated: 'Das ist in allen Sprachen gleich.',
    notEmptyByDefault: 'Erforderlich in der Hauptsprache',
    missingItem: 'Den Eintrag gibt es nicht mehr, oder er liegt im Papierkorb.',
    missingFile: 'Die Datei ist nicht in der Mediathek.',
    uniqueTooLong: 'Was nur einmal vorkommen darf, hat höchstens {{most}} Zeichen.',
    neverFilterable: 'Nach einem Feld dieser Art kann nicht gefiltert werden.',
    neverUnique: 'Ein Feld dieser Art kann nicht eindeutig sein.',
    emptyDefault: 'Ein Pflichtfeld kann nicht leer vorgegeben sein.',
    missingCollection: 'Die Sammlung „{{collection}}“ gibt es nicht.',
    slugNeeded: 'Geben Sie einen Slug an: Daraus lässt sich keiner bilden.',
    flatTaxonomy: 'Die Begriffe dieser Taxonomie stehen nebeneinander.',
    missingTerm: 'Den Begriff gibt es nicht mehr.',
    belowItself: 'Nichts kann unter sich selbst stehen.',
    tooDeep: 'Mehr als {{most}} Ebenen gehen nicht.',
    otherBytes: 'Der Inhalt passt nicht zu der Art, die angegeben ist ({{declared}}).',
    noImage: 'Es beginnt wie ein Bild, lässt sich aber nicht als eines lesen.',
    itemTooLarge: 'Der Eintrag wird zu groß: {{has}} Bytes; höchstens {{most}} sind möglich.',
    tooManyCrops: 'Der Eintrag hat zu viele zugeschnittene Bilder; höchstens {{most}} sind möglich.',
    areaTooLarge: 'Der Bereich wird zu groß: {{has}} Bytes; höchstens {{most}} sind möglich.',
    tooManyPixels: 'Das Bild hat {{width}} × {{height}} Pixel; höchstens {{most}} Millionen gehen.',
  },
  reasons,
  remarks,
  undoObstacles,
  codes: {
    NOT_FOUND: 'Das gibt es nicht, oder nicht mehr.',
    METHOD_NOT_ALLOWED: 'Diese Adresse nimmt solche Anfragen nicht an.',
    DUPLICATE_SLUG: 'Dieser Slug ist schon vergeben.',
    RESERVED_SLUG: 'Dieser Slug ist dem Dienst vorbehalten. Nehmen Sie einen anderen.',
    PAYLOAD_TOO_LARGE: 'Der Dienst nimmt so viel nicht an.',
    UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei nimmt der Dienst nicht an.',
    FORBIDDEN: 'Ihre Rolle reicht dafür nicht.',
    PRECONDITION_FAILED:
      'Das hat sich inzwischen geändert. Laden Sie es neu und versuchen Sie es noch einmal.',
  },
}
