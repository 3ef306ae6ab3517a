export const trash = {
  title: 'Trash',
  lead: 'Deleted items, until you restore them or delete them permanently.',
  collections: 'Collections',
  deletedAt: 'Deleted',
  table: 'Trash of {{what}}',
  open: 'Open {{what}}',
  empty: {
    title: 'The trash is empty',
    text: 'What is moved to the trash waits here and can be brought back.',
    ofCollection: 'Nothing of {{what}} is in the trash',
  },
  noCollections: 'Without collections there is nothing that could be deleted.',
  forever: {
    title_one: 'Permanently delete {{count}} item?',
    title_other: 'Permanently delete {{count}} items?',
    one: '“{{title}}” is removed with all of its revisions. Nobody can bring it back.',
    text_one: '{{count}} item is removed with all of its revisions. Nobody can bring it back.',
    text_other: '{{count}} items are removed with all of their revisions. Nobody can bring them back.',
  },
}
