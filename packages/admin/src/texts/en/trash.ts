export const trash = {
  title: 'Trash',
  lead: 'Deleted items, until you restore them or delete them permanently.',
  collections: 'Collections',
  deletedAt: 'Deleted',
  table: 'Trash of {{what}}',
  open: 'Open {{what}}',
  empty: {
    title: 'The trash is empty',
    text: 'Items that you move to the trash appear here and can be restored.',
    ofCollection: 'Nothing of {{what}} is in the trash',
  },
  noCollections: 'There are no collections yet, so nothing can have been deleted.',
  forever: {
    title_one: 'Permanently delete {{count}} item?',
    title_other: 'Permanently delete {{count}} items?',
    one: '“{{title}}” is removed with all of its revisions. This cannot be undone.',
    text_one: '{{count}} item is removed with all of its revisions. This cannot be undone.',
    text_other: '{{count}} items are removed with all of their revisions. This cannot be undone.',
  },
}
