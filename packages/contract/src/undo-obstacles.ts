/** Why a change cannot be undone, and what to do instead. */
export const undoObstacles = {
  deleted: 'Permanently deleted things cannot be restored by undo. Create it again, or restore a backup.',
  values: 'Its values were deleted with it. Create it again and fill it, or restore a backup.',
  uploaded: 'Delete the file in the media library instead.',
  replaced:
    'The bytes of a file were replaced, and those of before are gone. Replace the file by the one that it was.',
  elsewhere: 'People, rights, tokens, imports and plugins are changed back where they are managed.',
  notKept:
    'What it replaced was not kept, because it was too long or an older version of the service made the change. Change it back by hand.',
  tooMany: 'It concerns too many things for one undo. Change them back in parts.',
  nothing: 'It replaced nothing that could be restored.',
} as const
export type UndoObstacle = keyof typeof undoObstacles
