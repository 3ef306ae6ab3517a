export const settings = {
  title: 'Settings',
  lead: 'What the whole site goes by.',
  leadReadOnly: 'What the whole site goes by. Admins of this site can change it.',
  siteTitle: 'Name of the site',
  siteTitleHelp: 'Stands in the tab of the browser, in feeds and in search results.',
  tagline: 'Tagline',
  taglineHelp: 'What the site is about, in a line.',
  postsPerPage: 'Items on a page',
  postsPerPageHelp: 'How many items a page of a list of the site shows, from {{least}} to {{most}}.',
  postsPerPageBad: 'A whole number from {{least}} to {{most}}.',
  notSet: 'not set',
  saved: 'The settings are saved.',
}
