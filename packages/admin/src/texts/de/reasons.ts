import type { ServiceTexts } from '../rule-texts.ts'

/** The position in a file where it is no valid export. */
const at = 'Zeile {{line}}, Spalte {{column}}:'

export const reasons: ServiceTexts['reasons'] = {
  otherAudience: 'Das Token gilt nur für {{granted}}.',
  sessionRequired:
    'Mit einem Token geht das nicht. Melden Sie sich im Browser an, oder verwenden Sie die Kommandozeile des Dienstes.',
  cannotPublish:
    'Dieses Token darf nicht veröffentlichen: Es ändert nichts an Einträgen, was Besucher sehen, und plant nichts.',
  cannotDelete: 'Dieses Token darf nichts löschen.',
  confirmationNeeded: 'Es ist noch nichts geschehen; der Aufruf muss bestätigt werden. Er würde: {{what}}.',
  idempotencyKeyUsed:
    'Der Idempotenzschlüssel gehört schon zu einem anderen Aufruf. Jeder Aufruf braucht einen eigenen.',
  idempotencyAnswerLong:
    'Der Aufruf mit diesem Schlüssel ist schon ausgeführt; seine Antwort war zu lang, um sie aufzubewahren.',
  changeSetsOnly:
    'Dieser Zugang ändert Inhalte nur in Änderungspaketen, die jemand anwendet. Sonst liest er, lädt Dateien hoch und erstellt Vorschau-Links.',
  changeSetClosed:
    'Das Änderungspaket „{{name}}“ ist angewendet oder zurückgenommen und ändert sich nicht mehr.',
  changeSetScheduled:
    'Das Änderungspaket „{{name}}“ ist geplant. Heben Sie die Planung auf, bevor Sie daran etwas ändern.',
  changeSetNotApplied:
    'Das Änderungspaket „{{name}}“ ist nicht angewendet; nur angewendete lassen sich zurücknehmen.',
  changeSetEmpty: 'Das Änderungspaket „{{name}}“ ist leer.',
  changeSetFull:
    'Ein Änderungspaket hat höchstens {{most}} Änderungen. Wenden Sie es an, oder legen Sie ein anderes an.',
  changeSetUnseen:
    'Dieser Zugang ist auf einige Sammlungen oder Sprachen begrenzt, und die Änderung beträfe auch Einträge, die er nicht sieht, weil Übersetzungen Werte teilen.',
  changeSetLarge:
    'Das Änderungspaket würde zu groß: {{bytes}} Bytes, höchstens {{most}} sind möglich. Wenden Sie es an, oder legen Sie ein anderes an.',
  changeSetEntryLarge:
    'Die Änderung ist für ein Änderungspaket zu groß: {{bytes}} Bytes, höchstens {{most}} sind möglich.',
  changeSetsFull:
    'Es gibt {{most}} Änderungspakete, die nicht angewendet sind, mehr sind nicht möglich. Wenden Sie zuerst welche an, oder löschen Sie sie.',
  changeSetChanged:
    'Das Änderungspaket „{{name}}“ hat sich geändert, seit es geladen wurde. Laden Sie es neu.',
  changeSetConflict:
    'Das Änderungspaket lässt sich nicht anwenden, und nichts wurde geändert. Andere haben inzwischen dasselbe geändert: {{conflicts}}',
  changeSetEntry:
    'Das Änderungspaket lässt sich nicht anwenden, und nichts wurde geändert. Änderung {{entry}} ({{what}}) wird abgelehnt: {{said}}',
  changeSetSlow:
    'Das Lesen mit diesem Änderungspaket dauert zu lange. Wenden Sie es an, oder nehmen Sie Änderungen heraus.',
  changeSetsBusy:
    'Zu viele Aufrufe mit Änderungspaketen warten. Versuchen Sie es in einigen Sekunden noch einmal.',
  approvalNeeded:
    'Das Änderungspaket „{{name}}“ braucht eine Freigabe aus der Redaktion, von jemandem, von dem keine seiner Änderungen stammt.',
  schedulerLeft:
    'Wer das Änderungspaket „{{name}}“ geplant hat, darf es nicht mehr anwenden. Planen Sie es neu.',
  approverLeft:
    'Wer das Änderungspaket „{{name}}“ freigegeben hat, darf das nicht mehr. Es braucht eine neue Freigabe.',
  limitedToken:
    'Dieses Token ist auf einige Sammlungen oder Sprachen beschränkt; dies betrifft die ganze Website.',
  liveOnly: 'Dieses Token liest nur, was Besucher sehen.',
  uploadAddressOver:
    'Die Adresse zum Hochladen gilt nicht mehr: Sie wurde benutzt, ist abgelaufen, oder wer sie angefordert hat, darf nicht mehr hochladen. Fordern Sie eine neue an.',
  previewOver: 'Der Vorschau-Link gilt nicht mehr. Erstellen Sie einen neuen.',
  previewOther: 'Der Vorschau-Link gehört zu einem anderen Eintrag.',
  previewGone: 'Der Eintrag dieses Vorschau-Links liegt im Papierkorb oder ist gelöscht.',
  foreignPage:
    'Seiten mit anderem Ursprung (Origin) dürfen das nicht im Namen der angemeldeten Person senden.',
  otherSignedIn: 'In diesem Browser ist {{current}} angemeldet, nicht {{next}}.',
  addressTaken: 'Es gibt schon jemanden mit der Adresse {{email}}.',
  invitedDisabled: 'Es gibt schon jemanden mit der Adresse {{email}}; der Zugang ist gesperrt.',
  invitedSignedIn: 'Es gibt schon jemanden mit der Adresse {{email}}, der sich bereits angemeldet hat.',
  invitedInUse: 'Es gibt schon jemanden mit der Adresse {{email}}, der bereits Token oder Passkeys hat.',
  invitedOtherwise: '{{email}} ist mit einer anderen Rolle eingeladen. Ändern Sie zuerst die Rolle.',
  userDisabled: '{{email}} ist gesperrt.',
  lastAdmin:
    'Das ist der letzte aktive Administrator. Geben Sie zuerst jemand anderem diese Rolle, sonst könnte niemand mehr den Dienst verwalten.',
  setupComplete: 'Die Einrichtung ist abgeschlossen: Es gibt einen Administrator.',
  lastPasskey:
    'Das ist der letzte Passkey, und für Links ist kein Mailversand eingerichtet: Nur mit ihm ist noch eine Anmeldung möglich. Fügen Sie zuerst einen anderen hinzu.',
  passkeyRefused: 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder auf anderem Weg.',
  passkeyUnverified:
    'Das Gerät hat nicht geprüft, wer es benutzt (mit Fingerabdruck, Gesicht oder PIN). Verwenden Sie ein Gerät, das es prüft.',
  passkeyKnown: 'Dieser Passkey ist schon hier.',
  tooManyPasskeys: 'Mehr als {{most}} Passkeys sind nicht möglich. Löschen Sie zuerst einen.',

  tooManyFields: 'Die Sammlung hat schon {{most}} Felder, mehr sind nicht möglich.',
  tooManyTexts:
    'Die Felder der Sammlung bräuchten mehr als {{most}} Spalten; Textfelder brauchen zwei. Fassen Sie einige in einer Gruppe zusammen.',
  typeNarrowed:
    'Der Typ eines Feldes lässt sich nur so ändern, dass jeder gespeicherte Wert seinen Sinn behält. Legen Sie ein Feld des neuen Typs an und übernehmen Sie die Werte.',
  typeFixed:
    'Der Typ dieses Feldes lässt sich nicht ändern, ohne dass gespeicherte Werte ihren Sinn verlieren. Legen Sie ein Feld des neuen Typs an und übernehmen Sie die Werte.',
  requiredNeedsDefault:
    'Ein Pflichtfeld braucht hier eine Vorgabe: Sonst stünden {{count}} vorhandene Einträge ohne Wert da.',
  requiredNeedsDefault_one:
    'Ein Pflichtfeld braucht hier eine Vorgabe: Sonst stünde {{count}} vorhandener Eintrag ohne Wert da.',
  otherTarget:
    'Das Feld „{{field}}“ verweist schon auf Einträge von „{{target}}“. Das Ziel lässt sich nur ändern, solange es überall leer ist.',
  listToOne:
    'Im Feld „{{field}}“ stehen Listen von Verweisen. Auf einen einzigen lässt es sich nur beschränken, solange es überall leer ist.',
  gaps: 'Das Feld „{{field}}“ kann kein Pflichtfeld werden: {{count}} Einträge oder Entwürfe (auch im Papierkorb) haben keinen Wert.',
  gaps_one:
    'Das Feld „{{field}}“ kann kein Pflichtfeld werden: {{count}} Eintrag oder Entwurf (vielleicht im Papierkorb) hat keinen Wert.',
  translationsDiffer:
    'Das Feld „{{field}}“ kann nicht mehr für alle Übersetzungen gelten: Es gibt übersetzte Einträge, und ihre Werte können verschieden sein.',
  unfitDraft:
    'Das Feld „{{field}}“ lässt sich so nicht ändern: Ein Wert im Entwurf des Eintrags „{{slug}}“ passt nicht dazu.',
  unfitValue:
    'Das Feld „{{field}}“ lässt sich so nicht ändern: Ein gespeicherter Wert des Eintrags „{{slug}}“ passt nicht dazu.',
  valuesRepeat:
    'Das Feld „{{field}}“ kann nicht eindeutig werden: Mehrere Einträge oder Entwürfe haben denselben Wert.',
  viewExists:
    'Sie haben in dieser Sammlung schon eine Ansicht „{{name}}“. Wählen Sie einen anderen Namen, oder ändern Sie diese.',
  viewsFull: 'Sie haben schon {{most}} gespeicherte Ansichten. Löschen Sie zuerst einige.',
  sharedViewsFull: 'Die Sammlung hat schon {{most}} geteilte Ansichten. Löschen Sie zuerst einige.',
  viewChanged:
    'Die Ansicht „{{name}}“ hat sich geändert, seit sie gelesen wurde. Lesen Sie sie neu, und wiederholen Sie die Änderung.',
  redirectsFull: 'Es gibt schon {{most}} Weiterleitungen. Löschen Sie zuerst einige.',
  redirectExists: 'Von „{{from}}“ gibt es schon eine Weiterleitung. Löschen Sie diese zuerst.',
  inUrlPattern:
    'Die Adressen dieser Sammlung enthalten das Datum „{{field}}“ ({{pattern}}). Ändern Sie zuerst ihr Muster für Adressen.',
  draftsPend:
    '{{count}} Einträge haben einen unveröffentlichten Entwurf. Veröffentlichen oder verwerfen Sie diese zuerst.',
  draftsPend_one:
    '{{count}} Eintrag hat einen unveröffentlichten Entwurf. Veröffentlichen oder verwerfen Sie ihn zuerst.',
  itemsScheduled:
    '{{count}} Einträge sind geplant. Veröffentlichen Sie sie zuerst oder heben Sie die Planung auf.',
  itemsScheduled_one:
    '{{count}} Eintrag ist geplant. Veröffentlichen Sie ihn zuerst oder heben Sie die Planung auf.',
  itemsOfSingleton:
    '„{{collection}}“ hat {{count}} Einträge, eine Sammlung für einen einzigen Eintrag darf nur einen haben. Löschen Sie zuerst die anderen.',
  singletonHolds:
    '„{{collection}}“ hat seinen einzigen Eintrag schon. Bearbeiten oder übersetzen Sie diesen.',
  collectionHolds: 'In der Sammlung „{{collection}}“ stehen noch {{count}} Einträge (auch im Papierkorb).',
  collectionHolds_one:
    'In der Sammlung „{{collection}}“ steht noch {{count}} Eintrag (vielleicht im Papierkorb).',
  collectionReferred: 'Auf die Sammlung „{{collection}}“ verweisen noch: {{fields}}',

  itemChanged:
    'Der Eintrag hat sich inzwischen geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  otherChanges:
    'Es wurde nichts geändert, weil im Eintrag andere Änderungen warten als erwartet. Vergleichen Sie die Fassungen noch einmal.',
  undoConflict:
    'Es wurde nichts rückgängig gemacht, weil das hier inzwischen bearbeitet wurde: {{conflicts}}',
  notUndoable: 'Diese Änderung lässt sich nicht rückgängig machen: {{what}}. {{why}}',
  valueTaken: 'Ein anderer Eintrag hat schon diesen Wert, und er darf nur einmal vorkommen.',
  valueInTrash:
    'Ein Eintrag im Papierkorb hat schon diesen Wert. Stellen Sie ihn wieder her, löschen Sie ihn endgültig oder wählen Sie einen anderen Wert.',
  slugTaken: 'Dieser Slug ist schon vergeben.',
  slugInTrash:
    'Diesen Slug hat schon ein Eintrag im Papierkorb. Stellen Sie ihn wieder her, löschen Sie ihn endgültig oder wählen Sie einen anderen Slug.',
  slugAwaited: 'Diesen Slug bekommt ein anderer Eintrag, sobald sein Entwurf veröffentlicht wird.',
  translationExists: 'Es gibt schon eine Übersetzung: {{locale}}',
  translationInTrash:
    'Es gibt schon eine Übersetzung im Papierkorb: {{locale}}. Bitte dort wiederherstellen oder endgültig löschen.',
  notDuplicable:
    'Der Eintrag lässt sich nicht duplizieren: Sein Feld „{{field}}“ ist Pflicht und eindeutig, die Kopie könnte es nicht haben.',
  nothingToSchedule:
    'Der Eintrag ist veröffentlicht und hat keinen neueren Entwurf: Es gibt nichts zu planen.',
  nothingToUnpublish: 'Der Eintrag ist weder veröffentlicht noch geplant: Es gibt nichts zurückzunehmen.',
  neverPublished: 'Der Eintrag war nie veröffentlicht: Es gibt keine Fassung, zu der er zurückkehren könnte.',
  fileRecorded: 'Diese Datei ist schon in den Medien.',
  fileBusy:
    'Dieselbe Datei wird gerade an anderer Stelle hochgeladen und gelöscht. Versuchen Sie es noch einmal.',
  noDirectUploads: 'Dieser Dienst bewahrt seine Dateien selbst auf und nimmt sie nicht auf diesem Weg an.',
  noBytes: 'Von dieser Datei ist noch nichts angekommen.',

  nameTaken: 'Diesen Namen gibt es schon: „{{name}}“.',
  menuShown:
    'Das Menü „{{menu}}“ steht noch in Widgets dieser Bereiche: {{areas}}. Ändern oder löschen Sie zuerst diese.',
  menuFull: 'Das Menü hat schon {{most}} Einträge, mehr sind nicht möglich.',
  areaFull: 'Der Bereich hat schon {{most}} Widgets, mehr sind nicht möglich.',
  taxonomyHolds: 'Die Taxonomie „{{taxonomy}}“ hat noch {{count}} Begriffe.',
  taxonomyHolds_one: 'Die Taxonomie „{{taxonomy}}“ hat noch {{count}} Begriff.',
  taxonomyNested:
    'Die Verschachtelung lässt sich nicht abschalten: {{count}} Begriffe stehen unter anderen. Verschieben Sie diese zuerst nach oben.',
  taxonomyNested_one:
    'Die Verschachtelung lässt sich nicht abschalten: {{count}} Begriff steht unter einem anderen. Verschieben Sie ihn zuerst nach oben.',
  termHolds: 'Darunter stehen noch {{count}} Begriffe. Verschieben oder löschen Sie zuerst diese.',
  termHolds_one: 'Darunter steht noch {{count}} Begriff. Verschieben oder löschen Sie ihn zuerst.',

  blockTaken:
    'Blöcke der Art „{{type}}“ gehören der Erweiterung „{{plugin}}“. Schalten Sie zuerst diese aus.',
  pluginRefuses: 'Die Erweiterung „{{plugin}}“ lehnt das ab: {{said}}',

  secretKeyNeeded:
    'Mit einem Datenbankserver braucht der Dienst für Webhooks OCTAVO_SECRET_KEY, um ihre Schlüssel zu verschlüsseln. Setzen Sie die Variable auf jedem Prozess auf denselben Wert, und versuchen Sie es noch einmal.',
  tooManyWebhooks: 'Es gibt schon {{most}} Webhooks, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  webhookPaused: 'Der Webhook ist angehalten, deshalb wird nichts gesendet. Starten Sie ihn zuerst.',
  deliveryWaits: 'Diese Zustellung wartet auf eine frühere zum selben Inhalt. Senden Sie jene noch einmal.',

  exportEntities: `${at} Die Datei legt eigene Kürzel (Entities) fest; das kommt in Exporten nicht vor.`,
  exportNoChannel: 'Das ist kein Export: In der Datei fehlt <rss><channel>.',
  exportOther: 'Das ist kein Export: Die Datei beginnt mit <{{tag}}>.',
  exportNesting: `${at} Elemente sind mehr als {{most}} Ebenen tief verschachtelt.`,
  exportAmpersand: `${at} „&“ steht hier für sich allein. Schreiben Sie dafür „&amp;“.`,
  exportLongValue: `${at} Ein einzelner Wert hat mehr als 32 Millionen Zeichen.`,
  exportEncoding: 'Die Datei nennt eine Zeichenkodierung, die unbekannt ist: „{{encoding}}“.',
  exportBytes: `${at} Hier oder dahinter stehen Zeichen, die nicht in {{encoding}} kodiert sind. Wandeln Sie die Datei um, oder nennen Sie ihre Kodierung in der ersten Zeile.`,
  exportEmpty: 'Das ist kein Export: In der Datei steht kein XML.',
  exportUnclosed: `${at} Die Datei endet, ohne dass <{{tag}}> geschlossen ist. Vielleicht ist sie nicht vollständig; laden Sie den Export noch einmal herunter.`,
  exportUnmatched: `${at} </{{tag}}> schließt hier etwas, das nicht offen ist.`,
  exportOutside: `${at} Hier steht Text, wo keiner stehen darf: vor oder hinter dem eigentlichen Export.`,
  exportEnd: `${at} Die Datei bricht hier ab. Laden Sie den Export noch einmal herunter.`,
  exportXml: `${at} Das ist kein gültiges XML ({{fault}}).`,
  exportAuthors: 'In der Datei sind mehr als {{most}} Autoren. So viele lassen sich nicht importieren.',
  exportTypes:
    'In der Datei sind mehr als {{most}} Arten von Inhalten. So viele lassen sich nicht importieren.',
  exportTerms: 'In der Datei sind mehr als {{most}} Begriffe. So viele lassen sich nicht importieren.',
  exportFiles: 'Darin sind mehr als {{most}} Dateien. So viele lassen sich nicht importieren.',
  exportEntries:
    'Das Archiv hat mehr als {{most}} Einträge. Importieren Sie den Ordner über die Kommandozeile.',
  exportArchive: 'Das Archiv ist größer als {{most}} GB. Importieren Sie den Ordner über die Kommandozeile.',
  exportDirectory:
    'Die Namen im Archiv sind zusammen größer als {{most}} MB. Importieren Sie den Ordner über die Kommandozeile.',
  exportGigabytes: 'Die Dateien darin haben zusammen mehr als {{most}} GB.',
  exportMegabytes:
    'Ein Teil davon hat mehr als {{most}} MB an JSON. Importieren Sie eine JSON-Datei für sich, ohne Ordner oder Archiv.',
  archiveCut: 'Das Archiv ist nicht vollständig. Speichern Sie es noch einmal.',
  archiveDamaged: 'Die Datei „{{detail}}“ im Archiv ist beschädigt.',
  archivePath: 'Das Archiv enthält den Namen „{{detail}}“, der aus seinem Ordner hinausführt.',
  folderWithoutTexts: 'In „{{detail}}“ sind keine Markdown-Dateien und kein Export von Ghost.',
  ghostCut:
    'Das JSON ist nicht lesbar; vielleicht ist die Datei nicht vollständig. Exportieren Sie noch einmal ({{detail}}).',
  ghostSeveral:
    'Darin sind mehrere Exporte von Ghost. Behalten Sie den, den Sie importieren wollen, und entfernen Sie die anderen ({{detail}}).',
  ghostOther: 'Dieses JSON ist kein Export von Ghost: Beiträge fehlen.',
  importRuns: 'Dieser Import läuft schon.',
  backupFolderRefused:
    'OCTAVO_BACKUP_URL nennt den Ordner {{folder}}, in den nicht geschrieben werden kann: {{code}}.',
  backupFolderFull: 'Im Ordner von OCTAVO_BACKUP_URL ist kein Platz mehr.',
  backupFolderTooSmall:
    'Im Ordner von OCTAVO_BACKUP_URL sind {{free}} MB frei, und eine Sicherung braucht etwa {{needed}} MB. Schaffen Sie dort Platz, oder verringern Sie OCTAVO_BACKUP_KEEP.',
  backupInterrupted: 'Der Prozess der Sicherung wurde vorzeitig beendet.',
  backupNotRun: 'Der Prozess der Sicherung konnte nicht gestartet werden.',
  backupEndedEarly: 'Der Prozess der Sicherung endete zu früh ({{end}}).',
  backupFailed: 'Den Grund nennt das Protokoll des Dienstes.',
  backupLacksFiles:
    'Im letzten Archiv fehlen {{missing}} von {{all}} Dateien, deshalb bleiben ältere Archive. Sehen Sie nach, ob der Speicher der Dateien sie hat.',
  backupsNotRemoved:
    'Das letzte Archiv wurde geschrieben, aber alte lassen sich nicht aus OCTAVO_BACKUP_URL entfernen: {{code}}.',

  importStillRuns: 'Dieser Import läuft noch. Brechen Sie ihn zuerst ab.',
  importRests: 'Dieser Import läuft gerade nicht.',
  importFileGone: 'Die Datei ist nicht mehr da. Laden Sie sie noch einmal hoch.',
  importFileLost: 'Die Datei ist nicht mehr da. Laden Sie sie noch einmal hoch.',
  importBrokenOff: 'Der Befehl wurde abgebrochen. Beginnen Sie den Import noch einmal, um weiterzumachen.',
  importFailed:
    'Im Dienst ist etwas schiefgegangen; sein Protokoll sagt, was. Beginnen Sie den Import noch einmal, um weiterzumachen.',

  pieceFailed: 'Im Dienst ist etwas schiefgegangen; sein Protokoll sagt, was.',
  pieceNotPlanned: 'Es war nicht eingeplant.',
  frontMatterBroken: 'Der Anfang von {{path}} (Front Matter) ist nicht lesbar. Zeile {{line}}: {{fault}}',
  entriesTooMany: 'In der Datei sind mehr als {{most}} Menüeinträge.',
  blockMenusTooMany: 'In der Datei sind mehr als {{most}} Menüs aus Blöcken.',
  blockMenuTooLong: 'Das Menü aus Blöcken ist länger als {{most}} Zeichen.',
  targetLost: 'Das Ziel wurde nicht importiert.',
  targetUnsafe: 'Es führt zu {{url}}; dorthin darf kein Link führen.',
  fetchNoAddress: 'Die Datei hat keine gültige Adresse.',
  fetchNoWeb: 'Die Adresse der Datei beginnt nicht mit http oder https.',
  fetchNoSafe: 'Die Adresse der Datei beginnt nicht mit https.',
  fetchCredentials: 'In der Adresse der Datei stehen Zugangsdaten.',
  fetchNotPublic: 'Der Rechner ist nicht öffentlich erreichbar.',
  fetchNoHost: 'Den Rechner in der Adresse gibt es nicht.',
  fetchTooSlow: 'Es dauerte zu lange.',
  fetchUnreachable: 'Der Rechner war nicht zu erreichen.',
  fetchNotInTime: 'Der Rechner war nicht rechtzeitig zu erreichen.',
  fetchBusy: 'Es wird gerade zu viel auf einmal geholt. Versuchen Sie es noch einmal.',
  fetchCircle: 'Die Adresse leitet zu oft weiter.',
  fetchNowhere: 'Die Adresse leitet weiter, aber nirgendwohin.',
  fetchStatus: 'Die Antwort war {{status}}.',
  fetchTooLarge: 'Die Datei ist größer als {{most}}.',
  fetchOtherKind: 'Stattdessen kam eine Datei der Art {{found}}.',
}
