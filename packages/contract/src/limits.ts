/** All limits; the interfaces, the documentation and the rules use them. */
export const limits = {
  /** items a page, REST and MCP */
  page: { min: 1, max: 100, default: 50 },
  /** approximate bytes of a page of items or revisions: a page that would be longer has fewer entries */
  listBytes: 8 * 1024 * 1024,
  /** revisions and search results a page over MCP */
  mcpRevisionPage: { min: 1, max: 50, default: 20 },
  mcpSearchPage: { min: 1, max: 50, default: 20 },
  /** bytes of a list that an MCP tool answers at once; characters of Markdown that is taken for a field */
  mcpAnswer: 60_000,
  markdown: 200_000,
  /** values of one message over MCP, apart from those in the arguments of its tool */
  mcpMessageValues: 1000,
  /** messages of one MCP batch, and milliseconds after which no further message is started */
  mcpBatch: 10,
  mcpBatchTime: 30_000,
  /** items as resources over MCP: entries of a page, collections that one page looks at, bytes of one document */
  mcpResources: { page: 50, collections: 20, bytes: 256 * 1024 },
  /** milliseconds that all conversions from and to Markdown in one call may take together */
  markdownTime: 3000,
  /**
   * fields of one collection, and columns of their values (a text has two): with more, long values would not fit into a
   * row
   */
  fieldsPerCollection: 300,
  columnsPerCollection: 325,
  /** names of tables and columns: 63 bytes is the shortest limit of the databases, `content_` takes eight */
  collectionSlug: 55,
  fieldSlug: 63,
  /** structured fields: how deep they nest, the fields of one at all depths, the entries of one list, and their keys */
  structure: { depth: 3, fields: 100, entries: 1000 },
  entryKey: 100,
  /** characters of the help text of a field, and of the name of a tab */
  help: 500,
  tab: 60,
  /** characters of an item's slug */
  itemSlug: 200,
  /** people whose names are asked for at once */
  namedPeople: 100,
  /** people whom a search by name finds */
  foundPeople: 20,
  /** characters of labels, of the names of passkeys and tokens, and of descriptions */
  label: 200,
  credentialName: 100,
  description: 2000,
  /** collections, and locales, that a token can be limited to */
  tokenNames: 200,
  /** characters of a value of the type string, and of the type text, where the field has no `maxLength` */
  stringValue: 50_000,
  textValue: 1_000_000,
  /** characters of a pattern that a user gives */
  pattern: 500,
  /** instructions that a pattern may compile to, about */
  patternSize: 10_000,
  /** options of a select field, and the characters of one */
  options: 1000,
  option: 200,
  /** characters of a value that is unique: it must fit into an index entry of every database */
  uniqueValue: 500,
  /** how deep JSON may nest */
  depth: 100,
  /** bytes of the body of a request without authentication, and of the registration of an app */
  publicBody: 64 * 1024,
  registrationBody: 8 * 1024,
  /** bytes of a form that a page sends: twice as many as the longest `returnPath`, which is encoded in it */
  pageForm: 32 * 1024,
  /** bytes of bodies that one address, and all together, may have in memory at once without an account */
  anonymousBodies: { ofAddress: 4 * 1024 * 1024, together: 256 * 1024 * 1024 },
  /** values (members and elements) of the body of a request without authentication */
  publicValues: 1000,
  /** parameters of an address or of a form */
  parameters: 100,
  /** values (members and elements) of one JSON body, and members of one object in it */
  bodyValues: 300_000,
  objectMembers: 20_000,
  /** bytes that one change can add to an item that exceeds the size limit already */
  itemGrowth: 64 * 1024,
  /** values and characters of an input, apart from the content of an item */
  inputValues: 10_000,
  inputText: 1_000_000,
  /**
   * problems of an input that one answer names, how many of them suggest a name, and characters of a path and a message
   */
  issues: 100,
  hints: 5,
  issuePath: 300,
  issueMessage: 1000,
  /** idempotency keys: characters of one, milliseconds and keys kept for a person, bytes of an answer that is kept */
  idempotency: { key: 255, time: 24 * 3600 * 1000, keys: 1000, answer: 256 * 1024 },
  /** milliseconds after which the confirmation of a destructive call expires */
  confirmationTime: 5 * 60 * 1000,
  /**
   * edits in one call, characters of the searched and of the replacing text of an edit, blocks of an edit, blocks
   * answered
   */
  edits: 50,
  editedText: 10_000,
  editedBlocks: 1000,
  shownBlocks: 20,
  /** items that one call changes, and milliseconds after which it begins with no further one */
  bulkItems: 100,
  bulkTime: 10_000,
  /** names of unpublished changes that a call can give in `expectChanged` */
  expectedChanges: 1000,
  /** items of a reference field that takes several */
  references: 1000,
  /** items and media that one item, section or widget refers to */
  links: 10_000,
  /** bytes by which the values of media make one answer longer; beyond, references stay ids */
  resolvedMedia: 32 * 1024 * 1024,
  /** media whose values a process keeps in memory, and the bytes of these with what they replace in answers */
  cachedMedia: 10_000,
  cachedMediaBytes: 32 * 1024 * 1024,
  /** bytes of the terms, and of the included items, that the process keeps for further answers */
  cachedTermsBytes: 8 * 1024 * 1024,
  cachedItemsBytes: 16 * 1024 * 1024,
  /** bytes of what searches found that the process keeps for further ones */
  cachedSearchesBytes: 8 * 1024 * 1024,
  /**
   * Bytes of answers of the embedded database that the process keeps while nothing changes. These and the answers to
   * lists take at most this share of its memory each.
   */
  cachedAnswersBytes: 64 * 1024 * 1024,
  cachedAnswersShare: 1 / 16,
  /** addresses of reads whose input the process keeps for further requests, and characters of one */
  cachedAddresses: 16_384,
  cachedAddress: 200,
  /** bytes of answers to lists that the process keeps until something changes that they depend on */
  cachedListsBytes: 32 * 1024 * 1024,
  /** authors that the process keeps for ETags of lists that include their names: about 70 bytes each */
  cachedAuthors: 100_000,
  /** texts whose digests the process keeps for ETags of lists, and characters of one */
  cachedDigest: { texts: 1000, characters: 2000 },
  /** items whose collection and locale the process caches */
  cachedPlaces: 20_000,
  /** default number of media items per page */
  mediaPage: 20,
  /** items whose references one request checks, and their links */
  checkedItems: 500,
  checkedLinks: 20_000,
  /**
   * a file that comes within a request or from an address: characters as base64; milliseconds and redirects of a
   * download; downloads at once, waiting, and waiting for one person
   */
  mediaUpload: { base64: 1_400_000, time: 30_000, redirects: 5, running: 4, waiting: 40, ofPerson: 5 },
  /** milliseconds after which an upload address expires, and valid addresses of one person */
  uploadAddresses: { lifetime: 15 * 60 * 1000, ofPerson: 100 },
  /** characters of a file's name, of a key in the store and of a caption */
  filename: 255,
  storageKey: 500,
  caption: 5000,
  /** places that use a media item, as far as a list counts them */
  countedUses: 100,
  /**
   * folders of media: characters of a path and of one name in it, names of a path, files that one call moves with a
   * folder
   */
  folders: { path: 400, name: 60, depth: 8, moved: 500 },
  /** tags of media: characters of one, tags of a file */
  tags: { length: 60, ofFile: 50 },
  /**
   * cropped pictures of an item, a text or the properties of a widget, and placeholders of cropped pictures that the
   * process keeps
   */
  crops: 200,
  cachedCrops: 5000,
  /** pixels of an image, all of its rows: beyond, decoding it would take more memory than a server has to give */
  imagePixels: 100_000_000,
  /** pixels of all frames of an animation whose variants stay animated */
  animationPixels: 25_000_000,
  /** widths and heights of image variants; the last is the longest side of a variant that is given neither */
  imageSides: [64, 160, 320, 480, 640, 960, 1280, 1920, 2560],
  /** pixels of an image variant; one with more is made smaller */
  variantPixels: 4_500_000,
  /** seconds that making an image variant may take */
  conversionSeconds: 30,
  /** image variants that a client address may have made a minute without an account */
  variantsPerMinute: 120,
  /** image variants that wait to be made, and those of them that one client waits for */
  waitingVariants: 200,
  waitingVariantsPerAddress: 60,
  /** items in each list of the overview; the maximum that is counted of each kind */
  overview: 10,
  counted: 1000,
  /**
   * bytes of what an assistant reads at its start, about; collections that it can name; names of taxonomies and menus
   * in it
   */
  siteContext: { bytes: 40_000, collections: 100, names: 200 },
  /** days and entries of one answer of the calendar, and collections that it can name */
  calendar: { days: 100, entries: 500, collections: 1000 },
  /**
   * Open editors of items: seconds until a report expires, seconds in which an equal one is not written again, entries
   * of an answer, editors that one person can have open, and characters of ids.
   */
  presence: { seconds: 25, repeated: 8, listed: 200, ofPerson: 50, name: 64 },
  /**
   * Saved views of lists: those of one person, the shared ones of a collection; characters of a name; filters and
   * columns of one, and characters of all that it holds.
   */
  views: { ofPerson: 100, shared: 100, name: 60, filters: 10, columns: 100, queryText: 4000 },
  /** characters and words of a title that a list is narrowed by */
  listedPart: 200,
  listedWords: 20,
  /** a filter of a list: its predicates, levels of `or` and `and`, values of one predicate and characters of a value */
  where: { predicates: 20, depth: 2, values: 100, text: 2000 },
  /** paths that a read can include, their fields, and the objects of each kind that come with one answer */
  include: { paths: 20, depth: 2, objects: 1000 },
  /** items that a filtered list finds by one index, and those that it reads one by one, before it is refused */
  foundItems: 1000,
  scannedItems: 10_000,
  /** media that one page of a list looks at: of unused ones, and for callers who see only what live content uses */
  scannedMedia: 1000,
  /** items that a filtered list reads one by one for callers without a token, before it is refused */
  scannedForVisitors: 1000,
  /** characters of the header `Cache-Tag` */
  cacheTags: 4000,
  /** places that one answer about where a file is used can name */
  usages: 200,
  /** results of a search, and suggestions */
  searchPage: { min: 1, max: 100, default: 20 },
  suggestions: { min: 1, max: 20, default: 5 },
  /** characters and words of a text that is searched for */
  searchText: 1000,
  searchWords: 50,
  /** collections that a search can name */
  searchedCollections: 1000,
  /** characters of an item's words that are indexed; a search does not find the words after them */
  indexedText: 150_000,
  /** characters of names that are joined by commas */
  names: 100_000,
  /** characters of an address, of the address of the site and of the pattern of a collection's addresses */
  url: 2000,
  siteUrl: 500,
  /** characters of a path of the site, decoded: it must fit into an index entry of every database */
  sitePath: 500,
  urlPattern: 200,
  /** patterns that a collection had before and whose addresses still lead to its items */
  formerPatterns: 10,
  /**
   * Redirects: those that people create; former addresses of one item; steps that are followed; redirects named in the
   * audit entry of a new one, which changed their targets
   */
  redirects: { byHand: 50_000, ofItem: 100, steps: 5, audited: 100 },
  /** keywords of a section; items of a menu, and how deep they may nest; widgets of an area */
  keywords: 50,
  menuItems: 500,
  menuDepth: 20,
  widgets: 200,
  /**
   * collections of a taxonomy; how deep its terms may nest; terms of one item in a taxonomy; taxonomies that a request
   * names
   */
  taxonomyCollections: 100,
  termDepth: 100,
  termsOfItem: 200,
  taxonomiesOfItem: 100,
  /** characters of the path that a sign-in leads to: more than an address that is read can have */
  returnPath: 16_384,
  /** characters of a cursor */
  cursor: 4096,
  /** events on a page; collections that a reader of events names */
  eventPage: { min: 1, max: 1000, default: 100 },
  eventCollections: 100,
  /** entries on a page of the site map */
  siteMapPage: { min: 1, max: 1000, default: 1000 },
  /** open streams of events of one token or session, and of one process; bytes that wait for a slow client */
  eventStreams: { perCaller: 1000, perProcess: 5000, buffer: 256 * 1024 },
  /**
   * Webhooks of a site, locales that one names, its deliveries that wait or run at once on a process, and milliseconds
   * of an attempt. Events that come together in a greater number than `single` share deliveries of up to `together`.
   */
  webhooks: {
    count: 50,
    locales: 200,
    waiting: 1000,
    running: 4,
    attemptTime: 10_000,
    single: 20,
    together: 100,
  },
  /**
   * characters that are kept of a receiver's answer; days that ended deliveries are kept, and their number of a webhook
   */
  webhookAnswer: 1000,
  deliveryDays: 7,
  keptDeliveries: 10_000,
  /** passkeys of one user */
  passkeys: 20,
  /** valid sign-in links that one user can have been mailed */
  magicLinks: 5,
  /** milliseconds after which people confirm their identity again before sensitive calls */
  recentAuthentication: 15 * 60 * 1000,
  /** requests a minute that one client address may send to each endpoint that could be used to guess secrets */
  addressRequests: 30,
  /** a /48 network of IPv6 may send this many times as many requests as one /64 network */
  networkFactor: 10,
  /** apps that one client address, and all together, may register on one day (UTC) */
  registrationsOfAddress: 100,
  registrations: 2000,
  /** milliseconds that a hook of a plugin may take, before a change (others may wait for it) and after it */
  beforeHook: 2000,
  afterHook: 5000,
  /** after-hooks of one plugin that one process runs at once */
  afterHooks: { running: 20 },
  /** revisions of an item, and days, that the settings of a site can keep */
  keptRevisions: 10_000,
  keptDays: 36_500,
  /** milliseconds after which a preview link expires, valid links of one person, and characters of a token */
  preview: { lifetime: 60 * 60 * 1000, ofPerson: 100, token: 200 },
  /** origins of sites that the admin shows beside the editor */
  previewOrigins: 20,
  /** days that events are kept unless a setting says otherwise */
  eventDays: 30,
  /**
   * Changes: entries of one that can be undone, and that a page of the list reads; items that one shows; bytes of
   * replaced values kept for one entry; terms kept of a taxonomy that is deleted, and items that had them.
   */
  changes: {
    entries: 2000,
    shownItems: 20,
    keptBytes: 4_000_000,
    keptTerms: 1000,
    keptAssignments: 10_000,
  },
  /**
   * Change-sets: entries of one, items of one entry, bytes of an entry and of all entries of a set, sets that are not
   * applied yet, of one person and of all; reads with a set that a process does, has waiting, and has waiting for one
   * person; milliseconds of such a read.
   */
  changeSets: {
    entries: 500,
    itemsOfEntry: 200,
    entryBytes: 4 * 1024 * 1024,
    bytes: 32 * 1024 * 1024,
    openOfPerson: 100,
    open: 1000,
    reading: { running: 2, waiting: 50, ofPerson: 10 },
    time: 20_000,
  },
  /**
   * changes and references that a dry run reports; characters of a value, and of all values before or after a change
   */
  dryRun: { changes: 500, references: 100, value: 2000, text: 50_000 },
  /** failures that the state of an import shows */
  importFailures: 100,
} as const
