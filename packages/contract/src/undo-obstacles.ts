/** Why a change cannot be undone, and what to do instead. */
export const undoObstacles = {
  deleted: 'Permanently deleted objects cannot be restored by undo. Create it again, or restore a backup.',
  values: 'Its values were deleted with it. Create it again and fill it, or restore a backup.',
  uploaded: 'Delete the file in the media library instead.',
  replaced:
    'The file was replaced, and its former bytes are deleted. Upload the former file as a replacement.',
  elsewhere:
    'Changes of people, rights, tokens, imports and plugins cannot be undone here. Change them back on their own screens.',
  notKept:
    'What it replaced was not kept, because it was too long or an older version of the service made the change. Change it back by hand.',
  tooMany: 'It concerns too many objects for one undo. Undo or change them in parts.',
  nothing: 'It replaced nothing that could be restored.',
} as const
export type UndoObstacle = keyof typeof undoObstacles
