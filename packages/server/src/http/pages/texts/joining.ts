import type { Texts } from '../language.ts'

/** Texts of setup and invites, which both create an account. */
interface JoiningTexts {
  readonly setupTitle: string
  readonly setupLead: string
  readonly code: string
  readonly codeHint: string
  readonly name: string
  readonly email: string
  readonly createWithPasskey: string
  readonly passkeyHint: string
  readonly createWithLink: string
  readonly noPasskeys: string
  readonly wrongCode: string
  readonly linkMailed: string
  readonly linkLogged: string
  readonly linkTitle: string
  readonly alreadySetUp: string
  readonly alreadySetUpLead: string
  readonly signIn: string
  readonly inviteTitle: string
  readonly inviteLead: string
  readonly inviteFor: string
  readonly joinWithPasskey: string
  readonly joinWithout: string
  readonly inviteFailed: string
  readonly inviteFailedLead: string
  readonly inviteBusy: string
}

export const joiningTexts: Texts<JoiningTexts> = {
  en: {
    setupTitle: 'Welcome to Octavo',
    setupLead: 'This creates the first account. It has all rights, and can invite others.',
    code: 'Setup code',
    codeHint: 'It is at the end of the setup link that the service printed at its start.',
    name: 'Your name',
    email: 'E-mail address',
    createWithPasskey: 'Create account with a passkey',
    passkeyHint:
      'You sign in with your fingerprint, your face, or the PIN of your device. There is no password.',
    createWithLink: 'No passkey? Sign in by a link',
    noPasskeys: 'This browser cannot use passkeys. You can sign in by a link instead.',
    wrongCode: 'This setup code is not valid. Take the link that the service printed last.',
    linkTitle: 'Your account is ready',
    linkMailed: 'A sign-in link is on its way to',
    linkLogged: 'Mail is not set up yet: the service has printed the sign-in link, for',
    alreadySetUp: 'This service is set up',
    alreadySetUpLead: 'The first account exists. For another one you need an invite.',
    signIn: 'Sign in',
    inviteTitle: 'You are invited',
    inviteLead: 'Accept the invite to get your account.',
    inviteFor: 'Account for',
    joinWithPasskey: 'Accept with a passkey',
    joinWithout: 'Accept without a passkey',
    inviteFailed: 'This invite is no longer valid',
    inviteFailedLead: 'Invites work once, for a limited time. Ask the person who invited you for a new one.',
    inviteBusy: 'One moment, the invite is being checked.',
  },
  de: {
    setupTitle: 'Willkommen bei Octavo',
    setupLead: 'Hier entsteht das erste Konto. Es hat alle Rechte und kann andere einladen.',
    code: 'Einrichtungscode',
    codeHint: 'Er steht am Ende des Links zum Einrichten, den der Dienst beim Start ausgegeben hat.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    createWithPasskey: 'Konto mit Passkey anlegen',
    passkeyHint:
      'Angemeldet wird mit Fingerabdruck, Gesicht oder der PIN des Geräts. Ein Passwort gibt es nicht.',
    createWithLink: 'Kein Passkey? Per Link anmelden',
    noPasskeys:
      'Dieser Browser kann keine Passkeys verwenden. Die Anmeldung ist stattdessen per Link möglich.',
    wrongCode: 'Dieser Einrichtungscode gilt nicht. Bitte den zuletzt ausgegebenen Link verwenden.',
    linkTitle: 'Das Konto ist angelegt',
    linkMailed: 'Ein Link zum Anmelden ist unterwegs an',
    linkLogged: 'E-Mail ist noch nicht eingerichtet: Der Dienst hat den Link zum Anmelden ausgegeben, für',
    alreadySetUp: 'Dieser Dienst ist eingerichtet',
    alreadySetUpLead: 'Das erste Konto gibt es schon. Für ein weiteres ist eine Einladung nötig.',
    signIn: 'Anmelden',
    inviteTitle: 'Einladung',
    inviteLead: 'Mit der Annahme entsteht das Konto.',
    inviteFor: 'Konto für',
    joinWithPasskey: 'Mit Passkey annehmen',
    joinWithout: 'Ohne Passkey annehmen',
    inviteFailed: 'Diese Einladung gilt nicht mehr',
    inviteFailedLead:
      'Einladungen gelten einmal und für begrenzte Zeit. Wer eingeladen hat, kann eine neue senden.',
    inviteBusy: 'Einen Augenblick, die Einladung wird geprüft.',
  },
}
