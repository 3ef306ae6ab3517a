import type { ImportCode } from '@octavo/contract/import-codes'
import type { ServiceTexts } from '../rule-texts.ts'

/** The position of a deviation from XML. */
const odd = (what: string) =>
  `Die Datei ist an {{count}} Stellen kein richtiges XML, ließ sich aber trotzdem lesen. Zuerst in Zeile {{line}}, Spalte {{column}}: ${what}`
const oddOnce = (what: string) =>
  `Die Datei ist an einer Stelle kein richtiges XML, ließ sich aber trotzdem lesen. Zeile {{line}}, Spalte {{column}}: ${what}`

const ampersand = '„&“ steht hier für sich allein und nicht als „&amp;“.'
const character = 'Hier steht ein Zeichen, das in XML nicht vorkommen darf.'
const entity = 'Hier steht ein Kürzel (Entity), das XML nicht kennt.'
const other = '{{fault}}'

export const remarks: ServiceTexts['remarks'] = {
  internalType: 'Das braucht nur das alte System.',
  formatOfItems: 'Es ist das Format der Beiträge, die es haben.',
  standsBefore: 'Dasselbe Stück steht weiter vorn schon in der Datei.',
  sectionInTrash: 'Es lag im Papierkorb, und Abschnitte haben keinen.',
  mediaLeftOut: 'Dateien blieben bei diesem Import weg; die Inhalte führen zur alten Website.',
  taxonomiesLeftOut: 'Begriffe blieben bei diesem Import weg.',
  menusLeftOut: 'Menüs blieben bei diesem Import weg.',
  commentsLeftOut: 'Kommentare blieben bei diesem Import weg.',
  commentOfNothing: 'Der kommentierte Inhalt wurde nicht importiert.',
  menuKept: 'Ein Menü „{{menu}}“ gibt es schon; es bleibt, wie es ist.',
  entryOfNoMenu: 'Es gehört zu keinem Menü.',
  navigationEmpty: 'Ein Menü aus Blöcken müssen Sie neu anlegen.',
  navigationLeftOut: 'Ein Menü aus Blöcken müssen Sie neu anlegen. Darin stand: {{entries}}',
  navigationParts: 'Teile, die Menüs hier nicht haben, blieben weg: {{names}}.',
  redirectLeftOut:
    'Diese Weiterleitung wurde nicht angelegt: Leiten Sie {{from}} dort, wo die Website ausgeliefert wird, nach {{to}} weiter.',
  redirectRemoved: 'Die Weiterleitung von {{from}} nach {{to}} wurde hier seit dem letzten Import entfernt.',
  nothingDownloaded: 'Ein Probelauf lädt nichts herunter.',

  languageOfItems: 'Es nennt die Sprache von Inhalten; hier ist sie deren Sprachversion.',
  languageOfTerms: 'Begriffe haben hier keine Sprachen: Übersetzungen eines Begriffs sind eigene Begriffe.',

  localeMissing: 'Seine Sprache „{{language}}“ hat diese Website nicht; hier ist es in „{{locale}}“.',
  translationLost: 'Das Original wurde nicht importiert; die Übersetzung ist deshalb ein eigener Inhalt.',
  translationRefused: 'Es ist ein eigener Inhalt und keine Übersetzung. {{fault}}',
  valuesShared: 'Diese Felder haben hier für alle Übersetzungen einen Wert, den des Originals: {{names}}.',
  wasProtected: 'Es war mit einem Passwort geschützt; hier ist es ein Entwurf.',
  otherStatus: 'Sein Status war „{{status}}“; hier ist es ein Entwurf.',
  sectionStatus: 'Sein Status war „{{status}}“; Abschnitte haben keinen.',
  notScheduled:
    'Es sollte erscheinen: {{time, fullTime}}. Die Sammlung kennt keine Planung; es ist ein Entwurf.',
  commentOfHidden:
    'Der kommentierte Inhalt ist hier nicht öffentlich; der Kommentar ist deshalb ein Entwurf.',
  commentOfTrash:
    'Der kommentierte Inhalt liegt hier im Papierkorb oder wurde gelöscht; der Kommentar ist deshalb ein eigener Entwurf.',
  slugChanged: 'Sein Slug war „{{slug}}“.',

  keptAsHtml: 'Dafür gibt es hier nichts Gleiches, es ist als HTML aufbewahrt: {{names}}.',
  unsafeLinks: '{{count}} Links, die keine Seite haben darf, führen jetzt nirgendwohin.',
  unsafeLinks_one: '{{count}} Link, den keine Seite haben darf, führt jetzt nirgendwohin.',
  endLeftOut: 'Es ist länger als 48 Millionen Zeichen: Das Ende fehlt.',
  piecesLost: '{{count}} Bilder, Dateien oder Abschnitte, die es zeigt, sind nicht in der Datei.',
  piecesLost_one: 'Ein Bild, eine Datei oder ein Abschnitt, den es zeigt, ist nicht in der Datei.',
  otherFile:
    '{{count}} Bilder oder Dateien tragen die Nummern anderer Dateien: Sie bleiben an ihren Adressen.',
  otherFile_one:
    'Ein Bild oder eine Datei trägt die Nummer einer anderen Datei und bleibt an der alten Adresse.',
  parentElsewhere:
    'Sein übergeordneter Inhalt liegt in der Sammlung „{{collection}}“, auf die es keinen Verweis hat.',
  fieldFileNotTaken: 'Die Datei seines Felds „{{field}}“ wurde nicht übernommen: {{url}}',
  referencesLost: '{{count}} Inhalte, auf die sein Feld „{{field}}“ verweist, wurden nicht importiert.',
  referencesLost_one: 'Ein Inhalt, auf den sein Feld „{{field}}“ verweist, wurde nicht importiert.',
  referencesLeftOut: '{{count}} Verweise seines Felds „{{field}}“ blieben weg (Höchstzahl: {{most}}).',
  referencesLeftOut_one: 'Ein Verweis seines Felds „{{field}}“ blieb weg (Höchstzahl: {{most}}).',
  picturesMissing: 'Bilder, die hier vorkommen, sind nicht im Export: {{names}}.',
  detailsLost: 'Ohne Entsprechung, weggelassen: {{names}}.',
  imageLost: 'Sein Beitragsbild ist nicht in der Datei.',
  imageNotTaken: 'Sein Beitragsbild wurde nicht übernommen: {{url}}',
  termsLost: 'Begriffe, die sich nicht anlegen ließen: {{names}}.',
  termFieldsLeftOut: 'Begriffe haben hier keine eigenen Felder; weggeblieben sind: {{names}}.',
  textLeftOut: 'Dateien haben hier nur einen Text; weggeblieben ist: {{text}}',

  parentNotInFile: 'Der übergeordnete Inhalt ({{id}}) ist nicht in der Datei.',
  parentIsNoItem: 'Das Übergeordnete ist vom Typ „{{type}}“; daraus wird kein Inhalt.',
  parentNotImported: 'Der übergeordnete Inhalt wurde nicht importiert.',
  parentInTrash: 'Der übergeordnete Inhalt liegt hier im Papierkorb oder wurde gelöscht.',
  waitedInTrash: 'Es liegt im Papierkorb: Worauf es weiter hinten in der Datei verweist, blieb weg.',
  parentCircle: 'Es wäre sich selbst untergeordnet und steht deshalb ganz oben.',
  parentRefused: 'Es ließ sich dem übergeordneten Inhalt nicht unterordnen. {{fault}}',
  entryToOldSite: 'Das Ziel wurde nicht importiert; der Eintrag behält seine Adresse.',
  entryMovedUp: 'Der Eintrag darüber fehlt oder steht darunter; dieser steht ganz oben.',
  termMovedUp:
    'Der Begriff darüber, „{{parent}}“, fehlt, steht darunter oder zu tief; dieser steht ganz oben.',
  termOfNoTree:
    'Er stand unter „{{parent}}“; in der Taxonomie, die schon hier ist, stehen alle nebeneinander.',
  termWasBelow: 'Er stand unter „{{parent}}“.',

  mediaAdded: 'Seine Bilder und Dateien führen jetzt zu denen von hier.',
  mediaNotAdded: 'Seine Bilder und Dateien führen noch zur alten Website. {{fault}}',

  oddAmpersand: odd(ampersand),
  oddAmpersand_one: oddOnce(ampersand),
  oddCharacter: odd(character),
  oddCharacter_one: oddOnce(character),
  oddEntity: odd(entity),
  oddEntity_one: oddOnce(entity),
  oddXml: odd(other),
  oddXml_one: oddOnce(other),
  otherVersion: 'In der Datei steht die Version „{{version}}“; bekannt sind 1.0, 1.1 und 1.2.',
  versionMissing: 'Die Datei nennt keine Version; sie wurde trotzdem gelesen. Bekannt sind 1.0, 1.1 und 1.2.',
  linksLeftOut:
    '{{count}} Verknüpfungen zu anderen Dateien oder Ordnern wurde nicht gefolgt; kopieren Sie das Gemeinte in den Ordner.',
  filesLeftOut: 'Dateien, die weder Markdown noch Medien sind, werden weggelassen: {{names}}.',
  textsLeftOut:
    'Markdown-Dateien, die außerhalb der Ordner für Inhalte liegen oder die Quellen beschreiben wie README.md, werden weggelassen: {{names}}.',
  foldersLeftOut:
    'Ordner, die Werkzeuge füllen oder die zu tief verschachtelt sind, werden weggelassen: {{names}}.',
  internalTagsLeftOut:
    'Interne Schlagwörter, die Websites mit Ghost nicht zeigen, werden weggelassen: {{names}}.',
  tablesLeftOut: 'Teile des Exports, für die es hier keinen Platz gibt, werden weggelassen: {{names}}.',
  filesUnused: '{{count}} Dateien, die kein Beitrag zeigt, werden weggelassen: {{names}}.',
  keysLeftOut: 'Schlüssel, für die es kein Feld gibt, werden weggelassen: {{names}}.',
  ghostPictures:
    'Die Bilder sind nicht im Export. Legen Sie die JSON-Datei und den Ordner content/images in einen Ordner oder eine ZIP-Datei, und importieren Sie das.',
  emptyExport: 'In der Datei ist nichts.',
  localesMissing:
    'In der Datei sind Inhalte in Sprachen, die diese Website nicht hat: {{names}}. Damit sie Übersetzungen werden, setzen Sie vorher OCTAVO_LOCALES={{locales}}.',
  fieldsLeftOut:
    'Eigene Felder, die nur das alte System und seine Erweiterungen brauchen, bleiben weg: {{names}}.',
}

