import type { sorting as english } from '../en/sorting.ts'
import type { Translated } from '../translated.ts'

export const sorting: Translated<typeof english> = {
  move: '{{name}} verschieben',
  up: 'Nach oben',
  down: 'Nach unten',
  in: 'Eine Ebene tiefer',
  out: 'Eine Ebene höher',
  helpList:
    'Mit der Leertaste aufnehmen, mit den Pfeiltasten verschieben, mit der Leertaste ablegen, mit Escape abbrechen.',
  helpTree:
    'Mit der Leertaste aufnehmen, mit den Pfeiltasten nach oben und unten verschieben, mit rechts und links die Ebene wechseln, mit der Leertaste ablegen, mit Escape abbrechen.',
  lifted: 'Aufgenommen. {{place}}.',
  dropped: 'Abgelegt. {{place}}.',
  unmoved: '{{name}} bleibt, wo es war.',
  cancelled: 'Nicht verschoben. {{name}} ist wieder an seinem Platz.',
  noFurther: '{{name}} kann in diese Richtung nicht weiter.',
  noRoom: '{{name}} hat hier keinen Platz.',
  place: '{{name}}: Platz {{place}} von {{total}}',
  placeAtTop: '{{name}}: Platz {{place}} von {{total}} auf der obersten Ebene',
  placeBelow: '{{name}}: Platz {{place}} von {{total}} unter {{parent}}',
  saving: 'Die Reihenfolge wird gespeichert …',
  saved: 'Die Reihenfolge ist gespeichert',
  undo: 'Verschieben rückgängig',
}
