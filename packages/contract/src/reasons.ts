import { exportExcesses, exportFaults, type Place, sourceFaults } from './export-faults.ts'
import { fetchFaults } from './fetch-faults.ts'
import { framed, type ParamsIn, type Texts } from './texts.ts'
import { type UndoObstacle, undoObstacles } from './undo-obstacles.ts'

interface OfField {
  readonly field: string
}

interface Counted {
  readonly count: number
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

interface Most {
  readonly most: number
}

interface Address {
  readonly email: string
}

interface SlugInLocale {
  readonly slug: string
  readonly locale: string
}

/** The message for a person who cannot be invited again; `who` says in which state the user is. */
const alreadyUser = ({ email }: Address, who: string) =>
  `There is a user with the address ${email} already, who ${who}.`

/**
 * The table of reasons that a call can fail for: a stable name for programs (`details.reason`), and the message for
 * people, made of the parameters (`details.params`). Interfaces translate reasons by their names. Issues with one part
 * of an input are rules (`rules.ts`). `framed` puts each text of another table into a sentence.
 */
export const reasons = {
  // people and their tokens
  otherAudience: ({ granted, needed }: Record<'granted' | 'needed', string>) =>
    `The token was granted for ${granted} alone; ask for one with resource=${needed}`,
  sessionRequired: () =>
    'No token can do this, whatever its scopes: it needs a browser session. Sign in with a browser, or use the command line of the service.',
  liveOnly: () =>
    'This token reads only what visitors see. Use a token with the view "latest", or a session, to read drafts.',
  limitedToken: () =>
    'This token is limited to some collections or locales, and this concerns the whole site. Use a token without limits, or a session.',
  cannotPublish: () =>
    'This token was created without the right to publish: it cannot change content that visitors see, and cannot schedule.',
  cannotDelete: () => 'This token was created without the right to delete.',
  changeSetsOnly: () =>
    'This token is limited to change-sets: it changes content only with `changeSet`, the id of a set (POST change-sets, or the tool change_set_create), and a person applies the set. It can also read, upload files and create preview links.',
  confirmationNeeded: ({ what }: { readonly what: string }) =>
    `Nothing was done yet. It would: ${what}. Ask the person; if they agree, send the same call again with the token in details.confirm.`,
  idempotencyKeyUsed: () =>
    'The idempotency key was used for a call with another input, or by a token with other rights. Use a new key for each call, and the same one only to repeat a call.',
  idempotencyAnswerLong: () =>
    'The call with this idempotency key was executed before, and its answer was too long to keep. Read the created object instead.',
  uploadAddressOver: () =>
    'The upload address is not valid: it was used, has expired, or its requester may no longer upload files. Request a new one.',
  previewOver: () =>
    'The preview link is not valid: it has expired, was revoked, or the person who created it may no longer create it. Create a new one in the admin.',
  previewOther: () => 'The preview link is for another item. Open the link that was created for this one.',
  previewGone: () =>
    'The preview link leads to an item that is in the trash or deleted. Restore the item, or ask for another link.',
  foreignPage: () =>
    'This request came from a page of another site in a signed-in browser, which is not allowed. Send a token instead of cookies.',
  otherSignedIn: ({ current, next }: Record<'current' | 'next', string>) =>
    `${current} is signed in with this browser; pass replaceSession=true to end that session and continue as ${next}.`,
  addressTaken: ({ email }: Address) => `There is a user with the address ${email} already.`,
  invitedDisabled: (address: Address) => alreadyUser(address, 'is disabled'),
  invitedSignedIn: (address: Address) => alreadyUser(address, 'has signed in already'),
  invitedInUse: (address: Address) => alreadyUser(address, 'has tokens or passkeys already'),
  invitedOtherwise: ({ role, ...address }: Address & { readonly role: number }) =>
    alreadyUser(address, `was invited with the role ${role}; change the role of the user first`),
  userDisabled: ({ email }: Address) => `The user ${email} is disabled.`,
  lastAdmin: () =>
    'This is the last enabled admin; make someone else an admin first, or nobody could administer the service.',
  setupComplete: () => 'The setup is complete: there is an admin.',
  lastPasskey: () =>
    'This is the last passkey, and no mail is set up for sign-in links, so it is the only way to sign in. Add another one first.',
  passkeyRefused: () => 'The passkey was not accepted. Try again, or sign in in another way.',
  passkeyUnverified: () =>
    'The device did not verify who uses it (by fingerprint, face or PIN). Use a device that does, or sign in with a mailed link and add a passkey on such a device.',
  passkeyKnown: () => 'This passkey is registered already.',
  tooManyPasskeys: ({ most }: Most) => `A user has up to ${most} passkeys; delete one first.`,

  // change-sets
  changeSetClosed: ({ name, state }: Record<'name' | 'state', string>) =>
    `The change-set "${name}" is ${state}: its entries do not change any more.`,
  changeSetScheduled: ({ name }: { readonly name: string }) =>
    `The change-set "${name}" is scheduled; unschedule it before its entries change.`,
  changeSetNotApplied: ({ name, state }: Record<'name' | 'state', string>) =>
    `The change-set "${name}" is ${state}: only one that is applied can be reverted.`,
  changeSetEmpty: ({ name }: { readonly name: string }) => `The change-set "${name}" has no entries.`,
  changeSetFull: ({ most }: Most) =>
    `A change-set has ${most} entries at most. Apply it, or make another one.`,
  changeSetUnseen: () =>
    'This token is limited to some collections or locales, and the change would also change items that it does not see, as translations share values. Use a token without limits, or a session.',
  changeSetLarge: ({ bytes, most }: Most & { readonly bytes: number }) =>
    `The change-set would be too large: ${bytes} bytes, and ${most} is the most. Apply it, or make another one.`,
  changeSetEntryLarge: ({ bytes, most }: Most & { readonly bytes: number }) =>
    `The entry would be too large for a change-set: ${bytes} bytes, and ${most} is the most.`,
  changeSetsFull: ({ most }: Most) =>
    `There are ${most} change-sets that are not applied, the most there can be; apply or delete some first.`,
  changeSetChanged: ({ name }: { readonly name: string }) =>
    `The change-set "${name}" has changed since it was read. Read it again.`,
  changeSetConflict: ({ conflicts }: { readonly conflicts: string }) =>
    `The change-set cannot be applied, and nothing was changed. It conflicts with what others have changed: ${conflicts}`,
  changeSetEntry: ({ entry, what, said }: Record<'entry' | 'what' | 'said', string>) =>
    `The change-set cannot be applied, and nothing was changed. Entry ${entry} (${what}) is refused: ${said}`,
  changeSetSlow: () => 'Reading with this change-set takes too long. Apply it, or remove entries from it.',
  changeSetsBusy: () => 'Too many reads with change-sets are waiting. Try again in a few seconds.',
  approvalNeeded: ({ name }: { readonly name: string }) =>
    `The change-set "${name}" needs the approval of an editor who has made none of its entries.`,
  schedulerLeft: ({ name }: { readonly name: string }) =>
    `The person who scheduled the change-set "${name}" may no longer apply it; schedule it again.`,
  approverLeft: ({ name }: { readonly name: string }) =>
    `The person who approved the change-set "${name}" may no longer approve it; it needs another approval.`,

  // collections, their fields, saved views and redirects
  tooManyFields: ({ collection, most }: Most & { readonly collection: string }) =>
    `The collection "${collection}" has ${most} fields, the most there can be.`,
  tooManyTexts: ({ collection, most }: Most & { readonly collection: string }) =>
    `The fields of the collection "${collection}" would need more than ${most} columns: a field of type string, text or slug needs two, any other field one. Group some of them in a field of type json with inner fields.`,
  typeNarrowed: ({ from, to, can }: Record<'from' | 'to' | 'can', string>) =>
    `The type of a field changes only where every stored value keeps its meaning: ${from} can become ${can.replaceAll(', ', ' or ')}, not ${to}. Add a field of type ${to} and copy the values instead.`,
  typeFixed: ({ from, to }: Record<'from' | 'to', string>) =>
    `The type of a field changes only where every stored value keeps its meaning: ${from} can become nothing else, not ${to}. Add a field of type ${to} and copy the values instead.`,
  requiredNeedsDefault: ({ collection, count }: Counted & { readonly collection: string }) =>
    `A required field needs a defaultValue here: the collection "${collection}" holds ${counted(count, 'item')} that would be without one.`,
  otherTarget: ({ field, target }: OfField & { readonly target: string }) =>
    `The field "${field}" holds references into "${target}"; its target changes only while it is empty everywhere.`,
  listToOne: ({ field }: OfField) =>
    `The field "${field}" holds lists of references; it can take one only while it is empty everywhere.`,
  gaps: ({ field, count }: OfField & Counted) =>
    `The field "${field}" cannot be required: ${count === 1 ? '1 stored item or draft (the trash counts too) has' : `${count} stored items or drafts (the trash counts too) have`} no value.`,
  translationsDiffer: ({ field }: OfField) =>
    `The field "${field}" cannot be shared by translations: there are translated items, whose values may differ.`,
  unfitDraft: ({ field, id, slug, fault }: OfField & Record<'id' | 'slug' | 'fault', string>) =>
    `The field "${field}" cannot be changed like this: a stored value would not fit (pending draft of the item "${slug}", ${id}: ${fault}).`,
  unfitValue: ({ field, id, slug, fault }: OfField & Record<'id' | 'slug' | 'fault', string>) =>
    `The field "${field}" cannot be changed like this: a stored value would not fit (item "${slug}", ${id}: ${fault}).`,
  valuesRepeat: ({ field }: OfField) =>
    `The field "${field}" cannot be unique: several stored items or drafts have the same value.`,
  viewExists: ({ name }: { readonly name: string }) =>
    `You have a view "${name}" of this collection already; choose another name, or change that one.`,
  viewsFull: ({ most }: Most) => `You have ${most} saved views, the most there can be; delete some first.`,
  sharedViewsFull: ({ most }: Most) =>
    `The collection has ${most} shared views, the most there can be; delete some first.`,
  viewChanged: ({ name }: { readonly name: string }) =>
    `The view "${name}" has changed since it was read. Read it again and repeat the change.`,
  redirectExists: ({ from }: { readonly from: string }) =>
    `There is a redirect from "${from}" already; delete it first.`,
  redirectsFull: ({ most }: Most) => `There are ${most} redirects, the most there can be; delete some first.`,
  inUrlPattern: ({ field, collection, pattern }: Record<'field' | 'collection' | 'pattern', string>) =>
    `The addresses of "${collection}" have the date of "${field}" (${pattern}); change its urlPattern first.`,
  draftsPend: ({ count }: Counted) =>
    `${count} of the items ${count === 1 ? 'has' : 'have'} a pending draft; publish or discard ${count === 1 ? 'it' : 'them'} before "drafts" is removed from supports.`,
  itemsScheduled: ({ count }: Counted) =>
    `${count} of the items ${count === 1 ? 'is' : 'are'} scheduled; publish or unschedule ${count === 1 ? 'it' : 'them'} before "scheduling" is removed from supports.`,
  itemsOfSingleton: ({ collection, count }: Counted & { readonly collection: string }) =>
    `"${collection}" has ${count} items; a singleton has one. Delete the others, or set "singleton" to false.`,
  singletonHolds: ({ collection }: { readonly collection: string }) =>
    `"${collection}" is a singleton and has its item already. Change that one, or translate it with \`translationOf\`.`,
  collectionHolds: ({ collection, count }: Counted & { readonly collection: string }) =>
    `The collection "${collection}" holds ${counted(count, 'item')} (the trash counts too); pass force=true to delete ${count === 1 ? 'it' : 'them'} too.`,
  collectionReferred: ({ collection, fields }: Record<'collection' | 'fields', string>) =>
    `The collection "${collection}" is referred to by ${fields}; pass force=true to delete it anyway.`,

  // items and files
  itemChanged: ({ rev }: { readonly rev?: string }) =>
    `The item has changed since it was read${rev === undefined ? '' : `; its current _rev is "${rev}"`}. Read it again and repeat the change.`,
  otherChanges: ({ unexpected, absent }: Record<'unexpected' | 'absent', string>) =>
    [
      'Nothing was changed, because the item has other unpublished changes than you expect.',
      ...(unexpected === '' ? [] : [`Not expected: ${unexpected}.`]),
      ...(absent === '' ? [] : [`Expected, but not changed: ${absent}.`]),
      'Compare the versions again.',
    ].join(' '),
  undoConflict: ({ conflicts }: { readonly conflicts: string }) =>
    `Nothing was undone, because this was edited since: ${conflicts}.`,
  notUndoable: ({ what, why }: { readonly what: string; readonly why: UndoObstacle }) =>
    `This change cannot be undone: ${what}. ${undoObstacles[why] ?? why}`,
  valueTaken: ({ field }: OfField) => `The field "${field}" is unique, and another item has this value.`,
  valueInTrash: ({ field }: OfField) =>
    `The field "${field}" is unique, and an item in the trash has this value. Restore that item, delete it permanently or choose another value.`,
  slugTaken: ({ slug, locale }: SlugInLocale) => `The slug "${slug}" is taken (locale ${locale}).`,
  slugInTrash: ({ slug, locale }: SlugInLocale) =>
    `The slug "${slug}" is taken by an item in the trash (locale ${locale}). Restore that item, delete it permanently or choose another slug.`,
  slugAwaited: ({ slug, locale }: SlugInLocale) =>
    `The slug "${slug}" is taken (locale ${locale}): another item gets it when its pending draft is published.`,
  translationExists: ({ locale }: { readonly locale: string }) =>
    `There is a translation into "${locale}" already.`,
  translationInTrash: ({ locale }: { readonly locale: string }) =>
    `There is a translation into "${locale}" already, in the trash. Restore it or delete it permanently.`,
  notDuplicable: ({ field }: OfField) =>
    `The item cannot be duplicated: its field "${field}" is required and unique, so the copy could not have it.`,
  nothingToSchedule: () => 'The item is published and has no pending draft: there is nothing to schedule.',
  nothingToUnpublish: () => 'The item is neither published nor scheduled: there is nothing to unpublish.',
  neverPublished: () => 'The item was never published: there is no version to go back to.',
  fileRecorded: ({ storageKey }: { readonly storageKey: string }) =>
    `There is a media item for "${storageKey}" already.`,
  fileBusy: () => 'The same file is being uploaded and deleted elsewhere; try again.',
  noDirectUploads: () =>
    'This service stores its files itself: send them as multipart/form-data to POST media.',
  noBytes: () => 'No bytes have been uploaded for this item yet.',

  // the parts of a site
  nameTaken: ({ what, name }: Record<'what' | 'name', string>) => `There is a ${what} "${name}" already.`,
  menuShown: ({ menu, areas }: Record<'menu' | 'areas', string>) =>
    `The menu "${menu}" is shown by widgets of ${areas}; change or delete these first.`,
  menuFull: ({ most }: Most) => `The menu has ${most} items, the most there can be.`,
  areaFull: ({ most }: Most) => `The area has ${most} widgets, the most there can be.`,
  taxonomyHolds: ({ taxonomy, count }: Counted & { readonly taxonomy: string }) =>
    `The taxonomy "${taxonomy}" has ${counted(count, 'term')}; pass force=true to delete ${count === 1 ? 'it' : 'them'} too.`,
  taxonomyNested: ({ taxonomy, count }: Counted & { readonly taxonomy: string }) =>
    `The taxonomy "${taxonomy}" cannot become flat: ${count === 1 ? '1 of its terms stands below another. Move it' : `${count} of its terms stand below others. Move them`} up first.`,
  termHolds: ({ term, count }: Counted & { readonly term: string }) =>
    `The term "${term}" has ${counted(count, 'term')} below it; move or delete ${count === 1 ? 'it' : 'them'} first.`,

  // plugins
  blockTaken: ({ type, plugin }: Record<'type' | 'plugin', string>) =>
    `The block type "${type}" belongs to the plugin "${plugin}"; disable that one first.`,
  pluginRefuses: ({ plugin, said }: Record<'plugin' | 'said', string>) =>
    `The plugin "${plugin}" refuses this: ${said}`,

  // webhooks
  secretKeyNeeded: () =>
    'Webhooks need OCTAVO_SECRET_KEY with a database server: secrets are encrypted with it. Set it to the same value on every process, then try again.',
  tooManyWebhooks: ({ most }: Most) => `There are ${most} webhooks, the most there can be; delete one first.`,
  webhookPaused: () => 'The webhook is paused, so nothing is sent. Start it first.',
  deliveryWaits: () => 'It waits for an earlier delivery about the same item. Send that one again.',

  // scheduled backups
  backupFolderRefused: ({ folder, code }: Record<'folder' | 'code', string>) =>
    `OCTAVO_BACKUP_URL names the folder ${folder}, which cannot be written: ${code}.`,
  backupFolderFull: () => 'There is no space left in the folder of OCTAVO_BACKUP_URL.',
  backupFolderTooSmall: ({ free, needed }: Record<'free' | 'needed', number>) =>
    `The folder of OCTAVO_BACKUP_URL has ${free} MB of free space, and a backup needs about ${needed} MB: make space there, or lower OCTAVO_BACKUP_KEEP.`,
  backupInterrupted: () => 'The process that made the backup ended before it was finished.',
  backupNotRun: () => 'The backup process could not be started.',
  backupEndedEarly: ({ end }: { readonly end: string }) => `The process of the backup ended early (${end}).`,
  backupFailed: () => 'The backup failed for a reason that is in the log.',
  backupLacksFiles: ({ missing, all }: Record<'missing' | 'all', number>) =>
    `The last archive lacks ${missing} of ${all} files, so older archives are kept: check that the file store has them.`,
  backupsNotRemoved: ({ code }: { readonly code: string }) =>
    `The last archive was written, but old ones cannot be removed from OCTAVO_BACKUP_URL: ${code}.`,

  // imports
  ...framed(
    exportFaults,
    (fault, { line, column }: Place) =>
      `The file is not a well-formed export. Line ${line}, column ${column}: ${fault}.`,
  ),
  ...framed(exportExcesses, (excess) => `The export cannot be imported: ${excess}.`),
  ...framed(sourceFaults, (fault) => `The export cannot be imported: ${fault}.`),
  importRuns: () => 'This import is already running.',
  importStillRuns: () => 'This import is running; cancel it first.',
  importRests: () => 'This import is not running.',
  importFileGone: () => 'The file of this analysis is no longer stored; upload it again.',
  importFileLost: () => 'Its file no longer exists; upload it again.',
  importBrokenOff: () => 'The command was interrupted; run it again to continue.',
  importFailed: () => 'It failed because of an internal error; see the log. Run it again to continue.',

  // pieces of an import
  pieceFailed: () => 'It failed because of an internal error; see the log.',
  pieceNotPlanned: () => 'It was not planned.',
  frontMatterBroken: ({
    path,
    line,
    fault,
  }: {
    readonly path: string
    readonly line: number
    readonly fault: string
  }) => `The front matter of ${path} cannot be read. Line ${line}: ${fault}`,
  entriesTooMany: ({ most }: Most) => `The export has more than ${most} entries of menus.`,
  blockMenusTooMany: ({ most }: Most) => `The export has more than ${most} menus made of blocks.`,
  blockMenuTooLong: ({ most }: Most) => `The menu made of blocks is longer than ${most} characters.`,
  targetLost: () => 'Its target was not imported.',
  targetUnsafe: ({ url }: { readonly url: string }) =>
    `It leads to ${JSON.stringify(url)}, and links to this address are not allowed.`,
  ...framed(fetchFaults, (fault) => `The file could not be fetched: ${fault}.`),
} satisfies Texts

export type Reason = keyof typeof reasons

/** The parameters of a reason's message. */
export type ReasonParams<Name extends Reason> = ParamsIn<(typeof reasons)[Name]>

/** The message of a reason. */
export function sayReason<Name extends Reason>(reason: Name, params: ReasonParams<Name>): string {
  return (reasons[reason] as (params: ReasonParams<Name>) => string)(params)
}
