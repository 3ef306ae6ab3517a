import type { Texts } from '../language.ts'

/** Texts that scripts show; every page contains them. */
interface ScriptTexts {
  readonly offline: string
  readonly failed: string
  /** messages for error codes, unless a page has a more specific one; other refusals show their own message */
  readonly codes: Readonly<Record<string, string>>
  /** messages for reasons of refusals */
  readonly reasons: Readonly<Record<string, string>>
  readonly cancelled: string
  readonly wrongOrigin: string
  readonly alreadyRegistered: string
  readonly passkeyFailed: string
  /** before the session of another person is replaced */
  readonly otherTitle: string
  readonly otherText: string
  readonly otherYes: string
}

export const scriptTexts: Texts<ScriptTexts> = {
  en: {
    offline: 'The service cannot be reached. Check your connection, then try again.',
    failed: 'Something is wrong with the service. Please try again later.',
    codes: {
      RATE_LIMITED: 'That was tried too often. Wait a minute, then try again.',
      UNAUTHORIZED: 'You are not signed in any more. Load the page again to sign in.',
      FORBIDDEN: 'Your role does not allow this.',
      NOT_FOUND: 'This does not exist any more. Load the page again.',
      REAUTHENTICATION_REQUIRED: 'Nothing has changed: your identity was not confirmed.',
    },
    reasons: {
      passkeyRefused: 'The passkey was not accepted. Try again, or another way.',
      passkeyUnverified:
        'The device did not verify who uses it (by fingerprint, face or PIN). Use another one; or sign in by a link and add a new passkey.',
    },
    cancelled: 'Nothing has happened: it was cancelled, or it took too long.',
    wrongOrigin: 'Passkeys do not work at this address. Open the service at its own address.',
    alreadyRegistered: 'This device or security key has one of your passkeys already.',
    passkeyFailed: 'The device could not use a passkey. Try again, or another way.',
    otherTitle: 'Continue as {next}?',
    otherText: '{current} is signed in with this browser. If you continue, that session ends.',
    otherYes: 'Continue',
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
      REAUTHENTICATION_REQUIRED: 'Es wurde nichts geändert: Die Identität wurde nicht bestätigt.',
      CONFLICT: 'Das ist derzeit nicht möglich. Bitte die Seite neu laden.',
    },
    reasons: {
      passkeyRefused: 'Der Passkey wurde nicht angenommen. Bitte noch einmal oder auf anderem Weg versuchen.',
      passkeyUnverified:
        'Das Gerät hat nicht geprüft, wer es benutzt (mit Fingerabdruck, Gesicht oder PIN). Bitte ein anderes verwenden; oder per Link anmelden und einen neuen Passkey hinzufügen.',
    },
    cancelled: 'Es ist nichts geschehen: Der Vorgang wurde abgebrochen oder hat zu lange gedauert.',
    wrongOrigin:
      'Passkeys funktionieren unter dieser Adresse nicht. Bitte den Dienst unter seiner eigenen öffnen.',
    alreadyRegistered:
      'Dieses Gerät oder dieser Sicherheitsschlüssel hat schon einen Passkey für dieses Konto.',
    passkeyFailed:
      'Das Gerät konnte keinen Passkey verwenden. Bitte noch einmal oder auf anderem Weg versuchen.',
    otherTitle: 'Als {next} fortfahren?',
    otherText: 'In diesem Browser ist {current} angemeldet. Beim Fortfahren endet diese Sitzung.',
    otherYes: 'Fortfahren',
  },
}
