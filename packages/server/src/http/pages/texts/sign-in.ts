import type { Texts } from '../language.ts'

interface SignInTexts {
  readonly title: string
  readonly lead: string
  readonly withPasskey: string
  readonly or: string
  readonly email: string
  readonly sendLink: string
  readonly noPasskeys: string
  readonly unknownPasskey: string
  readonly sentTitle: string
  readonly sent: string
  readonly sentToLog: string
  readonly notArrived: string
  readonly again: string
  readonly linkTitle: string
  readonly linkBusy: string
  readonly linkFailed: string
  readonly linkHint: string
  readonly newLink: string
  readonly notSetUp: string
  readonly notSetUpLead: string
}

export const signInTexts: Texts<SignInTexts> = {
  en: {
    title: 'Sign in',
    lead: 'Use your fingerprint, your face, or the PIN of your device.',
    withPasskey: 'Sign in with a passkey',
    or: 'or by mail',
    email: 'E-mail address',
    sendLink: 'Send me a sign-in link',
    noPasskeys: 'This browser cannot use passkeys. A link by mail works everywhere.',
    unknownPasskey: 'This passkey is not known here. Try another one, or let us send you a link.',
    sentTitle: 'Check your mail',
    sent: 'If the address is known here, a link is on its way to',
    sentToLog:
      'Mail is not set up here. If the address is known, the operator finds the link in what the service prints:',
    notArrived: 'The link works once, for 15 minutes. Nothing there? Check the spam folder, too.',
    again: 'Back to sign-in',
    linkTitle: 'Signing in',
    linkBusy: 'One moment, the link is being checked.',
    linkFailed: 'This link is no longer valid',
    linkHint: 'Each link works once, for 15 minutes. Ask for a new one, or use a passkey.',
    newLink: 'Sign in another way',
    notSetUp: 'Not set up yet',
    notSetUpLead:
      'Nobody has an account here yet. The operator of the service finds a setup link in what it printed at its start.',
  },
  de: {
    title: 'Anmelden',
    lead: 'Mit Fingerabdruck, Gesicht oder der PIN des Geräts.',
    withPasskey: 'Mit Passkey anmelden',
    or: 'oder per E-Mail',
    email: 'E-Mail-Adresse',
    sendLink: 'Link zum Anmelden senden',
    noPasskeys: 'Dieser Browser kann keine Passkeys verwenden. Ein Link per E-Mail funktioniert überall.',
    unknownPasskey:
      'Dieser Passkey ist hier nicht bekannt. Bitte einen anderen verwenden oder einen Link senden lassen.',
    sentTitle: 'Ein Blick ins Postfach',
    sent: 'Falls die Adresse hier bekannt ist, ist ein Link unterwegs an',
    sentToLog:
      'E-Mail ist hier nicht eingerichtet. Falls die Adresse bekannt ist, gibt der Dienst den Link für die Betreiber aus:',
    notArrived: 'Der Link gilt einmal und 15 Minuten lang. Nichts da? Vielleicht im Spam-Ordner.',
    again: 'Zurück zur Anmeldung',
    linkTitle: 'Anmeldung läuft',
    linkBusy: 'Einen Augenblick, der Link wird geprüft.',
    linkFailed: 'Dieser Link gilt nicht mehr',
    linkHint:
      'Jeder Link gilt einmal und 15 Minuten lang. Bitte einen neuen anfordern oder einen Passkey verwenden.',
    newLink: 'Anders anmelden',
    notSetUp: 'Noch nicht eingerichtet',
    notSetUpLead:
      'Hier hat noch niemand ein Konto. Der Dienst gibt beim Start einen Link zum Einrichten für den Betreiber aus.',
  },
}
