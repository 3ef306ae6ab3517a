import type { Texts } from '../pages/language.ts'

interface OAuthTexts {
  readonly consentTitle: (app: string) => string
  readonly consentLead: (app: string) => string
  readonly scopes: string
  readonly withheld: string
  /** what `admin` would allow, for people whose role does not include it */
  readonly withheldAdmin: string
  readonly limits: {
    readonly title: string
    readonly changeSetsOnly: string
    readonly changeSetsOnlyHelp: string
    readonly confirmDestructive: string
    readonly confirmDestructiveHelp: string
    readonly noDeleting: string
    readonly noDeletingHelp: string
    readonly duration: string
    readonly untilRevoked: string
    readonly hour: string
    readonly day: string
    readonly collections: string
  }
  readonly approve: string
  readonly deny: string
  readonly returnsTo: string
  readonly kinds: Readonly<Record<'builtIn' | 'registered' | 'document', string>>
  readonly refusedTitle: string
  readonly refusedLead: string
  readonly backTo: (app: string) => string
  readonly formTitle: string
  readonly formLead: string
  readonly limitedTitle: string
  readonly limitedLead: string
  readonly failedTitle: string
  readonly failedLead: string
  readonly deviceTitle: string
  readonly deviceLead: string
  readonly deviceCode: string
  readonly deviceNext: string
  readonly deviceUnknown: string
  readonly deviceCompare: string
  readonly deviceWarning: string
  readonly nothingTitle: string
  readonly nothing: string
  readonly approvedTitle: string
  readonly approvedLead: (app: string) => string
  readonly deniedTitle: string
  readonly deniedLead: (app: string) => string
}

