import { describe, expect, it } from 'vitest'
import { type Remark, type RemarkParams, remarks, sayRemark } from './remarks.ts'

const odd = { count: 3, line: 7, column: 14 }
const oddly = 'The file deviates from XML in 3 places, and was read nevertheless. Line 7, column 14: '

/** The messages from before the remarks had names. */
const said: { readonly [Name in Remark]: readonly [RemarkParams<Name>, string] } = {
  internalType: [{}, 'Only the old platform needs this.'],
  formatOfItems: [{}, 'It is stored as the format of items.'],
  standsBefore: [{}, 'The same item is earlier in the file.'],
  sectionInTrash: [{}, 'It was in the trash, but sections have no trash.'],
  mediaLeftOut: [{}, 'Media were left out of this import; the content leads to the old site.'],
  taxonomiesLeftOut: [{}, 'Taxonomies were left out of this import.'],
  menusLeftOut: [{}, 'Menus were left out of this import.'],
  commentsLeftOut: [{}, 'Comments were left out of this import.'],
  commentOfNothing: [{}, 'The commented content did not become an item.'],
  commentOfTrash: [
    {},
    'The commented item is in the trash or was deleted, so the comment became a separate draft.',
  ],
  commentOfHidden: [{}, 'The commented item is not public, so the comment became a draft.'],
  menuKept: [{ menu: 'main' }, 'There is a menu "main" already; it was not changed.'],
  entryOfNoMenu: [{}, 'It belongs to no menu.'],
  navigationEmpty: [{}, 'A menu made of blocks must be created again by hand.'],
  navigationLeftOut: [
    { entries: '{"label":"A"} {"label":"B"}' },
    'A menu made of blocks must be created again by hand. It had: {"label":"A"} {"label":"B"}',
  ],
  navigationParts: [
    { names: 'page-list, search' },
    'Parts that menus do not have were left out: page-list, search.',
  ],
  redirectLeftOut: [
    { from: 'https://old.example.com/a/', to: '/posts/b' },
    'This redirect was not created: send https://old.example.com/a/ to /posts/b where the site is served.',
  ],
  redirectRemoved: [
    { from: 'https://old.example.com/a/', to: '/posts/b' },
    'The redirect from https://old.example.com/a/ to /posts/b was removed here since the last import.',
  ],
  nothingDownloaded: [{}, 'A dry run downloads nothing.'],
  languageOfItems: [{}, 'It stores the language of items, which is their locale here.'],
  languageOfTerms: [{}, 'Terms have no languages here: translations of a term become separate terms.'],
  localeMissing: [
    { language: 'fr', locale: 'en' },
    'Its language "fr" is not a locale of this site, so it was imported in "en".',
  ],
  translationLost: [{}, 'The item that it translates was not imported, so it became a separate item.'],
  translationRefused: [{ fault: 'No.' }, 'It became a separate item and not a translation: No.'],
  valuesShared: [
    { names: 'sku, price' },
    'These fields have one value for all translations here, that of the original: sku, price.',
  ],
  localesMissing: [
    { names: 'Français (fr)', locales: 'en,fr' },
    'The export has items in languages that are not locales of this site: Français (fr). To import them as translations, set OCTAVO_LOCALES=en,fr first.',
  ],
  wasProtected: [{}, 'It was protected by a password, so it became a draft.'],
  otherStatus: [{ status: 'pending' }, 'Its status was "pending", so it became a draft.'],
  sectionStatus: [{ status: 'draft' }, 'Its status was "draft", but sections have no status.'],
  notScheduled: [
    { time: '2099-01-02T03:04:05.000Z' },
    'It was scheduled for 2099-01-02T03:04:05.000Z, but the collection does not support scheduling, so it became a draft.',
  ],
  slugChanged: [{ slug: 'soup' }, 'Its slug was "soup".'],
  keptAsHtml: [{ names: '2 × shortcode, form' }, 'Without an equivalent, kept as HTML: 2 × shortcode, form.'],
  unsafeLinks: [{ count: 2 }, '2 unsafe links were removed.'],
  endLeftOut: [{}, 'It is longer than 48 million characters, so its end was left out.'],
  piecesLost: [{ count: 2 }, '2 pictures, files or sections that it shows are not in the file.'],
  otherFile: [{ count: 2 }, '2 pictures or files have the ids of other files, so they keep their addresses.'],
  parentElsewhere: [
    { collection: 'products' },
    'Its parent is in the collection "products", to which it has no reference.',
  ],
  fieldFileNotTaken: [
    { field: 'photo', url: 'https://old.example.com/a.png' },
    'The file of its field "photo" was not imported: https://old.example.com/a.png',
  ],
  referencesLost: [
    { field: 'authors', count: 2 },
    '2 items that its field "authors" refers to were not imported.',
  ],
  referencesLeftOut: [
    { field: 'authors', count: 2, most: 1000 },
    '2 references of its field "authors" were left out; the most there can be is 1000.',
  ],
  picturesMissing: [{ names: '/a.png' }, 'Pictures that it shows are not in the export: /a.png.'],
  detailsLost: [{ names: '2 × id' }, 'Without an equivalent, left out: 2 × id.'],
  imageLost: [{}, 'Its featured image is not in the file.'],
  imageNotTaken: [
    { url: 'https://x.example/a.png' },
    'Its featured image was not imported: https://x.example/a.png',
  ],
  termsLost: [
    { names: 'post_tag: soup, genre: jazz' },
    'Terms that could not be created: post_tag: soup, genre: jazz.',
  ],
  termFieldsLeftOut: [{ names: 'color, icon' }, 'Terms have no custom fields; left out: color, icon.'],
  textLeftOut: [{ text: 'By me' }, 'Files have one text; left out: By me'],
  parentNotInFile: [{ id: '12' }, 'Its parent (12) is not in the file.'],
  parentIsNoItem: [
    { type: 'attachment' },
    'Its parent has the type "attachment", which does not become an item.',
  ],
  parentNotImported: [{}, 'Its parent was not imported.'],
  parentInTrash: [{}, 'Its parent is in the trash or was deleted.'],
  waitedInTrash: [{}, 'It is in the trash, so references to later items in the file were left out.'],
  parentCircle: [{}, 'It would be its own descendant, so it is on the top level.'],
  parentRefused: [{ fault: 'Not so.' }, 'Its parent could not be set: Not so.'],
  entryToOldSite: [{}, 'Its target was not imported, so it keeps its address.'],
  entryMovedUp: [{}, 'Its parent is missing or its own descendant, so it is on the top level.'],
  termMovedUp: [
    { parent: 'food' },
    'Its parent "food" is missing, nested too deeply or its own descendant, so it is on the top level.',
  ],
  termOfNoTree: [{ parent: 'food' }, 'It was below "food", but the existing taxonomy is not hierarchical.'],
  termWasBelow: [{ parent: 'food' }, 'It was below "food".'],
  mediaAdded: [{}, 'Its pictures and files lead to the imported ones now.'],
  mediaNotAdded: [{ fault: 'Not so.' }, 'Its pictures and files lead to the old site: Not so.'],
  oddAmpersand: [odd, `${oddly}"&" that is not written "&amp;"`],
  oddCharacter: [odd, `${oddly}disallowed character`],
  oddEntity: [odd, `${oddly}undefined entity`],
  oddXml: [{ ...odd, fault: 'empty entity name' }, `${oddly}empty entity name`],
  otherVersion: [
    { version: '9."0' },
    'The file says that its version is "9.\\"0"; 1.0, 1.1 and 1.2 are known.',
  ],
  versionMissing: [
    {},
    'The file does not say its version, and was read nevertheless; 1.0, 1.1 and 1.2 are known.',
  ],
  linksLeftOut: [
    { count: 2 },
    '2 links to other files or folders were not followed; copy what they lead to into the folder.',
  ],
  textsLeftOut: [
    { names: 'a' },
    'Markdown files outside of the folders for content, or about the sources such as README.md, are left out: a.',
  ],
  filesLeftOut: [
    { names: '2 × .html' },
    'Files that are neither Markdown nor media are left out: 2 × .html.',
  ],
  foldersLeftOut: [
    { names: '_site, a/b' },
    'Folders that tools fill, or that are nested too deep, are left out: _site, a/b.',
  ],
  internalTagsLeftOut: [
    { names: '#news' },
    'Internal tags, which sites of Ghost do not show, are left out: #news.',
  ],
  tablesLeftOut: [
    { names: 'members (3)' },
    'Parts of the export that cannot be imported are left out: members (3).',
  ],
  filesUnused: [
    { count: 2, names: 'a.png, b.png' },
    '2 files that no post shows are left out: a.png, b.png.',
  ],
  keysLeftOut: [{ names: 'a, b' }, 'Keys for which there is no field are left out: a, b.'],
  ghostPictures: [
    {},
    'The pictures are not in the export. Put its JSON file and the folder content/images into one folder or zip, and import that.',
  ],
  emptyExport: [{}, 'There is nothing in the file.'],
  fieldsLeftOut: [
    { names: '_a, _b' },
    'Custom fields that the old platform and its plugins keep for themselves are left out: _a, _b.',
  ],
}

describe('remarks', () => {
  it.each(Object.keys(remarks) as Remark[])('the message of %s is unchanged', (remark) => {
    const [params, text] = said[remark]
    expect(sayRemark(remark, params as never)).toBe(text)
  })

  it('tell of one piece in other words than of several', () => {
    expect(sayRemark('piecesLost', { count: 1 })).toBe(
      'A picture, file or section that it shows is not in the file.',
    )
  })
})
