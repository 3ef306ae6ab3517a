import { type Scope, scopes } from '@octavo/contract/access'
import type { Texts } from '../language.ts'

interface AccountTexts {
  readonly title: string
  readonly roles: Readonly<Record<number, string>>
  readonly cancel: string
  readonly name: string
  readonly copy: string
  readonly copied: string
  readonly neverUsed: string
  readonly passkeys: {
    readonly title: string
    readonly lead: string
    readonly add: string
    readonly added: string
    readonly none: string
    readonly synced: string
    readonly made: string
    readonly used: string
    readonly rename: string
    readonly renamed: string
    readonly renameTitle: string
    readonly delete: string
    readonly deleted: string
    readonly deleteTitle: string
    readonly deleteText: string
    readonly lastOne: string
  }
  readonly sessions: {
    readonly title: string
    readonly lead: string
    readonly current: string
    readonly unknown: string
    readonly on: string
    readonly used: string
    readonly end: string
    readonly ended: string
    readonly othersEnded: string
    readonly endTitle: string
    readonly endText: string
    readonly endOthers: string
    readonly endOthersTitle: string
    readonly endOthersText: string
  }
  readonly tokens: {
    readonly title: string
    readonly lead: string
    readonly none: string
    readonly make: string
    readonly nameHint: string
    readonly scopes: string
    readonly noScopes: string
    readonly meanings: Readonly<Record<Scope, string>>
    readonly expiry: string
    readonly expiries: readonly { readonly days: number; readonly text: string }[]
    readonly create: string
    readonly made: string
    readonly madeText: string
    readonly used: string
    readonly expires: string
    readonly expired: string
    readonly revoke: string
    readonly revoked: string
    readonly revokeTitle: string
    readonly revokeText: string
  }
  readonly apps: {
    readonly title: string
    readonly lead: string
    readonly none: string
    readonly since: string
    readonly used: string
    readonly end: string
    readonly ended: string
    readonly endTitle: string
    readonly endText: string
  }
}

