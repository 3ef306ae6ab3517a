import type { Texts } from '../language.ts'

/** What scripts say by themselves; a page carries it for them. */
interface ScriptTexts {
  readonly offline: string
  readonly tooMany: string
  readonly failed: string
  readonly signedOut: string
  readonly cancelled: string
  readonly noPasskeys: string
  readonly wrongOrigin: string
  readonly alreadyRegistered: string
  readonly passkeyFailed: string
  readonly copied: string
}

export const scriptTexts: Texts<ScriptTexts> = {
  en: {
    offline: 'The service cannot be reached. Are you online? Please try again.',
    tooMany: 'That was tried too often. Please wait a minute and try again.',
    failed: 'That did not work: something is wrong with the service. Please try again later.',
    signedOut: 'You are not signed in any more. Please load the page again.',
    cancelled: 'Nothing has happened: it was cancelled, or it took too long.',
    noPasskeys: 'This browser cannot use passkeys.',
    wrongOrigin: 'Passkeys do not work at this address. Please open the service at its own address.',
    alreadyRegistered: 'This device or key already has a passkey of yours.',
    passkeyFailed: 'Your device could not use a passkey. Please try again, or another way.',
    copied: 'Copied.',
  },
  de: {
    offline: 'Der Dienst ist nicht erreichbar. Besteht eine Verbindung? Bitte noch einmal versuchen.',
    tooMany: 'Das waren zu viele Versuche. Bitte eine Minute warten und dann noch einmal versuchen.',
    failed: 'Das hat nicht geklappt: Beim Dienst stimmt etwas nicht. Bitte später noch einmal versuchen.',
    signedOut: 'Die Anmeldung ist abgelaufen. Bitte die Seite neu laden.',
    cancelled: 'Es ist nichts geschehen: Der Vorgang wurde abgebrochen oder hat zu lange gedauert.',
    noPasskeys: 'Dieser Browser kann keine Passkeys verwenden.',
    wrongOrigin:
      'Passkeys funktionieren unter dieser Adresse nicht. Bitte den Dienst unter seiner eigenen öffnen.',
    alreadyRegistered: 'Dieses Gerät oder dieser Schlüssel hat schon einen Passkey für dich.',
    passkeyFailed:
      'Das Gerät konnte keinen Passkey verwenden. Bitte noch einmal oder auf anderem Weg versuchen.',
    copied: 'Kopiert.',
  },
}
