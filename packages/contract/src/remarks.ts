import { exportOddities, type Place } from './export-faults.ts'
import type { ImportCode } from './import-codes.ts'
import { framed, type ParamsIn, type Texts } from './texts.ts'

interface Counted {
  readonly count: number
}

/** some of them, joined by commas */
interface Named {
  readonly names: string
}

/** slug of the former parent */
interface Below {
  readonly parent: string
}

/** the message of the failure that the remark is about */
interface OfFault {
  readonly fault: string
}

/**
 * The table of remarks of an import: on entries that were changed or left out, and on an export before it is imported.
 * Each has a stable name for programs, and the text for people, made of the parameters. Interfaces translate remarks
 * by their names. Failures of an entry are reasons (`reasons.ts`). `framed` puts each text of another table into a
 * sentence.
 */
export const remarks = {
  // left out
  internalType: () => 'Only the old platform needs this.',
  formatOfItems: () => 'It is stored as the format of items.',
  standsBefore: () => 'The same item is earlier in the file.',
  sectionInTrash: () => 'It was in the trash, but sections have no trash.',
  mediaLeftOut: () => 'Media were left out of this import; the content leads to the old site.',
  taxonomiesLeftOut: () => 'Taxonomies were left out of this import.',
  menusLeftOut: () => 'Menus were left out of this import.',
  commentsLeftOut: () => 'Comments were left out of this import.',
  commentOfNothing: () => 'The commented content did not become an item.',
  menuKept: ({ menu }: { readonly menu: string }) => `There is a menu "${menu}" already; it was not changed.`,
  entryOfNoMenu: () => 'It belongs to no menu.',
  navigationEmpty: () => 'A menu made of blocks must be created again by hand.',
  navigationLeftOut: ({ entries }: { readonly entries: string }) =>
    `A menu made of blocks must be created again by hand. It had: ${entries}`,
  navigationParts: ({ names }: Named) => `Parts that menus do not have were left out: ${names}.`,
  redirectLeftOut: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `This redirect was not created: send ${from} to ${to} where the site is served.`,
  redirectRemoved: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `The redirect from ${from} to ${to} was removed here since the last import.`,
  nothingDownloaded: () => 'A dry run downloads nothing.',

  languageOfItems: () => 'It stores the language of items, which is their locale here.',
  languageOfTerms: () => 'Terms have no languages here: translations of a term become separate terms.',

  // not in the state that it had
  wasProtected: () => 'It was protected by a password, so it became a draft.',
  otherStatus: ({ status }: { readonly status: string }) =>
    `Its status was "${status}", so it became a draft.`,
  sectionStatus: ({ status }: { readonly status: string }) =>
    `Its status was "${status}", but sections have no status.`,
  notScheduled: ({ time }: { readonly time: string }) =>
    `It was scheduled for ${time}, but the collection does not support scheduling, so it became a draft.`,
  commentOfHidden: () => 'The commented item is not public, so the comment became a draft.',
  commentOfTrash: () =>
    'The commented item is in the trash or was deleted, so the comment became a separate draft.',
  slugChanged: ({ slug }: { readonly slug: string }) => `Its slug was "${slug}".`,

  localeMissing: ({ language, locale }: Record<'language' | 'locale', string>) =>
    `Its language "${language}" is not a locale of this site, so it was imported in "${locale}".`,
  translationLost: () => 'The item that it translates was not imported, so it became a separate item.',
  translationRefused: ({ fault }: OfFault) => `It became a separate item and not a translation: ${fault}`,

  // not with all that it had
  valuesShared: ({ names }: Named) =>
    `These fields have one value for all translations here, that of the original: ${names}.`,
  keptAsHtml: ({ names }: Named) => `Without an equivalent, kept as HTML: ${names}.`,
  unsafeLinks: ({ count }: Counted) => `${count} unsafe ${count === 1 ? 'link was' : 'links were'} removed.`,
  endLeftOut: () => 'It is longer than 48 million characters, so its end was left out.',
  piecesLost: ({ count }: Counted) =>
    count === 1
      ? 'A picture, file or section that it shows is not in the file.'
      : `${count} pictures, files or sections that it shows are not in the file.`,
  otherFile: ({ count }: Counted) =>
    count === 1
      ? 'A picture or file has the id of another file, so it keeps its address.'
      : `${count} pictures or files have the ids of other files, so they keep their addresses.`,
  parentElsewhere: ({ collection }: { readonly collection: string }) =>
    `Its parent is in the collection "${collection}", to which it has no reference.`,
  fieldFileNotTaken: ({ field, url }: Record<'field' | 'url', string>) =>
    `The file of its field "${field}" was not imported: ${url}`,
  referencesLost: ({ field, count }: Counted & { readonly field: string }) =>
    count === 1
      ? `An item that its field "${field}" refers to was not imported.`
      : `${count} items that its field "${field}" refers to were not imported.`,
  referencesLeftOut: ({ field, count, most }: Counted & { readonly field: string; readonly most: number }) =>
    count === 1
      ? `A reference of its field "${field}" was left out; the most there can be is ${most}.`
      : `${count} references of its field "${field}" were left out; the most there can be is ${most}.`,
  picturesMissing: ({ names }: Named) => `Pictures that it shows are not in the export: ${names}.`,
  detailsLost: ({ names }: Named) => `Without an equivalent, left out: ${names}.`,
  imageLost: () => 'Its featured image is not in the file.',
  imageNotTaken: ({ url }: { readonly url: string }) => `Its featured image was not imported: ${url}`,
  termsLost: ({ names }: Named) => `Terms that could not be created: ${names}.`,
  termFieldsLeftOut: ({ names }: Named) => `Terms have no custom fields; left out: ${names}.`,
  textLeftOut: ({ text }: { readonly text: string }) => `Files have one text; left out: ${text}`,

  // not where it was
  parentNotInFile: ({ id }: { readonly id: string }) => `Its parent (${id}) is not in the file.`,
  parentIsNoItem: ({ type }: { readonly type: string }) =>
    `Its parent has the type "${type}", which does not become an item.`,
  parentNotImported: () => 'Its parent was not imported.',
  parentInTrash: () => 'Its parent is in the trash or was deleted.',
  waitedInTrash: () => 'It is in the trash, so references to later items in the file were left out.',
  parentCircle: () => 'It would be its own descendant, so it is on the top level.',
  parentRefused: ({ fault }: OfFault) => `Its parent could not be set: ${fault}`,
  entryToOldSite: () => 'Its target was not imported, so it keeps its address.',
  entryMovedUp: () => 'Its parent is missing or its own descendant, so it is on the top level.',
  termMovedUp: ({ parent }: Below) =>
    `Its parent "${parent}" is missing, nested too deeply or its own descendant, so it is on the top level.`,
  termOfNoTree: ({ parent }: Below) =>
    `It was below "${parent}", but the existing taxonomy is not hierarchical.`,
  termWasBelow: ({ parent }: Below) => `It was below "${parent}".`,

  // here already
  mediaAdded: () => 'Its pictures and files lead to the imported ones now.',
  mediaNotAdded: ({ fault }: OfFault) => `Its pictures and files lead to the old site: ${fault}`,

  // of an export
  ...framed(
    exportOddities,
    (oddity, { count, line, column }: Counted & Place) =>
      `The file deviates from XML in ${count} places, and was read nevertheless. Line ${line}, column ${column}: ${oddity}`,
  ),
  otherVersion: ({ version }: { readonly version: string }) =>
    `The file says that its version is ${JSON.stringify(version)}; 1.0, 1.1 and 1.2 are known.`,
  versionMissing: () =>
    'The file does not say its version, and was read nevertheless; 1.0, 1.1 and 1.2 are known.',
  linksLeftOut: ({ count }: Counted) =>
    `${count} links to other files or folders were not followed; copy what they lead to into the folder.`,
  filesLeftOut: ({ names }: Named) => `Files that are neither Markdown nor media are left out: ${names}.`,
  textsLeftOut: ({ names }: Named) =>
    `Markdown files outside of the folders for content, or about the sources such as README.md, are left out: ${names}.`,
  foldersLeftOut: ({ names }: Named) =>
    `Folders that tools fill, or that are nested too deep, are left out: ${names}.`,
  internalTagsLeftOut: ({ names }: Named) =>
    `Internal tags, which sites of Ghost do not show, are left out: ${names}.`,
  tablesLeftOut: ({ names }: Named) => `Parts of the export that cannot be imported are left out: ${names}.`,
  filesUnused: ({ count, names }: Counted & Named) =>
    `${count} files that no post shows are left out: ${names}.`,
  keysLeftOut: ({ names }: Named) => `Keys for which there is no field are left out: ${names}.`,
  ghostPictures: () =>
    'The pictures are not in the export. Put its JSON file and the folder content/images into one folder or zip, and import that.',
  emptyExport: () => 'There is nothing in the file.',
  localesMissing: ({ names, locales }: Named & { readonly locales: string }) =>
    `The export has items in languages that are not locales of this site: ${names}. To import them as translations, set OCTAVO_LOCALES=${locales} first.`,
  fieldsLeftOut: ({ names }: Named) =>
    `Custom fields that the old platform and its plugins keep for themselves are left out: ${names}.`,
} satisfies Texts

