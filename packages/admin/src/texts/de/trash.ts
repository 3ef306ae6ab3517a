import type { trash as english } from '../en/trash.ts'
import type { Translated } from '../translated.ts'

export const trash: Translated<typeof english> = {
  title: 'Papierkorb',
  lead: 'Gelöschte Einträge, bis Sie sie wiederherstellen oder endgültig löschen.',
  collections: 'Sammlungen',
  deletedAt: 'Gelöscht',
  table: 'Papierkorb von {{what}}',
  open: '{{what}} öffnen',
  empty: {
    title: 'Der Papierkorb ist leer',
    text: 'Einträge, die Sie in den Papierkorb legen, erscheinen hier und lassen sich wiederherstellen.',
    ofCollection: 'Aus „{{what}}“ ist nichts im Papierkorb',
  },
  noCollections: 'Es gibt noch keine Sammlungen, also kann nichts gelöscht sein.',
  forever: {
    title_one: '{{count}} Eintrag endgültig löschen?',
    title_other: '{{count}} Einträge endgültig löschen?',
    one: '„{{title}}“ wird mit allen Fassungen entfernt. Das lässt sich nicht rückgängig machen.',
    text_one: '{{count}} Eintrag wird mit allen Fassungen entfernt. Das lässt sich nicht rückgängig machen.',
    text_other:
      '{{count}} Einträge werden mit allen Fassungen entfernt. Das lässt sich nicht rückgängig machen.',
  },
}
