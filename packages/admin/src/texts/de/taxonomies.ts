import type { taxonomies as english } from '../en/taxonomies.ts'
import type { Translated } from '../translated.ts'

export const taxonomies: Translated<typeof english> = {
  title: 'Taxonomien',
  lead: 'Wege, Inhalte zu ordnen: Themen, Schlagwörter, Regionen … Jede hat ihre Begriffe, und die Inhalte ihrer Sammlungen können sie tragen.',
  leadReadOnly: 'Wege, Inhalte zu ordnen. Die Redaktion dieser Website kann sie ändern.',
  new: 'Neue Taxonomie',
  emptyTitle: 'Noch keine Taxonomien',
  emptyText:
    'Eine Taxonomie ordnet Ihre Inhalte nach eigenen Begriffen: für den Anfang etwa Themen oder Schlagwörter.',
  emptyReadOnly: 'Die Redaktion dieser Website kann eine anlegen.',
  hierarchical: 'Begriffe stehen untereinander',
  flat: 'Begriffe stehen nebeneinander',
  ofCollections: 'Für {{list}}',
  ofNone: 'Noch für keine Sammlung',
  more: 'Weitere Aktionen für {{label}}',
  edit: 'Taxonomie bearbeiten',
  editTitle: 'Taxonomie bearbeiten',
  created: 'Die Taxonomie „{{label}}“ ist angelegt. Fügen Sie den ersten Begriff hinzu.',
  changed: 'Die Taxonomie „{{label}}“ ist geändert.',
  deleteTitle: 'Die Taxonomie „{{label}}“ löschen?',
  deleteEmpty: 'Sie hat keine Begriffe. Das lässt sich nicht rückgängig machen.',
  deleteText_one:
    'Ihr Begriff geht mit: Inhalte verlieren ihn, und Menüeinträge, die zu ihm führen, gehen auch. Das lässt sich nicht rückgängig machen.',
  deleteText_other:
    'Ihre {{count}} Begriffe gehen mit: Inhalte verlieren sie, und Menüeinträge, die zu ihnen führen, gehen auch. Das lässt sich nicht rückgängig machen.',
  deleteMany:
    'Ihre Begriffe, mehr als {{count}}, gehen mit: Inhalte verlieren sie, und Menüeinträge, die zu ihnen führen, gehen auch. Das lässt sich nicht rückgängig machen.',
  deleted: 'Die Taxonomie „{{label}}“ ist gelöscht.',
  backToAll: 'Alle Taxonomien',
  form: {
    labelHelp: 'Wie sie heißt, wo viele Begriffe gemeint sind, etwa „Themen“.',
    singular: 'Bezeichnung für einen Begriff',
    singularHelp: 'Etwa „Thema“.',
    hierarchical: 'Begriffe stehen untereinander',
    hierarchicalHelp: 'Ein Begriff kann unter einem anderen stehen, wie „Pasta“ unter „Italienisch“.',
    collections: 'Sammlungen',
    collectionsHelp: 'Deren Inhalte können ihre Begriffe tragen.',
    collectionsLost:
      'Inhalte einer Sammlung, die Sie entfernen, behalten ihre Begriffe ungesehen, bis sie wiederkommt.',
  },
  terms: {
    title: 'Begriffe',
    new: 'Neuer Begriff',
    newOf: 'Neu: {{singular}}',
    newBelow: 'Neuer Begriff darunter',
    newBelowTitle: 'Neuer Begriff unter „{{label}}“',
    editTitle: 'Begriff bearbeiten',
    emptyTitle: 'Noch keine Begriffe',
    emptyText: 'Fügen Sie den ersten hinzu; danach lässt er sich im Editor eines Inhalts auswählen.',
    emptyReadOnly: 'Die Redaktion dieser Website kann welche hinzufügen.',
    search: 'Begriffe durchsuchen',
    none: 'Kein Begriff enthält „{{text}}“.',
    used_zero: 'nicht verwendet',
    used_one: '{{count}} veröffentlichter Inhalt',
    used_other: '{{count}} veröffentlichte Inhalte',
    found_one: '{{count}} Begriff gefunden',
    found_other: '{{count}} Begriffe gefunden',
    more: 'Weitere Aktionen für {{label}}',
    edit: '{{label}} bearbeiten',
    parent: 'Unter',
    parentNone: 'Keinem: auf der obersten Ebene',
    created: '„{{label}}“ ist hinzugefügt.',
    changed: '„{{label}}“ ist geändert.',
    deleteTitle: 'Den Begriff „{{label}}“ löschen?',
    deleteText_zero:
      'Kein veröffentlichter Inhalt trägt ihn; Entwürfe verlieren ihn, und Menüeinträge, die zu ihm führen, gehen mit. Das lässt sich nicht rückgängig machen.',
    deleteText_one:
      'Der veröffentlichte Inhalt, der ihn trägt, verliert ihn, Entwürfe auch, und Menüeinträge, die zu ihm führen, gehen mit. Das lässt sich nicht rückgängig machen.',
    deleteText_other:
      'Die {{count}} veröffentlichten Inhalte, die ihn tragen, verlieren ihn, Entwürfe auch, und Menüeinträge, die zu ihm führen, gehen mit. Das lässt sich nicht rückgängig machen.',
    hasBelowTitle: '„{{label}}“ lässt sich noch nicht löschen',
    hasBelowText_one: 'Darunter steht ein Begriff. Verschieben oder löschen Sie ihn zuerst.',
    hasBelowText_other: 'Darunter stehen {{count}} Begriffe. Verschieben oder löschen Sie diese zuerst.',
    understood: 'Verstanden',
    deleted: '„{{label}}“ ist gelöscht.',
  },
}
