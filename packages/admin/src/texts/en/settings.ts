export const settings = {
  title: 'Settings',
  lead: 'Settings that apply to the whole site.',
  leadReadOnly: 'Settings that apply to the whole site. Admins can change them.',
  siteTitle: 'Name of the site',
  siteTitleHelp: 'Shown in the browser tab, in feeds and in search results.',
  tagline: 'Tagline',
  taglineHelp: 'What the site is about, in a line.',
  siteUrl: 'Address of the site',
  siteUrlHelp:
    'Links to its pages begin with it, e.g. https://example.com. If the field is empty, they are paths.',
  previewOrigins: 'Sites that show previews',
  previewOriginsHelp:
    'One per line, e.g. https://example.com or http://localhost:3000. The admin shows drafts on them, beside the editor. Preview links begin with the first one.',
  previewOriginsMany: 'At most {{most}} lines.',
  timeZone: 'Time zone of the site',
  timeZoneHelp:
    'Assistants use it, and forms show it beside your own time zone where the two differ. UTC if the field is empty.',
  timeZoneBad: 'The name of a time zone, e.g. Europe/Berlin.',
  postsPerPage: 'Items on a page',
  postsPerPageHelp: 'How many items a page of a list of the site shows, from {{least}} to {{most}}.',
  changeSetApproval: 'Change-sets need an approval',
  changeSetApprovalHelp:
    'They can be applied only after an editor who made none of their changes has approved them.',
  numberBad: 'A whole number from {{least}} to {{most}}.',
  notSet: 'not set',
  overtaken: {
    somebody: 'Somebody else',
    all: '{{name}} has changed the settings meanwhile.',
    changed: '{{name}} has changed this to “{{value}}” meanwhile. Save again to replace it.',
    switched: '{{name}} has changed this meanwhile. Save again to replace it.',
    emptied: '{{name}} has emptied this meanwhile. Save again to replace it.',
  },
  retention: {
    title: 'Retention',
    lead: 'How long the site keeps what is no longer in use. An empty field keeps everything. The rest is deleted permanently, in the background, within about an hour.',
    all: 'all',
    keepRevisions: 'Revisions per item',
    keepRevisionsHelp:
      'Each item keeps this many of its newest revisions, up to {{most}}. The version published last and unpublished changes always stay.',
    keepRevisionDays: 'Days to keep revisions',
    keepRevisionDaysHelp:
      'Older revisions are deleted. The newest one of each item, the version published last and unpublished changes always stay.',
    keepTrashDays: 'Days to keep items in the trash',
    keepTrashDaysHelp: 'After this many days in the trash, items are deleted permanently.',
    keepImportDays: 'Days to keep imports',
    keepImportDaysHelp:
      'Older analyses and finished imports are deleted, with their reports and uploaded files. Imported content stays.',
    keepEventDays: 'Days to keep events',
    keepEventDaysHelp:
      'Older entries of the log of events are deleted; 30 days if the field is empty. Programs that were away longer fetch everything again.',
  },
  languages: {
    title: 'Languages',
    now: 'The site is written in {{languages}}. Without a choice, items are in {{first}}.',
    add: 'Add a language',
    addHelp: 'The languages are set where the service is started, so that adding one needs a restart.',
    choose: 'Choose a language',
    unknown: 'Not in this list. Any language code can be added to the variable.',
    how: 'Set this environment variable of the service, and restart it:',
    next: 'Then every item has {{language}} in its list of languages, and new items can be written in it. Nothing changes in what is written already.',
  },
  index: {
    title: 'Search index',
    lead: 'What visitors can find. It is updated automatically; rebuild it if it was damaged. Searching and saving continue to work meanwhile.',
    none: 'No collection is searched.',
    count_one: '{{count}} item',
    count_other: '{{count}} items',
    rebuild: 'Rebuild the index',
    rebuilt: 'The search index is rebuilt.',
  },
}
