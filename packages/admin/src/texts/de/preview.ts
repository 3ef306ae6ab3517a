import type { preview as english } from '../en/preview.ts'
import type { Translated } from '../translated.ts'

export const preview: Translated<typeof english> = {
  title: 'Vorschau',
  frame: 'Vorschau des Eintrags auf der Website',
  show: 'Vorschau',
  close: 'Vorschau schließen',
  widths: 'Breite der Seite',
  devices: {
    desktop: 'Desktop ({{width}} Pixel)',
    tablet: 'Tablet ({{width}} Pixel)',
    phone: 'Telefon ({{width}} Pixel)',
  },
  reload: 'Seite neu laden',
  open: 'In neuem Tab öffnen',
  copy: 'Link kopieren; er gilt eine Stunde',
  copied: 'Kopiert',
  revoke: {
    action: 'Links widerrufen',
    title: 'Vorschau-Links dieses Eintrags widerrufen?',
    text: 'Alle, die einen Link zu diesem Entwurf haben, verlieren sofort den Zugang. Danach können Sie einen neuen Link erstellen.',
    done_one: '{{count}} Vorschau-Link ist widerrufen.',
    done_other: '{{count}} Vorschau-Links sind widerrufen.',
  },
  revoked: 'Die Vorschau-Links dieses Eintrags sind widerrufen.',
  newLink: 'Neuen Link erstellen',
  blocked:
    'Diese Seite wurde geöffnet, bevor {{origin}} erlaubt war. Laden Sie sie neu, um die Website zu sehen.',
  reloadAdmin: 'Neu laden',
  noAddress: 'Der Eintrag hat noch keine Adresse: Füllen Sie das Datum aus, das in {{pattern}} steht.',
  needs: 'Die Website kann noch nicht gezeigt werden.',
  needsOrigin:
    'Tragen Sie in den Einstellungen die Websites ein, die Vorschauen zeigen, zum Beispiel https://example.com.',
  needsPattern: 'Die Sammlung „{{collection}}“ braucht ein Muster für Adressen, zum Beispiel /blog/{slug}.',
  needsItem: 'Speichern Sie den Eintrag zuerst. Dann zeigt ihn die Website hier.',
  toSettings: 'Einstellungen öffnen',
  toModel: 'Einstellungen von „{{collection}}“ öffnen',
  askAdmin: 'Ein Administrator dieser Website kann das einrichten.',
}
