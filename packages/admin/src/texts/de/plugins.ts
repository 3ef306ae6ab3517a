import type { plugins as english } from '../en/plugins.ts'
import type { Translated } from '../translated.ts'

export const plugins: Translated<typeof english> = {
  title: 'Erweiterungen',
  lead: 'Erweiterungen ergänzen formatierten Text um Blöcke und das Speichern und Veröffentlichen um Regeln.',
  readOnly: 'Sie können hier alles ansehen. Ändern können es nur Administratoren.',
  none: {
    title: 'Es gibt keine Erweiterungen',
    text: 'Der Betreiber dieses Dienstes legt sie mit OCTAVO_PLUGINS fest.',
  },
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  source: { bundled: 'gehört zum Dienst', configured: 'vom Betreiber hinzugefügt' },
  version: 'Version {{version}}',
  adds_one: 'Block: {{titles}}',
  adds_other: 'Blöcke: {{titles}}',
  hooks_one: '{{count}} Schritt beim Speichern und Veröffentlichen',
  hooks_other: '{{count}} Schritte beim Speichern und Veröffentlichen',
  nothing: 'Fügt weder Blöcke noch Regeln hinzu.',
  switch: '{{name}} einschalten',
  settings: 'Einstellungen',
  settingsOf: 'Einstellungen von {{name}}',
  enable: {
    title: '„{{name}}“ einschalten?',
    blocks_one: 'Der Block „{{titles}}“ lässt sich in formatierten Text einfügen.',
    blocks_other: 'Die Blöcke „{{titles}}“ lassen sich in formatierten Text einfügen.',
    hooks:
      'Von nun an wird sie gefragt, wenn Inhalte oder Medien gespeichert, veröffentlicht oder gelöscht werden, und darf sie ablehnen oder ändern.',
    content: 'Vorhandene Inhalte bleiben, wie sie sind.',
    action: 'Einschalten',
    done: '„{{name}}“ ist eingeschaltet.',
  },
  disable: {
    title: '„{{name}}“ ausschalten?',
    blocks:
      'Vorhandene Blöcke bleiben, lassen sich lesen und werden beim Speichern ihres Eintrags behalten. Neue lassen sich nicht einfügen.',
    hooks: 'Ihre Regeln für das Speichern und Veröffentlichen gelten nicht mehr.',
    settings: 'Ihre Einstellungen bleiben erhalten.',
    action: 'Ausschalten',
    done: '„{{name}}“ ist ausgeschaltet.',
  },
  blocksTitle: 'Blöcke',
  hooksTitle: 'Wirkt mit bei',
  runs: {
    title: 'Aufrufe nach Änderungen',
    waiting_one: '{{count}} Aufruf wartet',
    waiting_other: '{{count}} Aufrufe warten',
    failed_one: '{{count}} in der letzten Woche fehlgeschlagen',
    failed_other: '{{count}} in der letzten Woche fehlgeschlagen',
    last: 'Letzter Fehler: {{hook}}, {{time}}',
    next: 'Nächster Versuch: {{time}}',
    expired:
      'Der Aufruf hat länger gewartet, als Ereignisse aufbewahrt werden, z. B. weil die Erweiterung ausgeschaltet war.',
    givenUp: 'Es gibt keinen weiteren Versuch.',
  },
  settingsTitle: 'Einstellungen',
  noSettings: 'Sie hat keine Einstellungen.',
  secret: {
    isSet: 'Ist gesetzt. Der Wert lässt sich nicht zeigen; tippen Sie, um ihn zu ersetzen.',
    isNotSet: 'Ist nicht gesetzt.',
    placeholder: '••••••••',
    remove: '{{name}} entfernen',
    removed: 'Wird beim Speichern entfernt.',
    keep: '{{name}} behalten',
  },
  notJson: 'Das ist kein gültiges JSON.',
}
