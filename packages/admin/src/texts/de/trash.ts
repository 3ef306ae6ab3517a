import type { trash as english } from '../en/trash.ts'
import type { Translated } from '../translated.ts'

export const trash: Translated<typeof english> = {
  title: 'Papierkorb',
  lead: 'Was gelöscht wurde, bis es wiederhergestellt oder endgültig gelöscht wird.',
  collections: 'Sammlungen',
  deletedAt: 'Gelöscht',
  table: 'Papierkorb von {{what}}',
  open: '{{what}} öffnen',
  empty: {
    title: 'Der Papierkorb ist leer',
    text: 'Was hierher gelegt wird, wartet und kann zurückgeholt werden.',
    ofCollection: 'Aus „{{what}}“ ist nichts im Papierkorb',
  },
  noCollections: 'Ohne Sammlungen gibt es nichts, was gelöscht sein könnte.',
  forever: {
    title_one: '{{count}} Eintrag endgültig löschen?',
    title_other: '{{count}} Einträge endgültig löschen?',
    one: '„{{title}}“ wird mit allen Fassungen entfernt. Niemand kann das zurückholen.',
    text_one: '{{count}} Eintrag wird mit allen Fassungen entfernt. Niemand kann das zurückholen.',
    text_other: '{{count}} Einträge werden mit allen Fassungen entfernt. Niemand kann das zurückholen.',
  },
}