/** Titles of groups in the report of an import. */
export const importTitles: Readonly<Record<ImportCode, string>> = {
  VALIDATION_ERROR: 'Die Sammlung nimmt den Wert nicht an',
  CONFLICT: 'Es widerspricht etwas, das schon hier ist',
  DUPLICATE: 'Es steht zweimal in der Datei',
  IMAGE_NOT_IMPORTED: 'Ein Beitragsbild oder die Datei eines Felds wurde nicht importiert',
  IMAGE_LOST: 'Das Beitragsbild ist nicht in der Datei',
  PARENT_LOST: 'Der übergeordnete Inhalt fehlt; es steht ganz oben',
  PARENT_CIRCLE: 'Es war sich selbst untergeordnet; es steht ganz oben',
  TARGET_LOST: 'Das Ziel oder der kommentierte Inhalt fehlt',
  UNSAFE_URL: 'Zu dieser Adresse darf kein Link führen',
  UNSAFE_LINKS: 'Unsichere Links wurden herausgenommen',
  BLOCKED_ADDRESS: 'Die Datei liegt auf einem Rechner, der nicht öffentlich ist',
  UNREACHABLE: 'Die alte Website hat nicht geantwortet',
  BAD_STATUS: 'Die alte Website hat die Datei nicht mehr',
  TOO_LARGE: 'Die Datei ist zu groß',
  TOO_SLOW: 'Das Herunterladen hat zu lange gedauert',
  TOO_MANY_REDIRECTS: 'Die alte Website leitet das Herunterladen zu oft weiter',
  TOO_MANY: 'Es sind mehr, als sich importieren lassen',
  NOT_TRIED: 'Ein Probelauf lädt keine Dateien herunter',
  INTERNAL_ERROR: 'Der Dienst hatte selbst ein Problem; sein Protokoll sagt, welches',
  INTERNAL_TYPE: 'Das braucht nur das alte System',
  SLUG_CHANGED: 'Die Adresse ist eine andere, weil die alte vergeben war',
  KEPT_AS_DRAFT: 'Es wurde ein Entwurf, weil es nicht öffentlich war',
  KEPT_AS_HTML: 'Teile davon sind als HTML aufbewahrt',
  PASSWORD_PROTECTED: 'Es wurde ein Entwurf, weil es ein Passwort hatte',
  NOT_SCHEDULED: 'Es ist ein Entwurf, weil seine Sammlung keine Planung kennt',
  MEDIA_NOT_INCLUDED: 'Dateien waren nicht gewünscht',
  MENUS_NOT_INCLUDED: 'Menüs waren nicht gewünscht',
  TAXONOMIES_NOT_INCLUDED: 'Begriffe waren nicht gewünscht',
  COMMENTS_NOT_INCLUDED: 'Kommentare waren nicht gewünscht',
  NAME_TAKEN: 'Ein Menü mit diesem Namen ist schon hier und bleibt',
  NO_MENU: 'Es gehört zu keinem Menü',
  CUT: 'Es war zu lang und ist gekürzt',
  MEDIA_ADDED: 'Seine Dateien kamen jetzt dazu',
  PIECE_LOST: 'Etwas, das es zeigt, ist nicht in der Datei',
  OTHER_FILE: 'Ein Bild oder eine Datei trägt die Nummer einer anderen Datei',
  UNREADABLE: 'Der Anfang der Datei ist nicht lesbar',
  DETAIL_LOST: 'Für Einzelheiten gibt es im Text keinen Platz',
  TERM_LOST: 'Ein Begriff ließ sich nicht anlegen',
  FIELDS_LEFT_OUT: 'Für eigene Felder von Begriffen ist hier kein Platz',
  STATUS_LOST: 'Es war nicht öffentlich; bei Abschnitten gibt es das nicht',
  IN_TRASH: 'Es lag im Papierkorb; den gibt es bei Abschnitten nicht',
  TEXT_LEFT_OUT: 'Nur eine von Bildunterschrift und Beschreibung konnte übernommen werden',
  NAVIGATION_LEFT_OUT: 'Ein Menü aus Blöcken oder ein Teil davon bleibt weg',
  REDIRECT_LEFT_OUT: 'Eine alte Adresse braucht eine Weiterleitung',
  LOCALE_MISSING: 'Seine Sprache hat diese Website nicht',
  TRANSLATION_LOST: 'Es ist nicht mit seinem Original verbunden',
  VALUES_SHARED: 'Übersetzungen teilen sich die Werte einiger Felder',
  PLUGIN_FAILED: 'Eine Erweiterung ist daran gescheitert',
}
