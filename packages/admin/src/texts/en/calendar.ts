/** The calendar of what is scheduled. */
export const calendar = {
  title: 'Calendar',
  lead: 'What goes live and what is taken off the site. Times are in {{zone}}.',
  before: 'Previous month',
  after: 'Next month',
  today: 'Today',
  form: 'View',
  forms: { month: 'Month', agenda: 'Agenda' },
  collections: 'Collections',
  allCollections: 'All collections',
  publish: 'Goes live',
  changes: 'Changes go live',
  unpublish: 'Taken off the site',
  more_one: '{{count}} more',
  more_other: '{{count}} more',
  capped_one: 'Only the first entry is shown. Choose collections to see others.',
  capped_other: 'Only the first {{count}} entries are shown. Choose collections to see others.',
  empty: {
    title: 'Nothing is scheduled in this month',
    text: 'Set a time under “Publication” in an item: then it appears here.',
  },
}
