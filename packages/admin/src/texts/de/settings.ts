import type { settings as english } from '../en/settings.ts'
import type { Translated } from '../translated.ts'

export const settings: Translated<typeof english> = {
  title: 'Einstellungen',
  lead: 'Einstellungen, die für die ganze Website gelten.',
  leadReadOnly: 'Einstellungen, die für die ganze Website gelten. Administratoren können sie ändern.',
  siteTitle: 'Name der Website',
  siteTitleHelp: 'Steht im Tab des Browsers, in Feeds und in Suchergebnissen.',
  tagline: 'Untertitel',
  taglineHelp: 'Worum es auf der Website geht, in einer Zeile.',
  siteUrl: 'Adresse der Website',
  siteUrlHelp:
    'Links zu ihren Seiten beginnen damit, zum Beispiel https://example.com. Ist das Feld leer, sind sie Pfade.',
  previewOrigins: 'Websites, die Vorschauen zeigen',
  previewOriginsHelp:
    'Eine je Zeile, zum Beispiel https://example.com oder http://localhost:3000. Auf ihnen werden Entwürfe neben dem Editor gezeigt. Vorschau-Links beginnen mit der ersten.',
  previewOriginsMany: 'Höchstens {{most}} Zeilen.',
  timeZone: 'Zeitzone der Website',
  timeZoneHelp:
    'Assistenten verwenden sie, und Formulare zeigen sie neben Ihrer eigenen, wenn beide abweichen. UTC, wenn das Feld leer ist.',
  timeZoneBad: 'Der Name einer Zeitzone, z. B. Europe/Berlin.',
  postsPerPage: 'Einträge auf einer Seite',
  postsPerPageHelp:
    'Wie viele Einträge eine Seite einer Liste der Website zeigt, von {{least}} bis {{most}}.',
  changeSetApproval: 'Änderungspakete brauchen eine Freigabe',
  changeSetApprovalHelp:
    'Sie lassen sich erst anwenden, wenn ein Redakteur sie freigegeben hat, von dem keine ihrer Änderungen stammt.',
  numberBad: 'Eine ganze Zahl von {{least}} bis {{most}}.',
  notSet: 'nicht gesetzt',
  overtaken: {
    somebody: 'jemand anderes',
    all: 'Inzwischen hat {{name}} die Einstellungen geändert.',
    changed:
      'Inzwischen hat {{name}} hier „{{value}}“ eingetragen. Speichern Sie noch einmal, um es zu ersetzen.',
    switched: 'Inzwischen hat {{name}} dies geändert. Speichern Sie noch einmal, um es zu ersetzen.',
    emptied: 'Inzwischen hat {{name}} dieses Feld geleert. Speichern Sie noch einmal, um es zu ersetzen.',
  },
  retention: {
    title: 'Aufbewahrung',
    lead: 'Wie lange die Website behält, was nicht mehr gebraucht wird. Ist ein Feld leer, bleibt alles. Was länger zurückliegt, wird im Hintergrund innerhalb von etwa einer Stunde endgültig gelöscht.',
    all: 'alle',
    keepRevisions: 'Fassungen pro Eintrag',
    keepRevisionsHelp:
      'So viele seiner neuesten Fassungen behält jeder Eintrag, höchstens {{most}}. Die zuletzt veröffentlichte Fassung und unveröffentlichte Änderungen bleiben immer.',
    keepRevisionDays: 'Aufbewahrung von Fassungen (Tage)',
    keepRevisionDaysHelp:
      'Ältere Fassungen werden gelöscht. Die neueste jedes Eintrags, die zuletzt veröffentlichte und unveröffentlichte Änderungen bleiben immer.',
    keepTrashDays: 'Aufbewahrung im Papierkorb (Tage)',
    keepTrashDaysHelp: 'Nach so vielen Tagen im Papierkorb werden Einträge endgültig gelöscht.',
    keepImportDays: 'Aufbewahrung von Importen (Tage)',
    keepImportDaysHelp:
      'Ältere Analysen und abgeschlossene Importe werden gelöscht, mit ihren Berichten und hochgeladenen Dateien. Importierte Inhalte bleiben.',
    keepEventDays: 'Aufbewahrung von Ereignissen (Tage)',
    keepEventDaysHelp:
      'Ältere Einträge im Protokoll der Ereignisse werden gelöscht; bei leerem Feld nach 30 Tagen. Programme, die länger keine Verbindung hatten, laden alles neu.',
  },
  languages: {
    title: 'Sprachen',
    now: 'Sprachen der Website: {{languages}}. Wird keine gewählt, gilt für Einträge {{first}}.',
    add: 'Sprache hinzufügen',
    addHelp:
      'Die Sprachen werden beim Start des Dienstes festgelegt. Für eine weitere muss er neu gestartet werden.',
    choose: 'Sprache wählen',
    unknown: 'Nicht in dieser Liste. Die Variable nimmt jeden Sprachcode.',
    how: 'Setzen Sie diese Umgebungsvariable des Dienstes, und starten Sie ihn neu:',
    next: 'Danach steht {{language}} bei jedem Eintrag in der Liste der Sprachen, und neue Einträge lassen sich darin schreiben. Vorhandene Texte ändern sich nicht.',
  },
  index: {
    title: 'Suchindex',
    lead: 'Was Besucher finden können. Er wird automatisch aktualisiert; bauen Sie ihn neu auf, wenn er beschädigt wurde. Suchen und Speichern sind dabei weiter möglich.',
    none: 'Keine Sammlung wird durchsucht.',
    count_one: '{{count}} Eintrag',
    count_other: '{{count}} Einträge',
    rebuild: 'Index neu aufbauen',
    rebuilt: 'Der Suchindex ist neu aufgebaut.',
  },
}
