/** Moving the entries of lists and trees. */
export const sorting = {
  move: 'Move {{name}}',
  up: 'Move up',
  down: 'Move down',
  in: 'Move in a level',
  out: 'Move out a level',
  helpList: 'Press Space to pick it up, the arrow keys to move it, Space to put it down, Escape to cancel.',
  helpTree:
    'Press Space to pick it up, the up and down arrow keys to move it, right and left to change its level, Space to put it down, Escape to cancel.',
  lifted: 'Picked up. {{place}}.',
  dropped: 'Put down. {{place}}.',
  unmoved: '{{name}} stays where it was.',
  cancelled: 'Not moved. {{name}} is back in its place.',
  noFurther: '{{name}} cannot go further that way.',
  noRoom: '{{name}} has no room here.',
  place: '{{name}}: place {{place}} of {{total}}',
  placeAtTop: '{{name}}: place {{place}} of {{total}} on the top level',
  placeBelow: '{{name}}: place {{place}} of {{total}} below {{parent}}',
  saving: 'Saving the order …',
  saved: 'The order is saved',
  undo: 'Undo the move',
}