export const accountTexts: Texts<AccountTexts> = {
  en: {
    title: 'Your account',
    roles: { 10: 'Subscriber', 20: 'Contributor', 30: 'Author', 40: 'Editor', 50: 'Admin' },
    cancel: 'Cancel',
    name: 'Name',
    copy: 'Copy',
    copied: 'Copied.',
    neverUsed: 'never used',
    passkeys: {
      title: 'Passkeys',
      lead: 'You sign in with any of them. A second one helps when a device is lost.',
      add: 'Add a passkey',
      added: 'The passkey was added.',
      none: 'No passkey yet. With one you sign in without waiting for mail.',
      synced: 'synced',
      made: 'Added',
      used: 'last used',
      rename: 'Rename',
      renamed: 'The passkey was renamed.',
      renameTitle: 'Rename this passkey',
      delete: 'Delete',
      deleted: 'The passkey was deleted.',
      deleteTitle: 'Delete this passkey?',
      deleteText:
        'Nobody can sign in with it any more. Your device may go on offering it until you remove it there.',
      lastOne: 'This is your only way in. Add another passkey first.',
    },
    sessions: {
      title: 'Where you are signed in',
      lead: 'End what you do not know. A session ends by itself 30 days after it was last used.',
      current: 'this one',
      unknown: 'Unknown browser',
      on: 'on',
      used: 'last used',
      end: 'End',
      ended: 'The session was ended.',
      othersEnded: 'All other sessions were ended.',
      endTitle: 'End this session?',
      endText: 'Whoever uses that browser has to sign in again.',
      endOthers: 'End all others',
      endOthersTitle: 'End all other sessions?',
      endOthersText: 'You stay signed in here; everywhere else you have to sign in again.',
    },
    tokens: {
      title: 'Personal access tokens',
      lead: 'For scripts and programs of your own. Each acts in your name, within its scopes and your role.',
      none: 'No tokens.',
      make: 'New token',
      nameHint: 'What it is for, so that you know it again.',
      scopes: 'What it may do',
      noScopes: 'Choose at least one thing that it may do.',
      meanings: {
        ...scopes,
        admin: 'Everything that your role may do',
      },
      expiry: 'Valid for',
      expiries: [
        { days: 30, text: '30 days' },
        { days: 90, text: '90 days' },
        { days: 365, text: 'a year' },
        { days: 0, text: 'as long as it is not revoked' },
      ],
      create: 'Make token',
      made: 'Your new token',
      madeText: 'Copy it now: it is shown this once, and nobody can look it up later.',
      used: 'last used',
      expires: 'valid until',
      expired: 'expired',
      revoke: 'Revoke',
      revoked: 'The token was revoked.',
      revokeTitle: 'Revoke this token?',
      revokeText: 'Programs that use it are refused from now on.',
    },
    apps: {
      title: 'Connected apps',
      lead: 'Apps and assistants that you have let in. Each holds the rights that you approved, and no others.',
      none: 'No apps are connected.',
      since: 'Since',
      used: 'last used',
      end: 'Disconnect',
      ended: 'The app was disconnected.',
      endTitle: 'Disconnect this app?',
      endText: 'It loses its rights at once, and has to ask you again.',
    },
  },
  de: {
    title: 'Konto',
    roles: { 10: 'Abonnent', 20: 'Mitarbeit', 30: 'Autor', 40: 'Redaktion', 50: 'Administration' },
    cancel: 'Abbrechen',
    name: 'Name',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    neverUsed: 'noch nie verwendet',
    passkeys: {
      title: 'Passkeys',
      lead: 'Zum Anmelden genügt einer. Ein zweiter hilft, wenn ein Gerät verloren geht.',
      add: 'Passkey hinzufügen',
      added: 'Der Passkey wurde hinzugefügt.',
      none: 'Noch kein Passkey. Mit einem geht die Anmeldung, ohne auf E-Mail zu warten.',
      synced: 'synchronisiert',
      made: 'Hinzugefügt',
      used: 'zuletzt verwendet',
      rename: 'Umbenennen',
      renamed: 'Der Passkey wurde umbenannt.',
      renameTitle: 'Passkey umbenennen',
      delete: 'Löschen',
      deleted: 'Der Passkey wurde gelöscht.',
      deleteTitle: 'Diesen Passkey löschen?',
      deleteText:
        'Niemand kann sich mehr damit anmelden. Das Gerät bietet ihn womöglich weiter an, bis er dort entfernt ist.',
      lastOne: 'Das ist der einzige Zugang. Bitte zuerst einen weiteren Passkey hinzufügen.',
    },
    sessions: {
      title: 'Angemeldet auf',
      lead: 'Was unbekannt ist, sollte beendet werden. Eine Sitzung endet von selbst 30 Tage nach der letzten Nutzung.',
      current: 'diese hier',
      unknown: 'Unbekannter Browser',
      on: 'auf',
      used: 'zuletzt genutzt',
      end: 'Beenden',
      ended: 'Die Sitzung wurde beendet.',
      othersEnded: 'Alle anderen Sitzungen wurden beendet.',
      endTitle: 'Diese Sitzung beenden?',
      endText: 'In jenem Browser ist dann eine neue Anmeldung nötig.',
      endOthers: 'Alle anderen beenden',
      endOthersTitle: 'Alle anderen Sitzungen beenden?',
      endOthersText: 'Hier bleibt die Anmeldung bestehen, überall sonst ist eine neue nötig.',
    },
    tokens: {
      title: 'Persönliche Zugriffstoken',
      lead: 'Für eigene Skripte und Programme. Jedes handelt im Namen dieses Kontos, im Rahmen seiner Rechte und der Rolle.',
      none: 'Keine Token.',
      make: 'Neues Token',
      nameHint: 'Wofür es ist, zum Wiedererkennen.',
      scopes: 'Was es darf',
      noScopes: 'Bitte mindestens ein Recht auswählen.',
      meanings: {
        'content:read': 'Inhalte, Begriffe, Menüs und Suchergebnisse lesen',
        'content:write': 'Inhalte anlegen, ändern, veröffentlichen und löschen; Begriffe anlegen',
        'media:read': 'Medien lesen',
        'media:write': 'Medien hochladen, ändern und löschen',
        'schema:read': 'Sammlungen und ihre Felder lesen',
        'schema:write': 'Sammlungen und Felder anlegen, ändern und löschen',
        admin: 'Alles, was die Rolle erlaubt',
      },
      expiry: 'Gültig',
      expiries: [
        { days: 30, text: '30 Tage' },
        { days: 90, text: '90 Tage' },
        { days: 365, text: 'ein Jahr' },
        { days: 0, text: 'bis zum Widerruf' },
      ],
      create: 'Token anlegen',
      made: 'Das neue Token',
      madeText: 'Jetzt kopieren: Es wird nur dieses eine Mal gezeigt und lässt sich nicht nachschlagen.',
      used: 'zuletzt verwendet',
      expires: 'gültig bis',
      expired: 'abgelaufen',
      revoke: 'Widerrufen',
      revoked: 'Das Token wurde widerrufen.',
      revokeTitle: 'Dieses Token widerrufen?',
      revokeText: 'Programme, die es verwenden, werden ab sofort abgewiesen.',
    },
    apps: {
      title: 'Verbundene Apps',
      lead: 'Apps und Assistenten, die Zugang haben. Jede hat die gewährten Rechte und keine anderen.',
      none: 'Keine Apps sind verbunden.',
      since: 'Seit',
      used: 'zuletzt genutzt',
      end: 'Trennen',
      ended: 'Die App wurde getrennt.',
      endTitle: 'Diese App trennen?',
      endText: 'Sie verliert ihre Rechte sofort und muss neu um sie bitten.',
    },
  },
}
