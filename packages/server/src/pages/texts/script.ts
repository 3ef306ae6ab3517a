import type { Texts } from '../language.ts'

/** What scripts say by themselves; a page carries it for them. */
interface ScriptTexts {
  readonly offline: string
  readonly failed: string
  /** what codes of errors mean here, unless a page says it better; other refusals speak for themselves */
  readonly codes: Readonly<Record<string, string>>
  readonly cancelled: string
  readonly wrongOrigin: string
  readonly alreadyRegistered: string
  readonly passkeyFailed: string
  readonly copied: string
}

export const scriptTexts: Texts<ScriptTexts> = {
  en: {
    offline: 'The service cannot be reached. Check your connection, then try again.',
    failed: 'Something is wrong with the service. Please try again later.',
    codes: {
      RATE_LIMITED: 'That was tried too often. Wait a minute, then try again.',
      UNAUTHORIZED: 'You are not signed in any more. Load the page again to sign in.',
      FORBIDDEN: 'Your role does not allow this.',
      NOT_FOUND: 'This is gone already. Load the page again.',
    },
    cancelled: 'Nothing has happened: it was cancelled, or it took too long.',
    wrongOrigin: 'Passkeys do not work at this address. Open the service at its own address.',
    alreadyRegistered: 'This device or security key holds a passkey of yours already.',
    passkeyFailed: 'The device could not use a passkey. Try again, or another way.',
    copied: 'Copied.',
  },
  de: {
    offline: 'Der Dienst ist nicht erreichbar. Bitte die Verbindung prüfen und noch einmal versuchen.',
    failed: 'Beim Dienst stimmt etwas nicht. Bitte später noch einmal versuchen.',
    codes: {
      RATE_LIMITED: 'Das waren zu viele Versuche. Bitte eine Minute warten und noch einmal versuchen.',
      UNAUTHORIZED: 'Die Anmeldung ist abgelaufen. Bitte die Seite neu laden.',
      FORBIDDEN: 'Die Rolle erlaubt das nicht.',
      NOT_FOUND: 'Das gibt es nicht mehr. Bitte die Seite neu laden.',
      VALIDATION_ERROR: 'Bitte die Eingaben prüfen.',
      CONFLICT: 'Das geht im jetzigen Zustand nicht. Bitte die Seite neu laden.',
    },
    cancelled: 'Es ist nichts geschehen: Der Vorgang wurde abgebrochen oder hat zu lange gedauert.',
    wrongOrigin:
      'Passkeys funktionieren unter dieser Adresse nicht. Bitte den Dienst unter seiner eigenen öffnen.',
    alreadyRegistered:
      'Dieses Gerät oder dieser Sicherheitsschlüssel hat schon einen Passkey für dieses Konto.',
    passkeyFailed:
      'Das Gerät konnte keinen Passkey verwenden. Bitte noch einmal oder auf anderem Weg versuchen.',
    copied: 'Kopiert.',
  },
}
