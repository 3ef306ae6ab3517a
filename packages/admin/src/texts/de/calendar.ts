import type { calendar as english } from '../en/calendar.ts'
import type { Translated } from '../translated.ts'

export const calendar: Translated<typeof english> = {
  title: 'Kalender',
  lead: 'Was veröffentlicht und was von der Website genommen wird. Zeitzone: {{zone}}.',
  before: 'Voriger Monat',
  after: 'Nächster Monat',
  today: 'Heute',
  form: 'Ansicht',
  forms: { month: 'Monat', agenda: 'Agenda' },
  collections: 'Sammlungen',
  allCollections: 'Alle Sammlungen',
  publish: 'Wird veröffentlicht',
  changes: 'Änderungen werden veröffentlicht',
  unpublish: 'Wird von der Website genommen',
  more_one: '{{count}} weiterer',
  more_other: '{{count}} weitere',
  capped_one: 'Nur der erste Eintrag ist zu sehen. Wählen Sie Sammlungen, um andere zu sehen.',
  capped_other: 'Nur die ersten {{count}} Einträge sind zu sehen. Wählen Sie Sammlungen, um andere zu sehen.',
  empty: {
    title: 'In diesem Monat ist nichts geplant',
    text: 'Legen Sie in einem Eintrag unter „Veröffentlichung“ einen Zeitpunkt fest. Dann erscheint er hier.',
  },
}
