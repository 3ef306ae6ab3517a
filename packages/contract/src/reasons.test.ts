import { describe, expect, it } from 'vitest'
import { type Reason, type ReasonParams, reasons, sayReason } from './reasons.ts'

const email = 'ada@example.com'
const field = 'isbn'
const at = { line: 3, column: 14 }
const malformed = 'The file is not a well-formed export. Line 3, column 14: '

const unfetched = 'The file could not be fetched: '

/** The messages from before the reasons had names. */
const said: { readonly [Name in Reason]: readonly [ReasonParams<Name>, string] } = {
  otherAudience: [
    { granted: 'https://cms.example.com/_cms/api/mcp', needed: 'https://cms.example.com/_cms/api' },
    'The token was granted for https://cms.example.com/_cms/api/mcp alone; ask for one with resource=https://cms.example.com/_cms/api',
  ],
  sessionRequired: [
    {},
    'No token can do this, whatever its scopes: it needs a browser session. Sign in with a browser, or use the command line of the service.',
  ],
  limitedToken: [
    {},
    'This token is limited to some collections or locales, and this concerns the whole site. Use a token without limits, or a session.',
  ],
  liveOnly: [
    {},
    'This token reads only what visitors see. Use a token with the view "latest", or a session, to read drafts.',
  ],
  cannotPublish: [
    {},
    'This token was created without the right to publish: it cannot change content that visitors see, and cannot schedule.',
  ],
  cannotDelete: [{}, 'This token was created without the right to delete.'],
  changeSetsOnly: [
    {},
    'This token is limited to change-sets: it changes content only with `changeSet`, the id of a set (POST change-sets, or the tool change_set_create), and a person applies the set. It can also read, upload files and create preview links.',
  ],
  changeSetClosed: [
    { name: 'Spring', state: 'applied' },
    'The change-set "Spring" is applied: its entries do not change any more.',
  ],
  changeSetScheduled: [
    { name: 'Spring' },
    'The change-set "Spring" is scheduled; unschedule it before its entries change.',
  ],
  changeSetNotApplied: [
    { name: 'Spring', state: 'open' },
    'The change-set "Spring" is open: only one that is applied can be reverted.',
  ],
  changeSetEmpty: [{ name: 'Spring' }, 'The change-set "Spring" has no entries.'],
  changeSetFull: [{ most: 500 }, 'A change-set has 500 entries at most. Apply it, or make another one.'],
  changeSetUnseen: [
    {},
    'This token is limited to some collections or locales, and the change would also change items that it does not see, as translations share values. Use a token without limits, or a session.',
  ],
  changeSetLarge: [
    { bytes: 12, most: 10 },
    'The change-set would be too large: 12 bytes, and 10 is the most. Apply it, or make another one.',
  ],
  changeSetEntryLarge: [
    { bytes: 12, most: 10 },
    'The entry would be too large for a change-set: 12 bytes, and 10 is the most.',
  ],
  changeSetsFull: [
    { most: 100 },
    'There are 100 change-sets that are not applied, the most there can be; apply or delete some first.',
  ],
  changeSetChanged: [
    { name: 'Spring' },
    'The change-set "Spring" has changed since it was read. Read it again.',
  ],
  changeSetConflict: [
    { conflicts: 'posts/a (title)' },
    'The change-set cannot be applied, and nothing was changed. It conflicts with what others have changed: posts/a (title)',
  ],
  changeSetEntry: [
    { entry: '3', what: 'content.publish posts/a', said: 'No.' },
    'The change-set cannot be applied, and nothing was changed. Entry 3 (content.publish posts/a) is refused: No.',
  ],
  changeSetSlow: [{}, 'Reading with this change-set takes too long. Apply it, or remove entries from it.'],
  changeSetsBusy: [{}, 'Too many reads with change-sets are waiting. Try again in a few seconds.'],
  approvalNeeded: [
    { name: 'Spring' },
    'The change-set "Spring" needs the approval of an editor who has made none of its entries.',
  ],
  schedulerLeft: [
    { name: 'Spring' },
    'The person who scheduled the change-set "Spring" may no longer apply it; schedule it again.',
  ],
  approverLeft: [
    { name: 'Spring' },
    'The person who approved the change-set "Spring" may no longer approve it; it needs another approval.',
  ],
  confirmationNeeded: [
    { what: 'Delete a menu' },
    'Nothing was done yet. It would: Delete a menu. Ask the person; if they agree, send the same call again with the token in details.confirm.',
  ],
  idempotencyKeyUsed: [
    {},
    'The idempotency key was used for a call with another input, or by a token with other rights. Use a new key for each call, and the same one only to repeat a call.',
  ],
  idempotencyAnswerLong: [
    {},
    'The call with this idempotency key was executed before, and its answer was too long to keep. Read the created object instead.',
  ],
  uploadAddressOver: [
    {},
    'The upload address is not valid: it was used, has expired, or its requester may no longer upload files. Request a new one.',
  ],
  previewOver: [
    {},
    'The preview link is not valid: it has expired, was revoked, or the person who created it may no longer create it. Create a new one in the admin.',
  ],
  previewOther: [{}, 'The preview link is for another item. Open the link that was created for this one.'],
  previewGone: [
    {},
    'The preview link leads to an item that is in the trash or deleted. Restore the item, or ask for another link.',
  ],
  foreignPage: [
    {},
    'This request came from a page of another site in a signed-in browser, which is not allowed. Send a token instead of cookies.',
  ],
  otherSignedIn: [
    { current: 'Ada', next: 'Grace' },
    'Ada is signed in with this browser; pass replaceSession=true to end that session and continue as Grace.',
  ],
  addressTaken: [{ email }, 'There is a user with the address ada@example.com already.'],
  invitedDisabled: [{ email }, 'There is a user with the address ada@example.com already, who is disabled.'],
  invitedSignedIn: [
    { email },
    'There is a user with the address ada@example.com already, who has signed in already.',
  ],
  invitedInUse: [
    { email },
    'There is a user with the address ada@example.com already, who has tokens or passkeys already.',
  ],
  invitedOtherwise: [
    { email, role: 40 },
    'There is a user with the address ada@example.com already, who was invited with the role 40; change the role of the user first.',
  ],
  userDisabled: [{ email }, 'The user ada@example.com is disabled.'],
  lastAdmin: [
    {},
    'This is the last enabled admin; make someone else an admin first, or nobody could administer the service.',
  ],
  setupComplete: [{}, 'The setup is complete: there is an admin.'],
  lastPasskey: [
    {},
    'This is the last passkey, and no mail is set up for sign-in links, so it is the only way to sign in. Add another one first.',
  ],
  passkeyRefused: [{}, 'The passkey was not accepted. Try again, or sign in in another way.'],
  passkeyUnverified: [
    {},
    'The device did not verify who uses it (by fingerprint, face or PIN). Use a device that does, or sign in with a mailed link and add a passkey on such a device.',
  ],
  passkeyKnown: [{}, 'This passkey is registered already.'],
  tooManyPasskeys: [{ most: 20 }, 'A user has up to 20 passkeys; delete one first.'],
  tooManyFields: [
    { collection: 'books', most: 100 },
    'The collection "books" has 100 fields, the most there can be.',
  ],
  tooManyTexts: [
    { collection: 'books', most: 325 },
    'The fields of the collection "books" would need more than 325 columns: a field of type string, text or slug needs two, any other field one. Group some of them in a field of type json with inner fields.',
  ],
  typeNarrowed: [
    { from: 'string', to: 'integer', can: 'text, select' },
    'The type of a field changes only where every stored value keeps its meaning: string can become text or select, not integer. Add a field of type integer and copy the values instead.',
  ],
  typeFixed: [
    { from: 'json', to: 'integer' },
    'The type of a field changes only where every stored value keeps its meaning: json can become nothing else, not integer. Add a field of type integer and copy the values instead.',
  ],
  requiredNeedsDefault: [
    { collection: 'books', count: 3 },
    'A required field needs a defaultValue here: the collection "books" holds 3 items that would be without one.',
  ],
  otherTarget: [
    { field, target: 'authors' },
    'The field "isbn" holds references into "authors"; its target changes only while it is empty everywhere.',
  ],
  listToOne: [
    { field },
    'The field "isbn" holds lists of references; it can take one only while it is empty everywhere.',
  ],
  gaps: [
    { field, count: 3 },
    'The field "isbn" cannot be required: 3 stored items or drafts (the trash counts too) have no value.',
  ],
  translationsDiffer: [
    { field },
    'The field "isbn" cannot be shared by translations: there are translated items, whose values may differ.',
  ],
  unfitDraft: [
    { field, id: '01JZ', slug: 'bowls', fault: 'must have at most 5 characters, has 7' },
    'The field "isbn" cannot be changed like this: a stored value would not fit (pending draft of the item "bowls", 01JZ: must have at most 5 characters, has 7).',
  ],
  unfitValue: [
    { field, id: '01JZ', slug: 'bowls', fault: 'must have at most 5 characters, has 7' },
    'The field "isbn" cannot be changed like this: a stored value would not fit (item "bowls", 01JZ: must have at most 5 characters, has 7).',
  ],
  valuesRepeat: [
    { field },
    'The field "isbn" cannot be unique: several stored items or drafts have the same value.',
  ],
  viewExists: [
    { name: 'Mine' },
    'You have a view "Mine" of this collection already; choose another name, or change that one.',
  ],
  viewsFull: [{ most: 100 }, 'You have 100 saved views, the most there can be; delete some first.'],
  sharedViewsFull: [
    { most: 100 },
    'The collection has 100 shared views, the most there can be; delete some first.',
  ],
  viewChanged: [
    { name: 'Mine' },
    'The view "Mine" has changed since it was read. Read it again and repeat the change.',
  ],
  redirectsFull: [{ most: 500 }, 'There are 500 redirects, the most there can be; delete some first.'],
  redirectExists: [{ from: '/old' }, 'There is a redirect from "/old" already; delete it first.'],
  inUrlPattern: [
    { field: 'day', collection: 'events', pattern: '/{day:yyyy}/{slug}' },
    'The addresses of "events" have the date of "day" (/{day:yyyy}/{slug}); change its urlPattern first.',
  ],
  draftsPend: [
    { count: 3 },
    '3 of the items have a pending draft; publish or discard them before "drafts" is removed from supports.',
  ],
  itemsScheduled: [
    { count: 3 },
    '3 of the items are scheduled; publish or unschedule them before "scheduling" is removed from supports.',
  ],
  itemsOfSingleton: [
    { collection: 'home', count: 3 },
    '"home" has 3 items; a singleton has one. Delete the others, or set "singleton" to false.',
  ],
  singletonHolds: [
    { collection: 'home' },
    '"home" is a singleton and has its item already. Change that one, or translate it with `translationOf`.',
  ],
  collectionHolds: [
    { collection: 'books', count: 3 },
    'The collection "books" holds 3 items (the trash counts too); pass force=true to delete them too.',
  ],
  collectionReferred: [
    { collection: 'books', fields: 'loans.book, notes.about' },
    'The collection "books" is referred to by loans.book, notes.about; pass force=true to delete it anyway.',
  ],
  itemChanged: [
    { rev: '3-1l393fi' },
    'The item has changed since it was read; its current _rev is "3-1l393fi". Read it again and repeat the change.',
  ],
  otherChanges: [
    { unexpected: 'title, translations.de.rating', absent: 'excerpt' },
    'Nothing was changed, because the item has other unpublished changes than you expect. Not expected: title, translations.de.rating. Expected, but not changed: excerpt. Compare the versions again.',
  ],
  undoConflict: [
    { conflicts: 'posts/hello (title, body)' },
    'Nothing was undone, because this was edited since: posts/hello (title, body).',
  ],
  notUndoable: [
    { what: 'media.create photo.jpg', why: 'uploaded' },
    'This change cannot be undone: media.create photo.jpg. Delete the file in the media library instead.',
  ],
  valueTaken: [{ field }, 'The field "isbn" is unique, and another item has this value.'],
  valueInTrash: [
    { field },
    'The field "isbn" is unique, and an item in the trash has this value. Restore that item, delete it permanently or choose another value.',
  ],
  slugTaken: [{ slug: 'hello', locale: 'en' }, 'The slug "hello" is taken (locale en).'],
  slugInTrash: [
    { slug: 'hello', locale: 'en' },
    'The slug "hello" is taken by an item in the trash (locale en). Restore that item, delete it permanently or choose another slug.',
  ],
  slugAwaited: [
    { slug: 'hello', locale: 'en' },
    'The slug "hello" is taken (locale en): another item gets it when its pending draft is published.',
  ],
  translationExists: [{ locale: 'de' }, 'There is a translation into "de" already.'],
  translationInTrash: [
    { locale: 'de' },
    'There is a translation into "de" already, in the trash. Restore it or delete it permanently.',
  ],
  notDuplicable: [
    { field },
    'The item cannot be duplicated: its field "isbn" is required and unique, so the copy could not have it.',
  ],
  nothingToSchedule: [{}, 'The item is published and has no pending draft: there is nothing to schedule.'],
  nothingToUnpublish: [{}, 'The item is neither published nor scheduled: there is nothing to unpublish.'],
  neverPublished: [{}, 'The item was never published: there is no version to go back to.'],
  fileRecorded: [{ storageKey: 'a/b.png' }, 'There is a media item for "a/b.png" already.'],
  fileBusy: [{}, 'The same file is being uploaded and deleted elsewhere; try again.'],
  noDirectUploads: [
    {},
    'This service stores its files itself: send them as multipart/form-data to POST media.',
  ],
  noBytes: [{}, 'No bytes have been uploaded for this item yet.'],
  nameTaken: [{ what: 'menu', name: 'main' }, 'There is a menu "main" already.'],
  menuShown: [
    { menu: 'main', areas: 'sidebar, footer' },
    'The menu "main" is shown by widgets of sidebar, footer; change or delete these first.',
  ],
  menuFull: [{ most: 500 }, 'The menu has 500 items, the most there can be.'],
  areaFull: [{ most: 100 }, 'The area has 100 widgets, the most there can be.'],
  taxonomyHolds: [
    { taxonomy: 'topics', count: 3 },
    'The taxonomy "topics" has 3 terms; pass force=true to delete them too.',
  ],
  taxonomyNested: [
    { taxonomy: 'topics', count: 3 },
    'The taxonomy "topics" cannot become flat: 3 of its terms stand below others. Move them up first.',
  ],
  termHolds: [{ term: 'soup', count: 3 }, 'The term "soup" has 3 terms below it; move or delete them first.'],
  blockTaken: [
    { type: 'map', plugin: 'maps' },
    'The block type "map" belongs to the plugin "maps"; disable that one first.',
  ],
  pluginRefuses: [{ plugin: 'maps', said: 'not today' }, 'The plugin "maps" refuses this: not today'],
  secretKeyNeeded: [
    {},
    'Webhooks need OCTAVO_SECRET_KEY with a database server: secrets are encrypted with it. Set it to the same value on every process, then try again.',
  ],
  tooManyWebhooks: [{ most: 50 }, 'There are 50 webhooks, the most there can be; delete one first.'],
  webhookPaused: [{}, 'The webhook is paused, so nothing is sent. Start it first.'],
  deliveryWaits: [{}, 'It waits for an earlier delivery about the same item. Send that one again.'],
  exportEntities: [at, `${malformed}the file declares entities, which exports do not have.`],
  exportNoChannel: [at, `${malformed}this is no export: it has no <rss><channel>.`],
  exportOther: [{ ...at, tag: 'html' }, `${malformed}this is no export: it begins with <html>.`],
  exportNesting: [{ ...at, most: 50 }, `${malformed}elements nest deeper than 50 levels.`],
  exportAmpersand: [at, `${malformed}"&" begins no entity here; write it "&amp;".`],
  exportLongValue: [at, `${malformed}a single value is longer than 32 million characters.`],
  exportEncoding: [
    { ...at, encoding: 'klingon' },
    `${malformed}the file says that its encoding is "klingon", which is not known.`,
  ],
  exportBytes: [
    { ...at, encoding: 'UTF-8' },
    `${malformed}at or behind this place there are bytes that are not UTF-8; convert the file, or name its real encoding in its first line.`,
  ],
  exportEmpty: [at, `${malformed}document must contain a root element.`],
  exportUnclosed: [{ ...at, tag: 'item' }, `${malformed}unclosed tag: item.`],
  exportUnmatched: [{ ...at, tag: 'item' }, `${malformed}unmatched closing tag: item.`],
  exportOutside: [at, `${malformed}text data outside of root node.`],
  exportEnd: [at, `${malformed}unexpected end.`],
  exportXml: [{ ...at, fault: 'malformed comment' }, `${malformed}malformed comment.`],
  exportAuthors: [
    { most: 50_000 },
    'The export cannot be imported: there are more than 50000 authors in it.',
  ],
  exportTypes: [{ most: 200 }, 'The export cannot be imported: there are more than 200 post types in it.'],
  exportTerms: [{ most: 9 }, 'The export cannot be imported: there are more than 9 terms in it.'],
  exportFiles: [{ most: 9 }, 'The export cannot be imported: there are more than 9 files in it.'],
  exportEntries: [
    { most: 9 },
    'The export cannot be imported: the archive has more than 9 entries; import the folder from the command line.',
  ],
  exportArchive: [
    { most: 4 },
    'The export cannot be imported: the archive is larger than 4 GB; import the folder from the command line.',
  ],
  exportDirectory: [
    { most: 64 },
    'The export cannot be imported: the names in the archive have more than 64 MB together; import the folder from the command line.',
  ],
  exportGigabytes: [{ most: 9 }, 'The export cannot be imported: its files have more than 9 GB together.'],
  exportMegabytes: [
    { most: 9 },
    'The export cannot be imported: a part of it has more than 9 MB of JSON; import a JSON file by itself, outside of a folder or archive.',
  ],
  archiveCut: [{}, 'The export cannot be imported: the archive is cut short; save it again.'],
  archiveDamaged: [
    { detail: 'a.md' },
    'The export cannot be imported: the file "a.md" in the archive is damaged.',
  ],
  archivePath: [
    { detail: '../a' },
    'The export cannot be imported: the archive has the name "../a", which leads out of its folder.',
  ],
  folderWithoutTexts: [
    { detail: 'blog' },
    'The export cannot be imported: "blog" has no Markdown files and no export of Ghost.',
  ],
  ghostCut: [
    { detail: 'Unexpected end' },
    'The export cannot be imported: the JSON does not parse, so it may be cut short; export it again (Unexpected end).',
  ],
  ghostSeveral: [
    { detail: 'a.json, b.json' },
    'The export cannot be imported: it has several exports of Ghost; keep the one to import and remove the others (a.json, b.json).',
  ],
  ghostOther: [{}, 'The export cannot be imported: the JSON is no export of Ghost: it has no posts.'],
  backupFolderRefused: [
    { folder: '/backups', code: 'EACCES' },
    'OCTAVO_BACKUP_URL names the folder /backups, which cannot be written: EACCES.',
  ],
  backupFolderFull: [{}, 'There is no space left in the folder of OCTAVO_BACKUP_URL.'],
  backupFolderTooSmall: [
    { free: 10, needed: 70 },
    'The folder of OCTAVO_BACKUP_URL has 10 MB of free space, and a backup needs about 70 MB: make space there, or lower OCTAVO_BACKUP_KEEP.',
  ],
  backupInterrupted: [{}, 'The process that made the backup ended before it was finished.'],
  backupNotRun: [{}, 'The backup process could not be started.'],
  backupEndedEarly: [{ end: 'SIGKILL' }, 'The process of the backup ended early (SIGKILL).'],
  backupFailed: [{}, 'The backup failed for a reason that is in the log.'],
  backupLacksFiles: [
    { missing: 1, all: 2 },
    'The last archive lacks 1 of 2 files, so older archives are kept: check that the file store has them.',
  ],
  backupsNotRemoved: [
    { code: 'EACCES' },
    'The last archive was written, but old ones cannot be removed from OCTAVO_BACKUP_URL: EACCES.',
  ],
  importRuns: [{}, 'This import is already running.'],
  importStillRuns: [{}, 'This import is running; cancel it first.'],
  importRests: [{}, 'This import is not running.'],
  importFileGone: [{}, 'The file of this analysis is no longer stored; upload it again.'],
  importFileLost: [{}, 'Its file no longer exists; upload it again.'],
  importBrokenOff: [{}, 'The command was interrupted; run it again to continue.'],
  importFailed: [{}, 'It failed because of an internal error; see the log. Run it again to continue.'],
  pieceFailed: [{}, 'It failed because of an internal error; see the log.'],
  pieceNotPlanned: [{}, 'It was not planned.'],
  frontMatterBroken: [
    { path: 'a.md', line: 3, fault: 'no end' },
    'The front matter of a.md cannot be read. Line 3: no end',
  ],
  entriesTooMany: [{ most: 9 }, 'The export has more than 9 entries of menus.'],
  blockMenusTooMany: [{ most: 9 }, 'The export has more than 9 menus made of blocks.'],
  blockMenuTooLong: [{ most: 9 }, 'The menu made of blocks is longer than 9 characters.'],
  targetLost: [{}, 'Its target was not imported.'],
  targetUnsafe: [
    { url: 'javascript:x' },
    'It leads to "javascript:x", and links to this address are not allowed.',
  ],
  fetchNoAddress: [{}, `${unfetched}it is no address.`],
  fetchNoWeb: [{}, `${unfetched}only http and https are fetched.`],
  fetchNoSafe: [{}, `${unfetched}it must be an https address.`],
  fetchCredentials: [{}, `${unfetched}it holds credentials.`],
  fetchNotPublic: [{}, `${unfetched}its host is not on the public network.`],
  fetchNoHost: [{}, `${unfetched}its host is unknown.`],
  fetchTooSlow: [{}, `${unfetched}it took too long.`],
  fetchUnreachable: [{}, `${unfetched}it could not be reached.`],
  fetchNotInTime: [{}, `${unfetched}it could not be reached in time.`],
  fetchBusy: [{}, `${unfetched}too many downloads are running; try again.`],
  fetchCircle: [{}, `${unfetched}it redirects too often.`],
  fetchNowhere: [{}, `${unfetched}it redirects to no address.`],
  fetchStatus: [{ status: 404 }, `${unfetched}it answered 404.`],
  fetchTooLarge: [{ most: '5 MB' }, `${unfetched}it is larger than 5 MB.`],
  fetchOtherKind: [
    { expected: 'image', found: 'text/html' },
    `${unfetched}the answer is no image, but text/html.`,
  ],
}

describe('reasons', () => {
  it.each(Object.keys(reasons) as Reason[])('the message of %s is unchanged', (reason) => {
    const [params, message] = said[reason]
    expect(sayReason(reason, params as never)).toBe(message)
  })

  it('leave out what is not known of a changed item', () => {
    expect(sayReason('itemChanged', {})).toBe(
      'The item has changed since it was read. Read it again and repeat the change.',
    )
  })
})