export type Remark = keyof typeof remarks

/** The parameters of a remark's text. */
export type RemarkParams<Name extends Remark> = ParamsIn<(typeof remarks)[Name]>

/** The text of a remark. */
export function sayRemark<Name extends Remark>(remark: Name, params: RemarkParams<Name>): string {
  return (remarks[remark] as (params: RemarkParams<Name>) => string)(params)
}

/**
 * The codes in the report of an import; several remarks can share a code. Remarks on a whole export have none, and
 * `mediaNotAdded` has the code of the error that it contains.
 */
export const remarkCodes: Readonly<Partial<Record<Remark, ImportCode>>> = {
  internalType: 'INTERNAL_TYPE',
  formatOfItems: 'INTERNAL_TYPE',
  standsBefore: 'DUPLICATE',
  sectionInTrash: 'IN_TRASH',
  mediaLeftOut: 'MEDIA_NOT_INCLUDED',
  taxonomiesLeftOut: 'TAXONOMIES_NOT_INCLUDED',
  menusLeftOut: 'MENUS_NOT_INCLUDED',
  commentsLeftOut: 'COMMENTS_NOT_INCLUDED',
  commentOfNothing: 'TARGET_LOST',
  menuKept: 'NAME_TAKEN',
  entryOfNoMenu: 'NO_MENU',
  navigationEmpty: 'NAVIGATION_LEFT_OUT',
  navigationLeftOut: 'NAVIGATION_LEFT_OUT',
  navigationParts: 'NAVIGATION_LEFT_OUT',
  redirectLeftOut: 'REDIRECT_LEFT_OUT',
  redirectRemoved: 'REDIRECT_LEFT_OUT',
  nothingDownloaded: 'NOT_TRIED',
  languageOfItems: 'INTERNAL_TYPE',
  languageOfTerms: 'INTERNAL_TYPE',
  localeMissing: 'LOCALE_MISSING',
  translationLost: 'TRANSLATION_LOST',
  translationRefused: 'TRANSLATION_LOST',
  valuesShared: 'VALUES_SHARED',
  wasProtected: 'PASSWORD_PROTECTED',
  otherStatus: 'KEPT_AS_DRAFT',
  sectionStatus: 'STATUS_LOST',
  notScheduled: 'NOT_SCHEDULED',
  commentOfHidden: 'KEPT_AS_DRAFT',
  commentOfTrash: 'TARGET_LOST',
  slugChanged: 'SLUG_CHANGED',
  keptAsHtml: 'KEPT_AS_HTML',
  unsafeLinks: 'UNSAFE_LINKS',
  endLeftOut: 'CUT',
  piecesLost: 'PIECE_LOST',
  otherFile: 'OTHER_FILE',
  parentElsewhere: 'PARENT_LOST',
  fieldFileNotTaken: 'IMAGE_NOT_IMPORTED',
  referencesLost: 'PIECE_LOST',
  referencesLeftOut: 'CUT',
  picturesMissing: 'PIECE_LOST',
  detailsLost: 'DETAIL_LOST',
  imageLost: 'IMAGE_LOST',
  imageNotTaken: 'IMAGE_NOT_IMPORTED',
  termsLost: 'TERM_LOST',
  termFieldsLeftOut: 'FIELDS_LEFT_OUT',
  textLeftOut: 'TEXT_LEFT_OUT',
  parentNotInFile: 'PARENT_LOST',
  parentIsNoItem: 'PARENT_LOST',
  parentNotImported: 'PARENT_LOST',
  parentInTrash: 'PARENT_LOST',
  waitedInTrash: 'PARENT_LOST',
  parentCircle: 'PARENT_CIRCLE',
  parentRefused: 'PARENT_LOST',
  entryToOldSite: 'TARGET_LOST',
  entryMovedUp: 'PARENT_LOST',
  termMovedUp: 'PARENT_LOST',
  termOfNoTree: 'PARENT_LOST',
  termWasBelow: 'PARENT_LOST',
  mediaAdded: 'MEDIA_ADDED',
}