export const oauthTexts: Texts<OAuthTexts> = {
  en: {
    consentTitle: (app) => `Allow access for ${app}?`,
    consentLead: (app) => `${app} wants to act in your name. Deselect what it should not do.`,
    scopes: 'The app may',
    withheld: 'It also requested rights that your role does not allow, and does not get them:',
    withheldAdmin: 'Administer the service: people, settings, plugins and imports',
    limits: {
      title: 'Limit it further: no deleting, change-sets only, some collections, for a time',
      changeSetsOnly: 'Change-sets only',
      changeSetsOnlyHelp: 'It prepares changes that people apply; by itself it changes no content.',
      confirmDestructive: 'Ask before deleting',
      confirmDestructiveHelp: 'It shows first what would be deleted or discarded, and needs a second call.',
      noDeleting: 'No deleting',
      noDeletingHelp: 'It cannot move anything to the trash either.',
      duration: 'For how long',
      untilRevoked: 'Until you revoke it',
      hour: 'For an hour',
      day: 'For a day',
      collections: 'Only these collections, and nothing that concerns the whole site (none ticked: no limit)',
    },
    approve: 'Allow access',
    deny: 'Refuse',
    returnsTo: 'Either way your browser goes back to',
    kinds: {
      builtIn: 'The command line that comes with Octavo. Continue only if you have just started it yourself.',
      registered: 'The app gave itself this name. Continue only if you have just started it yourself.',
      document: 'The app is described at',
    },
    refusedTitle: 'This request cannot be answered',
    refusedLead: 'An app has sent you here with an invalid request. You can close this page. The reason:',
    backTo: (app) => `Back to ${app}`,
    formTitle: 'This form is no longer valid',
    formLead: 'Nothing has happened. Go back to the app and start again.',
    limitedTitle: 'Too many attempts',
    limitedLead: 'Please wait a minute and try again.',
    failedTitle: 'Something went wrong',
    failedLead: 'The service failed. Please try again later. The request was',
    deviceTitle: 'Connect a device or a program',
    deviceLead: 'Type the code that it shows you.',
    deviceCode: 'Code',
    deviceNext: 'Continue',
    deviceUnknown: 'There is no such code: it is mistyped, expired, or was used before.',
    deviceCompare: 'Does it show this code?',
    deviceWarning: 'Refuse if somebody else has sent you this code or this address.',
    nothingTitle: 'No right is selected',
    nothing: 'Keep at least one right selected, or refuse.',
    approvedTitle: 'It is connected',
    approvedLead: (app) => `${app} continues automatically. You can close this page.`,
    deniedTitle: 'Refused',
    deniedLead: (app) => `${app} was not authorized. You can close this page.`,
  },
  de: {
    consentTitle: (app) => `${app} zulassen?`,
    consentLead: (app) =>
      `${app} möchte im Namen dieses Kontos handeln. Bitte die Häkchen bei allem entfernen, was die App nicht darf.`,
    scopes: 'Die App darf',
    withheld:
      'Die App hat auch Rechte angefragt, die die Rolle dieses Kontos nicht erlaubt. Diese bekommt sie nicht:',
    withheldAdmin: 'Den Dienst verwalten: Personen, Einstellungen, Erweiterungen und Importe',
    limits: {
      title: 'Weiter einschränken: ohne Löschen, nur Änderungspakete, einige Sammlungen, auf Zeit',
      changeSetsOnly: 'Nur Änderungspakete',
      changeSetsOnlyHelp: 'Änderungen werden vorbereitet, Personen wenden sie an.',
      confirmDestructive: 'Vor dem Löschen fragen',
      confirmDestructiveHelp:
        'Die App zeigt erst, was gelöscht oder verworfen würde, und braucht einen zweiten Aufruf.',
      noDeleting: 'Nichts löschen',
      noDeletingHelp: 'Die App legt auch nichts in den Papierkorb.',
      duration: 'Wie lange',
      untilRevoked: 'Bis zum Widerruf',
      hour: 'Eine Stunde',
      day: 'Einen Tag',
      collections: 'Nur diese Sammlungen und nichts, was die ganze Website betrifft (ohne Häkchen: alle)',
    },
    approve: 'Zulassen',
    deny: 'Ablehnen',
    returnsTo: 'In beiden Fällen geht der Browser zurück zu',
    kinds: {
      builtIn:
        'Die Kommandozeile, die zu Octavo gehört. Nur zulassen, wenn sie gerade von hier aus gestartet wurde.',
      registered:
        'Den Namen hat sich die App selbst gegeben. Nur zulassen, wenn sie gerade von hier aus gestartet wurde.',
      document: 'Die App ist beschrieben unter',
    },
    refusedTitle: 'Diese Anfrage lässt sich nicht beantworten',
    refusedLead:
      'Eine App hat mit einer fehlerhaften Anfrage auf diese Seite geleitet. Sie kann geschlossen werden. Der Grund:',
    backTo: (app) => `Zurück zu ${app}`,
    formTitle: 'Dieses Formular gilt nicht mehr',
    formLead: 'Es ist nichts geschehen. Bitte in der App neu beginnen.',
    limitedTitle: 'Zu viele Versuche',
    limitedLead: 'Bitte eine Minute warten und es dann wieder versuchen.',
    failedTitle: 'Es ist ein Fehler aufgetreten',
    failedLead: 'Im Dienst ist ein Fehler aufgetreten. Bitte später noch einmal versuchen. Die Anfrage war',
    deviceTitle: 'Ein Gerät oder Programm verbinden',
    deviceLead: 'Bitte den Code eingeben, den es anzeigt.',
    deviceCode: 'Code',
    deviceNext: 'Weiter',
    deviceUnknown: 'Diesen Code gibt es nicht: vertippt, abgelaufen oder schon benutzt.',
    deviceCompare: 'Zeigt es diesen Code?',
    deviceWarning: 'Ablehnen, wenn jemand anderes diesen Code oder diese Adresse geschickt hat.',
    nothingTitle: 'Kein Recht ist ausgewählt',
    nothing: 'Bitte mindestens ein Häkchen stehen lassen, oder ablehnen.',
    approvedTitle: 'Verbunden',
    approvedLead: (app) => `${app} fährt automatisch fort. Diese Seite kann geschlossen werden.`,
    deniedTitle: 'Abgelehnt',
    deniedLead: (app) => `${app} hat keinen Zugang erhalten. Diese Seite kann geschlossen werden.`,
  },
}
